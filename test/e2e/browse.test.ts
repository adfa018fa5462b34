import type { Page } from '@playwright/test';
import { t, tZh } from '#test/web/words.ts';
import { expect, signIn, test } from './site.ts';

test.describe('addresses', () => {
  // In one window: opening one takes longer than all of these.
  test('that lead nowhere lead to the matches', async ({ page }) => {
    for (const path of ['/', '/rankings', '/rankings/weekly/top', '/match/abc', '/leagues/abc/standings', '/nowhere', '/admin/nowhere']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/matches$/);
    }
  });

  test('an unknown match shows a message with a way back', async ({ page }) => {
    await page.goto('/match/2000000000');
    await page
      .getByRole('main')
      .getByRole('link', { name: /matches/i })
      .click();
    await expect(page).toHaveURL(/\/matches/);
  });

  test('the console asks an operator to sign in, and remembers where they wanted to go', async ({ page }) => {
    await page.goto('/admin/users');
    await expect(page).toHaveURL(/\/admin\/login\?next=%2Fadmin%2Fusers$/);
  });
});

test('switching the language takes effect at once, includes the title, and is remembered', async ({ page }) => {
  await page.goto('/leagues');
  await expect(page).toHaveTitle(/Leagues/);
  await page.getByRole('button', { name: t('shell.language') }).click();
  await page.getByRole('menuitemradio', { name: tZh('admin_settings.languages.zh_cn') }).click();
  await expect(page).toHaveTitle(/联赛/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await expect(page).toHaveTitle(/联赛/);
});

test('a Vietnamese browser gets the site in Vietnamese', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'vi-VN', baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/matches');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await context.close();
});

test('a new page begins at its top', async ({ page }) => {
  await page.goto('/matches');
  await page
    .getByRole('link', { name: t('matches.standings') })
    .first()
    .waitFor();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page
    .getByRole('link', { name: t('shell.leagues'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/leagues/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a long list renders only rows near the screen, and returns to a row that has moved meanwhile', async ({ page }) => {
  await page.goto('/matches');
  const rows = page.locator('[data-match-link]');
  await rows.first().waitFor();
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await pageHeight()).toBeGreaterThan(3_000);
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_500);
  expect(await rows.count()).toBeLessThan(60);

  // The row in the middle of the screen, which is rendered a moment after scrolling.
  const inTheMiddle = await page.waitForFunction(
    () => document.elementFromPoint(600, 450)?.closest('li')?.querySelector('a')?.dataset.matchLink,
  );
  const id = await inTheMiddle.jsonValue();
  const row = page.locator(`[data-match-link="${id}"]`);
  const open = async () => {
    // Rows move all the time, so the click does not wait for a place that is stable.
    await row.evaluate((link: HTMLElement) => {
      link.focus({ preventScroll: true });
      link.click();
    });
    await expect(page).toHaveURL(new RegExp(`/match/${id}$`));
    // The list stays until the match is ready.
    await expect(row).toHaveCount(0);
  };
  await open();
  await page.goBack();
  await expect(row).toBeInViewport();

  // A starred match moves to the top.
  await open();
  await page.locator(`[data-star="match:${id}"]`).click();
  await page.goBack();
  await expect(row).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(1_500);
});

test('a phone shows the first match within 190 px, and its controls fold and return', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/matches');
  const first = page.locator('li:has([data-match-link])').first();
  await first.waitFor();
  const days = page.getByRole('navigation', { name: t('matches.dates_nav') });
  await expect(days).toBeInViewport();
  await expect(page.getByRole('radiogroup', { name: t('matches.tabs_label') })).toBeInViewport();
  // A row that is replaced at this moment has no place.
  await expect.poll(async () => (await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(190);
  const afterScrolling = async (byPx: number) => {
    await page.mouse.wheel(0, byPx);
    return (await days.boundingBox())!.y;
  };
  await page.mouse.move(200, 500);
  await expect.poll(() => afterScrolling(150), { intervals: [300] }).toBeLessThan(-40);
  await expect.poll(() => afterScrolling(-40), { intervals: [300] }).toBeGreaterThan(40);
});

test('a goal appears in the list without another request', async ({ page }) => {
  await page.goto('/matches?status=live');
  await page.getByRole('listitem').first().waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/matches')) asked++;
  });
  // New rounds make the page fetch the day again; this waits for a goal that arrives without a request.
  let before = { scores: await scoresOnShow(page), asked };
  await expect
    .poll(
      async () => {
        const now = { scores: await scoresOnShow(page), asked };
        const scored = Object.keys(now.scores).some((id) => before.scores[id] !== undefined && before.scores[id] !== now.scores[id]);
        const wasQuiet = now.asked === before.asked;
        before = now;
        return scored && wasQuiet;
      },
      { timeout: 90_000, intervals: [700] },
    )
    .toBe(true);
});

/** Returns scores by match from the accessible names of the rows: "Avalon Town 1–0 Osterley", without the running time. */
const scoresOnShow = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('main a[href^="/match/"][aria-label]')].map((link) => [
        link.getAttribute('href') ?? '',
        (link.getAttribute('aria-label') ?? '').split(',')[0] ?? '',
      ]),
    ),
  );

test('a guest is asked to sign in where needed, and then continues on the same page', async ({ page, site }) => {
  await page.goto('/bets');
  await expect(page.getByText(t('bets.signed_out'))).toBeVisible();
  await signIn(page, site.demoUser);
  await page.goto('/bets');
  await expect(page.getByText(t('bets.signed_out'))).toBeHidden();
});

test('an invite link opens the form with its code', async ({ page }) => {
  await page.goto('/matches?invite=ABCD2345');
  await expect(page.getByRole('dialog').getByLabel(t('auth.invite_code'))).toHaveValue('ABCD2345');
});

test('signing out in one tab signs out the other', async ({ page, site, context }) => {
  await signIn(page, site.demoUser);
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByRole('button', { name: t('shell.account_menu') })).toBeVisible();
  await page.getByRole('button', { name: t('shell.account_menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await expect(other.getByRole('button', { name: t('shell.sign_in') }).first()).toBeVisible();
});
