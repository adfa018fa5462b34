import type { Page } from '@playwright/test';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { signIn, test } from './site.ts';

test.describe('every screen', () => {
  for (const theme of ['dark', 'light']) {
    for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      test(`has no barrier that axe finds: ${theme}, ${device}`, async ({ page, site, context }) => {
        test.setTimeout(120_000);
        await page.setViewportSize(viewport);
        await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
        await expectNoBarriersAt(page, ['/matches', '/leagues', '/leagues/1/standings', '/bets', '/account', '/terms']);
        const { items } = await (await page.request.get('/api/matches?status=live')).json();
        if (items.length > 0) await expectNoBarriersAt(page, [`/match/${items[0].id}`, `/match/${items[0].id}?tab=lineups`]);
        await signIn(page, site.demoUser);
        await expectNoBarriersAt(page, ['/bets', '/account', '/account?tab=history', '/account?tab=invite', '/settings/profile']);
      });
    }
  }
});

async function expectNoBarriersAt(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await expectNoBarriers(page, path);
  }
}
