import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './site.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

test.describe('every screen', () => {
  for (const theme of ['dark', 'light']) {
    for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      test(`has no barrier that axe finds: ${theme}, ${device}`, async ({ page, site, context }) => {
        test.setTimeout(120_000);
        await page.setViewportSize(viewport);
        await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
        await expectNoBarriers(page, ['/matches', '/leagues', '/leagues/1/standings', '/bets', '/account', '/terms']);
        const { items } = await (await page.request.get('/api/matches?status=live')).json();
        if (items.length > 0) await expectNoBarriers(page, [`/match/${items[0].id}`, `/match/${items[0].id}?tab=lineups`]);
        await signIn(page, site.demoUser);
        await expectNoBarriers(page, ['/bets', '/account', '/account?tab=history', '/account?tab=invite', '/settings/profile']);
      });
    }
  }
});

async function expectNoBarriers(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    // Skeletons have gone, and what comes in after them has come.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    const found = violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target).join(' | ')}`);
    expect(found).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
