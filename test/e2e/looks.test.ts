import type { Page } from '@playwright/test';
import { LOCALES } from '#domain/identity/locale.ts';
import { textsIn } from '#test/support/texts.ts';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { enter, expect, test } from './site.ts';

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
      await expectNoBarriersAt(page, ['/divisions', '/survivor', `/year/${new Date().getUTCFullYear()}`], 'a user');
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

/** Pages whose width is scarce on a phone. */
const NARROW = [
  '/matches',
  '/leagues',
  '/leagues/1/standings',
  '/bets',
  '/account',
  '/account?tab=redeem',
  '/settings/limits',
  '/settings/developers',
  '/developers',
  '/responsible-play',
  '/divisions',
  '/survivor',
  '/developers/embeds',
];

test('cuts none of its own words on a phone, in any language', async ({ page, site, context }) => {
  await page.setViewportSize(PHONE);
  await enter(page, site.demoUser);
  for (const locale of LOCALES) {
    await context.addCookies([{ name: 'lang', value: locale, url: site.url }]);
    await page.evaluate((lang) => localStorage.setItem('lang', lang), locale);
    const own = new Set(textsIn(locale).values());
    for (const path of NARROW) {
      await page.goto(path);
      await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
      const cut = await page.evaluate(cutTexts);
      expect(
        cut.filter((text) => own.has(text)),
        `${path} in ${locale}`,
      ).toEqual([]);
    }
  }
});

/** Returns the texts of the page that end with an ellipsis because they do not fit. What only screen readers get is one pixel wide. */
function cutTexts(): string[] {
  const leaves = [...document.querySelectorAll('body *')].filter((element) => element.childElementCount === 0 && element.clientWidth > 1);
  const cut = leaves.filter(
    (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow === 'ellipsis',
  );
  return cut.map((element) => element.textContent?.trim() ?? '');
}
