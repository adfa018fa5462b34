import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectNoBarriers } from './barriers.ts';
import type { Credentials } from './site.ts';

/** The password that operators choose to replace their one-time passwords. */
export const OPERATOR_PASSWORD = 'Operate-1994';

/** Fills in the console's sign-in page and presses its button. */
export async function signInWith(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in on the sign-in page for the first time: chooses another password and sets up an authenticator app. Returns a recovery code. */
export async function signInFirst(page: Page, credentials: Credentials): Promise<string> {
  await signInWith(page, credentials);
  await choosePassword(page, credentials.password);
  await expectNoBarriers(page, 'setting the second factor up');
  return setUpTotp(page);
}

async function choosePassword(page: Page, oneTime: string): Promise<void> {
  await page.getByLabel('One-time password').fill(oneTime);
  await page.getByLabel('New password', { exact: true }).fill(OPERATOR_PASSWORD);
  await page.getByLabel('New password again').fill(OPERATOR_PASSWORD);
  await expectNoBarriers(page, 'choosing a password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('Code from the app').waitFor();
}

/** Sets up two-factor authentication in place of an authenticator app. Returns a recovery code. */
async function setUpTotp(page: Page): Promise<string> {
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){3,}[A-Z2-7]{1,4}$/).textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const code = await page.getByRole('listitem').first().textContent();
  await page.getByRole('checkbox', { name: 'I have kept them in a safe place' }).check();
  await expectNoBarriers(page, 'recovery codes');
  await page.getByRole('button', { name: 'Done' }).click();
  return code ?? '';
}
