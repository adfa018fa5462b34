import type { BrowserContext, Page, Route } from '@playwright/test';
import { beginningOf, t } from '#test/web/words.ts';
import { enterAsNew, expect, test } from './site.ts';

test('two tabs with a rejected token renew it at the same time: both stay signed in, and sign out together', async ({ page, context }) => {
  await enterAsNew(page);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/account');
    await expectSignedIn(tab);
  }
  // At an address without one of our pages: an open page may receive the token and renew it before the test counts.
  for (const tab of tabs) await tab.goto('/api/ready');
  await page.evaluate(spoilToken);
  const renewals = tabs.map((tab) => countRenewals(tab));
  await holdFirstRenewals(context, tabs.length);

  await Promise.all(tabs.map((tab) => tab.goto('/account')));
  for (const tab of tabs) await expectSignedIn(tab);
  // The page may show the user, whose name is in the token, before it renews anything.
  await expect.poll(() => renewals.map(({ count }) => count)).toEqual([1, 1]);

  // Each tab continues with the token that either may have stored last.
  await Promise.all(tabs.map((tab) => tab.goto('/account?tab=history')));
  for (const tab of tabs) await expectSignedIn(tab);
  // Several calls of each page got a 401, and shared one renewal.
  expect(renewals.map(({ count }) => count)).toEqual([1, 1]);
  const [first, second] = await Promise.all(tabs.map((tab) => tab.evaluate(() => localStorage.getItem('access_token'))));
  expect(first).toBe(second);

  await page.goto('/settings/security');
  await page
    .getByRole('button', { name: beginningOf('security.end_session') })
    .first()
    .click();
  for (const tab of tabs) await expect(tab.getByRole('button', { name: t('shell.sign_in'), exact: true }).first()).toBeVisible();
  // Both tabs show it at once; the server's reply clears the cookie.
  await expect.poll(async () => (await context.cookies()).filter(({ name }) => name === 'refresh')).toEqual([]);
});

/** Invalidates the token as after 15 minutes: it still names its user, but is rejected. */
function spoilToken(): void {
  const token = localStorage.getItem('access_token') ?? '';
  localStorage.setItem('access_token', `${token.slice(0, -6)}AAAAAA`);
}

const expectSignedIn = (tab: Page) => expect(tab.getByRole('button', { name: beginningOf('shell.account_menu') })).toBeVisible();

/** Holds renewals until there are `count`: a tab that starts later would find the other tab's new token and need none. */
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
