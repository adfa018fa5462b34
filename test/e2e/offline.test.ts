import { expect } from '@playwright/test';
import { test } from './site.ts';

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
