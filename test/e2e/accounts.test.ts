import type { Page } from '@playwright/test';
import { t } from '#test/web/words.ts';
import { expectNoBarriers } from './barriers.ts';
import { codeFor, latestMail } from './outbox.ts';
import { expect, test } from './site.ts';
import { speak } from './speak.ts';
import { expectToast } from './toasts.ts';
import { walks } from './walks.ts';
import { WORDS, type Words } from './words.ts';

const PASSWORDS = ['Terraces-1994', 'Floodlight-1951', 'Corner-Flag-33'] as const;

/** A page with little content, on which dialogs are opened. */
const QUIET = '/terms';

let people = 0;
const newAddress = () => `walker${++people}.${Date.now()}@example.com`;

for (const { locale, device, viewport } of walks('en', 'phone')) {
  test(`an account from signing up to throwing a stranger out: ${locale}, ${device}`, async ({ page, context, site, browser }) => {
    await page.setViewportSize(viewport);
    await speak(context, site, locale);
    const w = WORDS[locale] as Words;
    const email = newAddress();

    await signUp(page, w, email);
    await confirm(page, w, email);
    await changePassword(page, w);

    const stranger = await browser.newContext({ baseURL: site.url });
    await speak(stranger, site, locale);
    const theirs = await stranger.newPage();
    await signIn(theirs, w, email, PASSWORDS[1]);
    await signOutStranger(page, theirs, w);

    const other = newAddress();
    await changeAddress(page, w, email, other);
    await setForgottenPassword(page, w, other);
    await secure(page, w, other);
    await readOutbox(page, w, other);
    await stranger.close();
  });
}

async function signUp(page: Page, w: Words, email: string): Promise<void> {
  await page.goto(QUIET);
  await page.getByRole('button', { name: w.shell.sign_in, exact: true }).first().click();
  await page.getByRole('dialog', { name: w.auth.sign_in_title }).getByRole('button', { name: w.auth.to_sign_up }).click();
  const form = page.getByRole('dialog', { name: w.auth.sign_up_title });
  await form.getByRole('button', { name: w.auth.sign_up_submit }).click();
  await expect(form.getByText(w.auth.email_required)).toBeVisible();
  await expectNoBarriers(page, 'the sign-up dialog with errors');
  await form.getByLabel(w.auth.email, { exact: true }).fill('someone@mailinator.com');
  await form.getByLabel(w.auth.password, { exact: true }).fill(PASSWORDS[0]);
  await form.getByLabel(w.auth.password_confirm, { exact: true }).fill(PASSWORDS[0]);
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: w.auth.sign_up_submit }).click();
  // A disposable address is refused next to its field; another one is accepted without retyping anything else.
  await expect(form.getByLabel(w.auth.email, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel(w.auth.email, { exact: true }).fill(email);
  await form.getByRole('button', { name: w.auth.sign_up_submit }).click();
  await expect(form).toBeHidden();
}

/** Enters a wrong code, then the mailed one. */
async function confirm(page: Page, w: Words, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: w.security.confirm_title });
  const code = await codeFor(page, email, 'confirm_email');
  await dialog.getByLabel(w.security.code, { exact: true }).fill(otherThan(code));
  await dialog.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expect(dialog.getByLabel(w.security.code, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, 'the code dialog with an error');
  await dialog.getByLabel(w.security.code, { exact: true }).fill(code);
  await dialog.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectToast(page, w.security.email_confirmed);
}

async function changePassword(page: Page, w: Words): Promise<void> {
  await page.goto('/settings/security');
  await page.getByLabel(w.security.current_password, { exact: true }).fill(PASSWORDS[0]);
  await page.getByLabel(w.security.new_password, { exact: true }).fill(PASSWORDS[1]);
  await page.getByLabel(w.security.password_confirm, { exact: true }).fill(PASSWORDS[1]);
  await page.getByRole('button', { name: w.security.password_submit }).click();
  await expectToast(page, w.security.password_changed);
  await expectNoBarriers(page, '/settings/security');
}

async function signIn(page: Page, w: Words, email: string, password: string): Promise<void> {
  await page.goto(QUIET);
  await page.getByRole('button', { name: w.shell.sign_in, exact: true }).first().click();
  await fillSignIn(page, w, email, password);
}

async function fillSignIn(page: Page, w: Words, email: string, password: string): Promise<void> {
  const form = page.getByRole('dialog', { name: w.auth.sign_in_title });
  await form.getByLabel(w.auth.email, { exact: true }).fill(email);
  await form.getByLabel(w.auth.password, { exact: true }).fill(password);
  await form.getByRole('button', { name: w.auth.sign_in_submit, exact: true }).click();
  await expect(form).toBeHidden();
}

