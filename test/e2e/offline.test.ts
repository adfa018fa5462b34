import { expect, type Page } from '@playwright/test';
import { beginningOf, t } from '#test/web/words.ts';
import { enterAsNew, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

test('the site opens without a network, with the last list and its age', async ({ page, context }) => {
  await page.goto('/matches');
  const firstTeam = page.locator('[data-match-link]').first();
  await expect(firstTeam).toBeVisible();
  // The service worker takes control, and caches the files of this page.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('answers')).keys()).some(({ url }) => url.includes('/api/matches?'))))
    .toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(firstTeam).toBeVisible();
  // Of the kept list: matches begin and end meanwhile, so the page may have begun with another one.
  const kept = await page.evaluate(async () => {
    const answers = await (await caches.open('answers')).matchAll();
    return (await Promise.all(answers.map((answer) => answer.text()))).join();
  });
  expect(kept).toContain(`"id":${await firstTeam.getAttribute('data-match-link')},`);
  await expect(page.getByText(beginningOf('shell.offline'))).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.locator('[data-match-link]').first()).toBeVisible();
  await expect(page.getByText(beginningOf('shell.offline'))).toHaveCount(0);
});

test('a user without a network stays signed in, in all tabs and after reloading, and continues when it is back', async ({
  page,
  context,
}) => {
  await enterAsNew(page);
  await page.goto('/matches');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const tabs = [page, await context.newPage()];
  const accountMenu = (tab: Page) => tab.getByRole('button', { name: beginningOf('shell.account_menu') });
  for (const tab of tabs) {
    await tab.goto('/matches');
    await expect(accountMenu(tab)).toBeVisible();
  }

  await context.setOffline(true);
  // 15 minutes later the token has expired, and cannot be renewed.
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

  // The network is back, but the server is not.
  await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }));
  await context.setOffline(false);
  await tabs[0]!.reload();
  await expect(accountMenu(tabs[0]!)).toBeVisible();
  await expect(accountMenu(tabs[1]!)).toBeVisible();

  await context.unroute('**/api/auth/refresh');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token')), { timeout: 30_000 }).not.toBe(token);
  await page.goto('/settings/profile');
  await expect(page.getByLabel(t('settings.display_name'))).toBeVisible();
  for (const tab of tabs) await expect(accountMenu(tab)).toBeVisible();
});
