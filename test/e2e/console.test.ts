import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { expect, test } from './site.ts';

const PASSWORD = 'Operate-1994';
const NARROW = { width: 1024, height: 768 };
const SCREENS = ['', '/trends', '/trends?view=table&window=14', '/audit', '/admins', '/account', '/nowhere'];

test.describe('the console', () => {
  test('leads from a one-time password to the screens, which have no barrier that axe finds, and back in with a recovery code', async ({
    page,
    site,
    context,
  }) => {
    test.setTimeout(240_000);
    const [admin] = site.admins;
    if (!admin) throw new Error('the site printed no admin');
    await page.goto('/admin/trends?window=14');
    await expect(page).toHaveURL(/\/admin\/login\?next=%2Fadmin%2Ftrends%3Fwindow%3D14$/);
    await expectNoBarriers(page, 'signing in');
    await signInWith(page, admin.email, admin.password);
    await choosePassword(page, admin.password);
    await expectNoBarriers(page, 'setting the second factor up');
    const recoveryCode = await setUpTotp(page);
    await expect(page).toHaveURL(/\/admin\/trends\?window=14$/);
    await expect(page.getByRole('heading', { name: 'Trends' })).toBeVisible();

    for (const [theme, viewport] of [
      ['light', DESKTOP],
      ['dark', NARROW],
      ['light', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
      for (const path of SCREENS) {
        await page.goto(`/admin${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNoBarriers(page, `/admin${path} ${theme} ${viewport.width}`);
      }
    }

    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Your account, language and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInWith(page, admin.email, PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  test('is fetched by nobody who visits the site, and fetches nothing of the site’s', async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto('/matches');
    await page.getByRole('main').waitFor();
    expect(files.filter((file) => file.includes('/console/') || file.startsWith('/api/admin'))).toEqual([]);
    files.length = 0;
    await page.goto('/admin/login');
    await page.getByLabel('Email').waitFor();
    expect(files.filter((file) => file.startsWith('/assets/') && !file.startsWith('/assets/console/'))).toEqual([]);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'programme');
  });
});

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function choosePassword(page: Page, oneTime: string): Promise<void> {
  await page.getByLabel('One-time password').fill(oneTime);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await expectNoBarriers(page, 'choosing a password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('Code from the app').waitFor();
}

/** Plays the authenticator app; returns a recovery code. */
async function setUpTotp(page: Page): Promise<string> {
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){3,}[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const code = await page.getByRole('listitem').first().innerText();
  await page.getByRole('checkbox', { name: 'I have kept them in a safe place' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  return code;
}
