import { expect, type Page } from '@playwright/test';
import { signUp, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

test('the site opens without a network, with the last list, and says how old it is', async ({ page, context }) => {
  await page.goto('/matches');
  const firstTeam = page.locator('[data-match-link]').first();
  await expect(firstTeam).toBeVisible();
  const shown = await firstTeam.getAttribute('href');
  // The worker takes over, and keeps what this page was made of.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('answers')).keys()).some(({ url }) => url.includes('/api/matches?'))))
    .toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(`[data-match-link][href="${shown}"]`)).toBeVisible();
  await expect(page.getByText(/You are offline. What you see was saved .+ago/)).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.locator('[data-match-link]').first()).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});

test('who loses the network stays signed in, in all tabs and after reloading, and goes on when it is back', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/matches');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const tabs = [page, await context.newPage()];
  const accountMenu = (tab: Page) => tab.getByRole('button', { name: /^Account menu/ });
  for (const tab of tabs) {
    await tab.goto('/matches');
    await expect(accountMenu(tab)).toBeVisible();
  }

  await context.setOffline(true);
  // A quarter of an hour later the token is no good any more, and cannot be renewed.
  const token = await page.evaluate(() => {
    const spoilt = `${localStorage.getItem('access_token')?.slice(0, -6)}AAAAAA`;
    localStorage.setItem('access_token', spoilt);
    return spoilt;
  });
  for (const tab of tabs) {
    await tab.reload();
    await expect(accountMenu(tab)).toBeVisible();
  }
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(token);

  // The network is back, the server not yet.
  await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }));
  await context.setOffline(false);
  await tabs[0]!.reload();
  await expect(accountMenu(tabs[0]!)).toBeVisible();
  await expect(accountMenu(tabs[1]!)).toBeVisible();

  await context.unroute('**/api/auth/refresh');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token')), { timeout: 30_000 }).not.toBe(token);
  await page.goto('/settings/profile');
  await expect(page.getByLabel('Name shown to others')).toBeVisible();
  for (const tab of tabs) await expect(accountMenu(tab)).toBeVisible();
});
