import type { Page } from '@playwright/test';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { enter, test } from './site.ts';

/** Each theme on one device; with WALKS=all both themes on both devices. */
const LOOKS = [
  { theme: 'dark', device: 'desktop', viewport: DESKTOP, isAlways: true },
  { theme: 'light', device: 'phone', viewport: PHONE, isAlways: true },
  { theme: 'light', device: 'desktop', viewport: DESKTOP, isAlways: false },
  { theme: 'dark', device: 'phone', viewport: PHONE, isAlways: false },
].filter(({ isAlways }) => isAlways || process.env.WALKS === 'all');

test.describe('every screen', () => {
  for (const { theme, device, viewport } of LOOKS) {
    test(`has no barrier that axe finds: ${theme}, ${device}`, async ({ page, site, context }) => {
      await page.setViewportSize(viewport);
      await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
      await expectNoBarriersAt(page, ['/matches', '/leagues', '/leagues/1/standings', '/bets', '/account', '/terms'], 'a guest');
      const { items } = await (await page.request.get('/api/matches?status=live')).json();
      if (items.length > 0) await expectNoBarriersAt(page, [`/match/${items[0].id}`, `/match/${items[0].id}?tab=lineups`], 'a guest');
      await enter(page, site.demoUser);
      await expectNoBarriersAt(page, ['/bets', '/account', '/account?tab=history', '/account?tab=invite', '/settings/profile'], 'a user');
    });
  }
});

async function expectNoBarriersAt(page: Page, paths: string[], reader: string): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await expectNoBarriers(page, `${path} to ${reader}`);
  }
}
