import type { Page } from '@playwright/test';
import { beginningOf, t, tVi, tZh } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { enter, expect, test } from './site.ts';

const TABS = ['probability', 'timeline', 'lineups', 'odds', 'h2h', 'stats'];

test.describe('a live match', () => {
  for (const theme of ['dark', 'light']) {
    test(`can be read by keyboard, without a barrier that axe finds: ${theme}`, async ({ page, site, context }) => {
      await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
      await page.goto(`/match/${await liveMatch(page)}`);
      const tabs = page.getByRole('tab');
      // On a page this wide, the chat is beside the tabs.
      await expect(page.getByRole('region', { name: t('chat.title') })).toBeVisible();
      await tabs.first().focus();
      for (const [index, tab] of TABS.entries()) {
        if (index > 0) await page.keyboard.press('ArrowRight');
        await expect(tabs.nth(index)).toBeFocused();
        if (index > 0) await expect(page).toHaveURL(new RegExp(`tab=${tab}$`));
        await expect(page.getByRole('tabpanel')).not.toBeEmpty();
        await expectNoBarriers(page, tab);
      }
      await page.keyboard.press('Tab');
      await expect(page.getByRole('tabpanel')).toBeFocused();
    });
  }

  test('shows all its tabs on the phone: the bar scrolls, and indicates it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const id = await liveMatch(page);
    await page.goto(`/match/${id}`);
    await expect(page.locator('[data-more=after]')).toBeVisible();
    await expect(page.locator('[data-more=before]')).toBeHidden();
    await page.goto(`/match/${id}?tab=stats`);
    await expect.poll(() => page.getByRole('tab', { selected: true }).evaluate(isWithinBar)).toBe(true);
    await expect(page.locator('[data-more=before]')).toBeVisible();
    await expect(page.locator('[data-more=after]')).toBeHidden();
  });
});

test('the chat stays above a phone’s keyboard and shows the latest message', async ({ page, site }) => {
  await enter(page, site.demoUser);
  const nav = page.getByRole('navigation', { name: t('shell.main_nav') });
  const chat = page.getByRole('region', { name: t('chat.title') });
  const field = chat.getByRole('textbox');
  // A match takes 45 s here, and its chat closes with it: on a slow machine maybe before the last step, so that another match is needed.
  await expect(async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/match/${await liveMatch(page, youngest)}?tab=chat`);
    await field.fill('What a goal that was, from so far out, and with the wrong foot, too', { timeout: 20_000 });
    await page.keyboard.press('Enter');
    await expect(chat.getByText(/wrong foot/)).toBeVisible();
    const last = chat.getByRole('log').getByRole('listitem').last();
    await page.setViewportSize({ width: 390, height: 460 });
    await expect(nav).toBeHidden();
    for (const seen of [chat, field, last]) await expect(seen).toBeInViewport({ ratio: 0.99 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(nav).toBeVisible();
    const under = async () => (await nav.boundingBox())!.y - (await chat.boundingBox())!.y - (await chat.boundingBox())!.height;
    await expect.poll(under).toBeGreaterThanOrEqual(0);
  }).toPass();
});

test.describe('the forecast of a coming match', () => {
  test('highlights scores, changes in the lab and shows users its causes', async ({ page, site }) => {
    await enter(page, site.demoUser);
    await page.goto(`/match/${await forecastMatch(page)}`);
    await expect(page.getByRole('region', { name: t('forecast.line.model'), exact: true })).toContainText('%');
    await page.getByRole('button', { name: t('common.home'), exact: true, pressed: false }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('td[data-lit=true]')).toHaveCount(21);
    await expect(page.getByText(t('forecast.drivers'))).toBeVisible();

    await page.getByRole('button', { name: t('forecast.lab_open') }).click();
    const matrix = page.getByRole('table', { name: beginningOf('forecast.matrix_caption') }).last();
    await expect(page.getByRole('slider', { name: t('forecast.minute') })).toBeVisible();
    await page
      .getByRole('button', { name: new RegExp(`^${t('forecast.lab_more', { what: t('forecast.lab_goals', { team: '' }) })}`) })
      .first()
      .click();
    // After a goal no match can end without one.
    await expect(matrix.locator('tbody tr').first().getByRole('cell').first()).toHaveText('0.0');
    await expectNoBarriers(page, 'the match lab');
  });

  test('fits the phone in each language', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const id = await forecastMatch(page);
    for (const [lang, title] of Object.entries({
      en: t('forecast.final_score'),
      'zh-CN': tZh('forecast.final_score'),
      vi: tVi('forecast.final_score'),
    })) {
      await page.goto(`/match/${id}?lang=${lang}`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
  });
});

/** Returns whether a tab is completely inside its bar. After many goals the bar is below the screen; scrolling is in whole pixels. */
function isWithinBar(tab: Element): boolean {
  const [own, bar] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()];
  return own.left >= bar.left - 1 && own.right <= bar.right + 1;
}

/** Returns the id of today's last coming match with a forecast; forecasts are made soon after the start. */
async function forecastMatch(page: Page): Promise<number> {
  let id: number | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await (await page.request.get('/api/matches?status=upcoming')).json();
        const last = items.at(-1)?.id;
        const { model } = await (await page.request.get(`/api/matches/${last}/score-probability`)).json();
        id = model ? last : undefined;
        return id;
      },
      { timeout: 45_000 },
    )
    .toBeDefined();
  return id as number;
}

/** A match in play, as listed. */
interface Live {
  id: number;
  minute: number;
}

/** Returns the match that began last, which leaves most time to write about it. */
const youngest = (items: Live[]): Live | undefined => items.toSorted((a, b) => a.minute - b.minute)[0];

/** Returns the id of a match in play; the demo world has one at all times, or within seconds. */
async function liveMatch(page: Page, choose = (items: Live[]): Live | undefined => items[0]): Promise<number> {
  let id: number | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await (await page.request.get('/api/matches?status=live')).json();
        id = choose(items)?.id;
        return id;
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  return id as number;
}
