import { t } from '#test/web/words.ts';
import { DESKTOP, expectNoBarriers, expectNoSidewaysScroll, PHONE } from './barriers.ts';
import { OPERATOR_PASSWORD, signInFirst, signInWith } from './operators.ts';
import { expect, test } from './site.ts';

const NARROW = { width: 1024, height: 768 };
const SCREENS = ['', '/trends', '/trends?view=table&window=14', '/chat', '/chat?tab=words', '/audit', '/admins', '/account'];
/** All other pages, which axe examines elsewhere. */
const OTHERS = [
  ...['/users', '/withdrawals', '/withdrawals?status=all', '/payouts', '/treasury', '/approvals?state=all', '/contests?state=all'],
  ...['/chat?tab=mutes', '/chat?tab=appeals', '/quarantine', '/fixtures', '/settings', '/invite-reviews', '/exclusion-reviews'],
];

test.describe('the console', () => {
  test('leads from a one-time password to the screens, which have no barrier that axe finds, and back in with a recovery code', async ({
    page,
    site,
    context,
  }) => {
    const [admin] = site.admins;
    if (!admin) throw new Error('the site printed no admin');
    await page.goto('/admin/trends?window=14');
    await expect(page).toHaveURL(/\/admin\/login\?next=%2Fadmin%2Ftrends%3Fwindow%3D14$/);
    await expectNoBarriers(page, 'signing in');
    const recoveryCode = await signInFirst(page, admin);
    await expect(page).toHaveURL(/\/admin\/trends\?window=14$/);
    await expect(page.getByRole('heading', { name: t('admin.pages.trends') })).toBeVisible();

    // axe examines each screen once in each theme.
    for (const [theme, viewport, examine] of [
      ['light', DESKTOP, expectNoSidewaysScroll],
      ['dark', NARROW, expectNoBarriers],
      ['light', PHONE, expectNoBarriers],
    ] as const) {
      await page.setViewportSize(viewport);
      await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
      for (const path of SCREENS) {
        await page.goto(`/admin${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await examine(page, `/admin${path}`);
      }
    }

    for (const path of OTHERS) {
      await page.goto(`/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page, `/admin${path}`);
    }
    // A user's page with each of its tabs.
    await page.goto('/admin/users');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('tab', { name: t('admin_users.tabs.points') }).waitFor();
    const user = new URL(page.url()).pathname;
    for (const tab of ['', '/points', '/withdrawals', '/bets', '/sessions', '/invites', '/chat', '/limits', '/evidence', '/notes']) {
      await page.goto(user + tab);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page, `a user's page ${tab}`);
    }

    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: t('admin.account_menu') }).click();
    await page.getByRole('menuitem', { name: t('admin.sign_out') }).click();
    await signInWith(page, { email: admin.email, password: OPERATOR_PASSWORD });
    await page.getByRole('button', { name: t('admin_account.use_recovery') }).click();
    await page.getByLabel(t('auth.recovery_code')).fill(recoveryCode);
    await page.getByRole('button', { name: t('admin_account.sign_in') }).click();
    await expect(page.getByRole('heading', { name: t('admin.pages.overview') })).toBeVisible();
  });

  test('is not loaded by visitors of the site, and loads no files of the site', async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto('/matches');
    await page.getByRole('main').waitFor();
    expect(files.filter((file) => file.includes('/console/') || file.startsWith('/api/admin'))).toEqual([]);
    // Files of the site may still be loading; they do not belong to the console.
    await page.goto('about:blank');
    files.length = 0;
    await page.goto('/admin/login');
    await page.getByLabel(t('admin_account.email')).waitFor();
    expect(files.filter((file) => file.startsWith('/assets/') && !file.startsWith('/assets/console/'))).toEqual([]);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'programme');
  });
});
