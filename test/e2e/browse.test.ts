import { expect, signIn, test } from './site.ts';

test.describe('addresses', () => {
  for (const path of ['/', '/rankings', '/rankings/weekly/top', '/match/abc', '/leagues/abc/standings', '/nowhere']) {
    test(`${path} leads to the matches`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/matches$/);
    });
  }

  test('a match that does not exist says so, with a way back', async ({ page }) => {
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

test('the language is switched at once, with the title, and kept', async ({ page }) => {
  await page.goto('/leagues');
  await expect(page).toHaveTitle(/Leagues/);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page).toHaveTitle(/联赛/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await expect(page).toHaveTitle(/联赛/);
});

test('a browser that speaks Vietnamese is answered in it', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'vi-VN', baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/matches');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await context.close();
});

test('a new page begins at its top', async ({ page }) => {
  await page.goto('/matches');
  await page.getByRole('link', { name: 'Standings' }).first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('link', { name: 'Leagues', exact: true }).first().click();
  await expect(page).toHaveURL(/\/leagues/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('live rows tick without asking the server again', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/matches?status=live');
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/matches')) asked.push(request.url());
  });
  const clock = page
    .getByRole('main')
    .getByText(/^\d+(\+\d+)?′$/)
    .first();
  const before = await clock.innerText();
  const askedBefore = asked.length;
  await expect.poll(() => clock.innerText(), { timeout: 30_000 }).not.toBe(before);
  expect(asked.slice(askedBefore)).toEqual([]);
});

test('a guest is asked to sign in where it matters, and goes on where they were', async ({ page, site }) => {
  await page.goto('/bets');
  await expect(page.getByText('Sign in to see your bets')).toBeVisible();
  await signIn(page, site.demoUser);
  await page.goto('/bets');
  await expect(page.getByText('Sign in to see your bets')).toBeHidden();
});

test('an invite link opens the form with its code', async ({ page }) => {
  await page.goto('/matches?invite=ABCD2345');
  await expect(page.getByRole('dialog').getByLabel(/Invite code/)).toHaveValue('ABCD2345');
});

test('signing out in one tab signs out the other', async ({ page, site, context }) => {
  await signIn(page, site.demoUser);
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
});
