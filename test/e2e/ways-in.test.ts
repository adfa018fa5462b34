import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { type Elsewhere, test } from './providers.ts';
import { expect } from './site.ts';
import { speak } from './speak.ts';
import { expectToast } from './toasts.ts';
import { walks } from './walks.ts';
import { said, WORDS, type Words } from './words.ts';

const QUIET = '/terms';
const PASSWORD = 'Terraces-1994';

let people = 0;

for (const { locale, device, viewport } of walks('zh-CN', 'desktop')) {
  test(`ways in, from Google to a second factor and Telegram: ${locale}, ${device}`, async ({ page, context, site, elsewhere }) => {
    await page.setViewportSize(viewport);
    await speak(context, site, locale);
    const w = WORDS[locale] as Words;
    const login = `person${++people}`;
    elsewhere.google.people.set(login, { email: `${login}@gmail.example`, email_verified: true, name: 'Ada Lovelace' });

    await giveUp(page, w);
    await signUpWithGoogle(page, w, login);
    await setFirstPassword(page, w, login);
    const codes = await turnSecondFactorOn(page, w);
    await bindTelegram(page, w, elsewhere, 1_000 + people);

    await signOut(page, w);
    await signInWithGoogle(page, w, codes[0] ?? '');
    await signOut(page, w);
    await signInWithTelegram(page, w, elsewhere, 1_000 + people, codes[1] ?? '');
  });
}

/** Opens the sign-in dialog with its other sign-in methods. */
async function openDialog(page: Page, w: Words) {
  await page.goto(QUIET);
  await page.getByRole('button', { name: w.shell.sign_in, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: w.auth.sign_in_title });
  await expect(dialog).toBeVisible();
  return dialog;
}

const continueWith = (w: Words, provider: string) => said(w.oauth.continue_with, { provider });

/** Cancels at the provider; the page then says that nothing has happened. */
async function giveUp(page: Page, w: Words): Promise<void> {
  const dialog = await openDialog(page, w);
  await expectNoBarriers(page, 'the dialog to sign in, with ways elsewhere');
  await dialog.getByRole('link', { name: continueWith(w, 'Google') }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await expect(page.getByText(w.oauth.failed_title, { exact: true })).toBeVisible();
  await expectNoBarriers(page, '/sign-in after giving up');
}

/** Signs in on the provider's pages. */
async function atGoogle(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder(/login/i).fill(login);
  await page.getByPlaceholder(/password/i).fill('any');
  const provider = new URL(page.url()).origin;
  await page.getByRole('button', { name: /sign-?in/i }).click();
  // The provider asks for consent once per person, and then leads back.
  await expect(async () => {
    if (new URL(page.url()).origin === provider) await page.getByRole('button', { name: /continue/i }).click({ timeout: 1_000 });
    expect(new URL(page.url()).origin).not.toBe(provider);
  }).toPass({ timeout: 60_000 });
}

async function signUpWithGoogle(page: Page, w: Words, login: string): Promise<void> {
  const dialog = await openDialog(page, w);
  await dialog.getByRole('link', { name: continueWith(w, 'Google') }).click();
  await atGoogle(page, login);
  await expect(page.getByRole('heading', { name: w.oauth.register_title })).toBeVisible();
  const submit = page.getByRole('button', { name: w.auth.sign_up_submit });
  await submit.click();
  await expectNoBarriers(page, 'the last step of signing up with Google, with errors');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await submit.click();
  await expect(page).toHaveURL(new RegExp(`${QUIET}$`));
  await expect(page.getByRole('button', { name: w.shell.sign_in, exact: true })).toHaveCount(0);
}

/** The account has no password: a fresh sign-in at Google authorises setting the first. */
async function setFirstPassword(page: Page, w: Words, login: string): Promise<void> {
  const fill = async () => {
    await page.getByLabel(w.security.new_password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(w.security.password_confirm, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: w.security.password_set }).click();
  };
  await page.goto('/settings/security');
  await fill();
  const proof = page.getByRole('dialog', { name: w.security.step_up_title });
  await expect(proof).toBeVisible();
  await expectNoBarriers(page, 'the question whether it is the owner');
  await proof.getByRole('button', { name: continueWith(w, 'Google') }).click();
  await atGoogle(page, login);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await fill();
  await expectToast(page, w.security.password_changed);
  await expectNoBarriers(page, '/settings/security');
}

/** Turns on the second factor. Returns the recovery codes. */
async function turnSecondFactorOn(page: Page, w: Words): Promise<string[]> {
  await page.getByRole('button', { name: w.two_factor.set_up, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.two_factor.set_up_title });
  await expect(dialog.getByRole('img', { name: w.two_factor.qr })).toBeVisible();
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? '').replace(/\s/g, '');
  await expectNoBarriers(page, 'the dialog to set the second factor up');
  await dialog.getByLabel(w.two_factor.code, { exact: true }).fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: w.two_factor.turn_on, exact: true }).click();
  const kept = page.getByRole('dialog', { name: w.two_factor.codes_title });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  const codes = await kept.getByRole('listitem').allTextContents();
  await kept.getByRole('checkbox').check();
  await expectNoBarriers(page, 'the recovery codes');
  await kept.getByRole('button', { name: w.two_factor.done, exact: true }).click();
  await expect(kept).toBeHidden();
  return codes;
}

