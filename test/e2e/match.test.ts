import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';

const TABS = ['probability', 'timeline', 'lineups', 'odds', 'h2h', 'stats'];

test.describe('a live match', () => {
  for (const theme of ['dark', 'light']) {
    test(`is read through by keyboard, without a barrier that axe finds: ${theme}`, async ({ page, site, context }) => {
      test.setTimeout(120_000);
      await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
      await page.goto(`/match/${await liveMatch(page)}`);
      const tabs = page.getByRole('tab');
      await tabs.first().focus();
      for (const [index, tab] of TABS.entries()) {
        if (index > 0) await page.keyboard.press('ArrowRight');
        await expect(tabs.nth(index)).toBeFocused();
        if (index > 0) await expect(page).toHaveURL(new RegExp(`tab=${tab}$`));
        await expect(page.getByRole('tabpanel')).not.toBeEmpty();
        // Skeletons have gone, and what comes in after them has come.
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
        expect(violations.map(({ id, nodes }) => `${tab}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([]);
      }
      await page.keyboard.press('Tab');
      await expect(page.getByRole('tabpanel')).toBeFocused();
    });
  }

  test('shows all its tabs on the phone: the bar scrolls, and shows that it does', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const id = await liveMatch(page);
    await page.goto(`/match/${id}`);
    await expect(page.locator('[data-more=after]')).toBeVisible();
    await expect(page.locator('[data-more=before]')).toBeHidden();
    await page.goto(`/match/${id}?tab=stats`);
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-more=before]')).toBeVisible();
    await expect(page.locator('[data-more=after]')).toBeHidden();
  });
});

/** The id of a match in play; the demo world always has some, or will within seconds. */
async function liveMatch(page: Page): Promise<number> {
  let id: number | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await (await page.request.get('/api/matches?status=live')).json();
        id = items[0]?.id;
        return id;
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  return id as number;
}