/** Signs out another device in the list; its next action finds it signed out. */
async function signOutStranger(page: Page, theirs: Page, w: Words): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: w.security.end_others }).click();
  const question = page.getByRole('dialog', { name: w.security.end_others_title });
  await expect(question).toBeVisible();
  await expectNoBarriers(page, 'the question whether to sign all others out');
  await question.getByRole('button', { name: w.security.end_others_submit }).click();
  await expect(page.getByRole('button', { name: w.security.end_others })).toBeHidden();
  await theirs.goto('/account');
  await expect(theirs.getByRole('button', { name: w.shell.sign_in, exact: true }).first()).toBeVisible();
  expect(await theirs.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
}

/** Steps up as the owner, and replaces the address with the code mailed to the new one. */
async function changeAddress(page: Page, w: Words, email: string, other: string): Promise<void> {
  await page.getByRole('button', { name: w.security.email_change, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.security.change_title });
  await dialog.getByLabel(w.security.new_address, { exact: true }).fill(other);
  await dialog.getByRole('button', { name: w.security.send_code, exact: true }).click();
  const proof = page.getByRole('dialog', { name: w.security.step_up_title });
  await expect(proof).toBeVisible();
  await expectNoBarriers(page, 'the question whether it is the owner');
  await proof.getByLabel(w.security.password, { exact: true }).fill(PASSWORDS[1]);
  await proof.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expect(proof).toBeHidden();
  await dialog.getByLabel(w.security.code, { exact: true }).fill(await codeFor(page, other, 'confirm_email'));
  await dialog.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(other, { exact: true })).toBeVisible();
  expect((await latestMail(page, email, 'email_changed')).text).toContain('/not-me#');
}

async function setForgottenPassword(page: Page, w: Words, email: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${w.security.end_session}`) })
    .first()
    .click();
  await page.goto(QUIET);
  await page.getByRole('button', { name: w.shell.sign_in, exact: true }).first().click();
  await page.getByRole('dialog', { name: w.auth.sign_in_title }).getByRole('button', { name: w.auth.forgot }).click();
  const dialog = page.getByRole('dialog', { name: w.auth.reset_title });
  await dialog.getByLabel(w.auth.email, { exact: true }).fill(email);
  await dialog.getByRole('button', { name: w.auth.reset_submit, exact: true }).click();
  const code = await codeFor(page, email, 'reset_password');
  const field = dialog.getByLabel(w.auth.code, { exact: true });
  await field.fill(otherThan(code));
  await dialog.getByLabel(w.auth.new_password, { exact: true }).fill(PASSWORDS[2]);
  await dialog.getByLabel(w.auth.new_password_confirm, { exact: true }).fill(PASSWORDS[2]);
  await dialog.getByRole('button', { name: w.auth.reset_save }).click();
  // After a wrong code, its field has the focus.
  await expect(field).toBeFocused();
  await expectNoBarriers(page, 'the reset dialog with an error');
  // The link of the mail fills in all but the password.
  const { text } = await latestMail(page, email, 'reset_password');
  const link = new URL(/https?:\/\/\S+\/code#\S+/.exec(text)?.[0] ?? '');
  await page.goto(link.pathname + link.hash);
  await expect(page).toHaveURL(/\/code$/);
  await expect(dialog.getByText(w.auth.reset_link_lead)).toBeVisible();
  await expect(field).toBeHidden();
  await expectNoBarriers(page, 'the reset dialog that a link has filled in');
  await dialog.getByLabel(w.auth.new_password, { exact: true }).fill(PASSWORDS[2]);
  await dialog.getByLabel(w.auth.new_password_confirm, { exact: true }).fill(PASSWORDS[2]);
  await dialog.getByRole('button', { name: w.auth.reset_save }).click();
  await expectToast(page, w.auth.reset_done);
  await fillSignIn(page, w, email, PASSWORDS[2]);
}

/** Uses the link of the warning that was mailed with the new password. */
async function secure(page: Page, w: Words, email: string): Promise<void> {
  const { text } = await latestMail(page, email, 'password_reset');
  const link = new URL(/https?:\/\/\S+\/not-me#[\w-]+/.exec(text)?.[0] ?? '');
  await page.goto(link.pathname + link.hash);
  await expect(page).toHaveURL(/\/not-me$/);
  await expectNoBarriers(page, '/not-me');
  await page.getByRole('button', { name: w.security.not_me_submit }).click();
  await expect(page.getByText(w.security.not_me_done)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  // The link works once.
  await page.goto(QUIET);
  await page.goto(link.pathname + link.hash);
  await page.getByRole('button', { name: w.security.not_me_submit }).click();
  await expect(page.getByText(w.security.not_me_expired)).toBeVisible();
}

async function readOutbox(page: Page, w: Words, email: string): Promise<void> {
  await page.goto(`/outbox?to=${encodeURIComponent(email)}`);
  await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(3);
  const mail = page.frameLocator('iframe').locator('body');
  await expect(mail).toContainText(t('chat.from_site'));
  await expect(page.locator('iframe')).toHaveAttribute('title', w.outbox.frame);
  // Neither scripts of a mail nor axe can run in the mail's frame, so this checks the mail's text.
  await page.getByText(w.outbox.text, { exact: true }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectNoBarriers(page, '/outbox');
}

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