/** Binds the chat in the bot; the page updates without a reload. */
async function bindTelegram(page: Page, w: Words, { telegram }: Elsewhere, chat: number): Promise<void> {
  await page.getByRole('button', { name: w.telegram_bind.bind, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.telegram_bind.title });
  const command = (await dialog.locator('code').textContent()) ?? '';
  await expectNoBarriers(page, 'the dialog to bind Telegram');
  const person = telegram.person(chat, { username: `fan${chat}` });
  await person.says(command);
  await expect.poll(() => person.sees().at(-1)?.buttons.length).toBe(2);
  await person.presses(person.sees().at(-1)?.buttons[0] ?? '');
  const done = page.getByRole('dialog', { name: w.telegram_bind.done_title });
  await expect(done).toBeVisible();
  await done.getByRole('button', { name: w.telegram_bind.done, exact: true }).click();
}

async function signOut(page: Page, w: Words): Promise<void> {
  await page.goto('/settings/security');
  await page
    .getByRole('button', { name: new RegExp(`^${w.security.end_session}`) })
    .first()
    .click();
  await expect(page.getByRole('button', { name: w.shell.sign_in, exact: true }).first()).toBeVisible();
}

async function giveSecondFactor(page: Page, w: Words, code: string): Promise<void> {
  await expect(page.getByRole('heading', { name: w.oauth.totp_title })).toBeVisible();
  await page.getByRole('button', { name: w.auth.use_recovery_code }).click();
  await expectNoBarriers(page, 'the second step of signing in');
  await page.getByLabel(w.auth.recovery_code, { exact: true }).fill(code);
  await page.getByRole('main').getByRole('button', { name: w.auth.sign_in_submit, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${QUIET}$`));
  await expect(page.getByRole('button', { name: w.shell.sign_in, exact: true })).toHaveCount(0);
}

/** Signs in with Google, where the browser is still signed in, so it redirects at once. */
async function signInWithGoogle(page: Page, w: Words, code: string): Promise<void> {
  const dialog = await openDialog(page, w);
  await dialog.getByRole('link', { name: continueWith(w, 'Google') }).click();
  await giveSecondFactor(page, w, code);
}

/** Signs in with the Telegram account that was bound by the bot. */
async function signInWithTelegram(page: Page, w: Words, { telegram }: Elsewhere, chat: number, code: string): Promise<void> {
  telegram.signIn.person = { id: chat, first_name: 'Test', username: `fan${chat}` };
  const dialog = await openDialog(page, w);
  await dialog.getByRole('link', { name: continueWith(w, 'Telegram') }).click();
  await page.getByRole('button', { name: t('admin_chat.accept') }).click();
  await giveSecondFactor(page, w, code);
  expect(page.url()).not.toContain('tgAuthResult');
}
