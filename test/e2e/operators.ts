import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import type { Credentials } from './site.ts';

/** The password that operators choose to replace their one-time passwords. */
export const OPERATOR_PASSWORD = 'Operate-1994';

/** Fills in the console's sign-in page and presses its button. */
export async function signInWith(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel(t('admin_account.email')).fill(email);
  await page.getByLabel(t('admin_account.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('admin_account.sign_in'), exact: true }).click();
}

/** Signs in on the sign-in page for the first time: chooses another password and sets up an authenticator app. Returns a recovery code. */
export async function signInFirst(page: Page, credentials: Credentials): Promise<string> {
  await signInWith(page, credentials);
  await choosePassword(page, credentials.password);
  await expectNoBarriers(page, 'setting the second factor up');
  return setUpTotp(page);
}

async function choosePassword(page: Page, oneTime: string): Promise<void> {
  await page.getByLabel(t('admin_account.one_time_password')).fill(oneTime);
  await page.getByLabel(t('admin_account.new_password'), { exact: true }).fill(OPERATOR_PASSWORD);
  await page.getByLabel(t('admin_account.password_again')).fill(OPERATOR_PASSWORD);
  await expectNoBarriers(page, 'choosing a password');
  await page.getByRole('button', { name: t('admin_account.password_submit') }).click();
  await page.getByLabel(t('two_factor.code')).waitFor();
}

/** Sets up two-factor authentication in place of an authenticator app. Returns a recovery code. */
async function setUpTotp(page: Page): Promise<string> {
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){3,}[A-Z2-7]{1,4}$/).textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel(t('two_factor.code')).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: t('two_factor.turn_on') }).click();
  const code = await page.getByRole('listitem').first().textContent();
  await page.getByRole('checkbox', { name: t('two_factor.kept') }).check();
  await expectNoBarriers(page, 'recovery codes');
  await page.getByRole('button', { name: t('two_factor.done') }).click();
  return code ?? '';
}
