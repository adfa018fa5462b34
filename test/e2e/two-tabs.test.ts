import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, signUp, test } from './site.ts';

test('two tabs whose token is no good any more renew it at once: both stay signed in, and leave together', async ({ page, context }) => {
  await signUp(page);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/account');
    await expectSignedIn(tab);
  }
  // Where no page of ours is open: one that is may hear of the token, and renew it before we count.
  for (const tab of tabs) await tab.goto('/api/ready');
  await page.evaluate(spoilToken);
  const renewals = tabs.map((tab) => countRenewals(tab));
  await holdFirstRenewals(context, tabs.length);

  await Promise.all(tabs.map((tab) => tab.goto('/account')));
  for (const tab of tabs) await expectSignedIn(tab);
  // The token names its user: the page may show that before it renews anything.
  await expect.poll(() => renewals.map(({ count }) => count)).toEqual([1, 1]);

  // Each goes on with what the other may have stored last.
  await Promise.all(tabs.map((tab) => tab.goto('/account?tab=history')));
  for (const tab of tabs) await expectSignedIn(tab);
  // Several calls of each page met a 401, and shared one renewal.
  expect(renewals.map(({ count }) => count)).toEqual([1, 1]);
  const [first, second] = await Promise.all(tabs.map((tab) => tab.evaluate(() => localStorage.getItem('access_token'))));
  expect(first).toBe(second);

  await page.goto('/settings/security');
  await page
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  // Both show it at once; the cookie goes with the server's answer.
  await expect.poll(async () => (await context.cookies()).filter(({ name }) => name === 'refresh')).toEqual([]);
});

/** As it would be a quarter of an hour later: it still says who one is, and is not believed. */
function spoilToken(): void {
  const token = localStorage.getItem('access_token') ?? '';
  localStorage.setItem('access_token', `${token.slice(0, -6)}AAAAAA`);
}

const expectSignedIn = (tab: Page) => expect(tab.getByRole('button', { name: /^Account menu/ })).toBeVisible();

/** Holds the first renewals until there are `count`: a tab that starts later would find the other one's new token and need none. */
async function holdFirstRenewals(context: BrowserContext, count: number): Promise<void> {
  const held: Route[] = [];
  await context.route('**/api/auth/refresh', async (route) => {
    held.push(route);
    if (held.length > count) await route.continue();
    if (held.length === count) await Promise.all(held.map((one) => one.continue()));
  });
}

function countRenewals(tab: Page): { count: number } {
  const seen = { count: 0 };
  tab.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) seen.count++;
  });
  return seen;
}
