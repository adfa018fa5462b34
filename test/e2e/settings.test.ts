import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { freshWallet } from '#test/support/wallets.ts';
import { api } from './api.ts';
import { expectNoBarriers } from './barriers.ts';
import { codeFor } from './outbox.ts';
import { enterAsNew, expect, test } from './site.ts';
import { speak } from './speak.ts';
import { expectToast } from './toasts.ts';
import { walks } from './walks.ts';
import { WORDS, type Words } from './words.ts';

let people = 0;

for (const { locale, device, viewport } of walks('vi', 'phone')) {
  test(`an account, from its picture to its deletion: ${locale}, ${device}`, async ({ page, context, site }) => {
    const w = WORDS[locale] as Words;
    await page.setViewportSize(viewport);
    await speak(context, site, locale);
    const { email, password } = await enterAsNew(page);
    await confirmAddress(page, email);

    await editProfile(page, w, password);
    await confirmPhone(page, w);
    await keepQuiet(page, w);
    await limitStakes(page, w);
    await takeBreak(page, w);
    await takeDataAlong(page, w, email);
    await leaveAndStay(page, w, email, password);
  });
}

/** Confirms the address, which is required before a wallet or phone can be added. */
async function confirmAddress(page: Page, email: string): Promise<void> {
  const code = await codeFor(page, email, 'confirm_email');
  await api(page, '/api/auth/email/verify', { code });
}

const serialOf = () => String(++people).padStart(3, '0');

async function editProfile(page: Page, w: Words, password: string): Promise<void> {
  await page.goto('/settings/profile');
  const handle = `walker_${Date.now() % 1_000_000_000}`;
  await page.getByLabel(w.settings.display_name, { exact: true }).fill('Ngô Thị Thanh Hằng – 吴清恒 – Alexandra');
  await page.getByLabel(w.settings.handle, { exact: true }).fill('admin');
  await page.getByRole('button', { name: w.settings.save, exact: true }).click();
  await expect(page.getByLabel(w.settings.handle, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, '/settings/profile with an error');
  await page.getByLabel(w.settings.handle, { exact: true }).fill(handle);
  await page.getByRole('button', { name: w.settings.save, exact: true }).click();
  await expectToast(page, w.settings.saved);

  await page.getByRole('button', { name: w.settings.wallet_add, exact: true }).click();
  const field = page.getByLabel(w.settings.wallet_address, { exact: true });
  await field.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await expect(page.getByText(w.settings.wallet_ethereum)).toBeVisible();
  await field.fill(freshWallet());
  await page.getByRole('button', { name: w.settings.wallet_save, exact: true }).click();
  const proof = page.getByRole('dialog', { name: w.security.step_up_title });
  await proof.getByLabel(w.security.password, { exact: true }).fill(password);
  await proof.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expectToast(page, w.settings.wallet_saved);
}

async function confirmPhone(page: Page, w: Words): Promise<void> {
  const number = `+84912345${serialOf()}`;
  await page.getByRole('button', { name: w.settings.phone_add, exact: true }).click();
  await page.getByLabel(w.settings.phone_number, { exact: true }).fill(number);
  await page.getByRole('button', { name: w.settings.phone_send, exact: true }).click();
  const code = page.getByLabel(w.security.code, { exact: true });
  await code.fill(await codeFor(page, number, 'confirm_phone'));
  await page.getByRole('button', { name: w.security.confirm, exact: true }).click();
  await expectToast(page, w.settings.phone_saved);
  await expectNoBarriers(page, '/settings/profile');
}

async function keepQuiet(page: Page, w: Words): Promise<void> {
  await page.goto('/settings/notifications');
  await page.getByRole('switch', { name: w.notifications.quiet_on, exact: true }).click();
  await expect(page.getByText(w.notifications.saved, { exact: true })).toBeVisible();
  // axe reports elements that are partly covered by the page's bar as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoBarriers(page, '/settings/notifications');
  await page.reload();
  await expect(page.getByRole('switch', { name: w.notifications.quiet_on, exact: true })).toBeChecked();
}

async function limitStakes(page: Page, w: Words): Promise<void> {
  await page.goto('/settings/limits');
  await page.getByRole('button', { name: w.playLimits.set_named.replace('{limit}', w.playLimits.name.stake.day), exact: true }).click();
  await page.getByLabel(`${w.playLimits.name.stake.day}: ${w.playLimits.amount}`, { exact: true }).fill('500');
  await page.getByRole('button', { name: w.playLimits.save, exact: true }).click();
  await expectToast(page, w.playLimits.saved);
  await expect(page.getByRole('progressbar', { name: w.playLimits.name.stake.day })).toBeVisible();
  await expectNoBarriers(page, '/settings/limits');
}

async function takeBreak(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.playLimits.choose_time_out, exact: true }).click();
  const question = page.getByRole('dialog', { name: w.playLimits.confirm_title.time_out });
  await expect(question).toBeVisible();
  await expectNoBarriers(page, 'what time away means');
  await question.getByRole('button', { name: w.playLimits.go_on, exact: true }).click();
  const sure = page.getByRole('dialog', { name: w.playLimits.sure_title });
  await sure.getByRole('checkbox', { name: w.playLimits.sure, exact: true }).check();
  await sure.getByRole('button', { name: w.playLimits.begin, exact: true }).click();
  await expectToast(page, w.playLimits.begun);
  await page.goto('/account');
  await expect(page.getByText(w.playLimits.away_note)).toBeVisible();
  await expectNoBarriers(page, '/account during time away');
}

async function takeDataAlong(page: Page, w: Words, email: string): Promise<void> {
  await page.goto('/settings/security');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: w.accountClosure.export, exact: true }).click();
  const files = unzipSync(readFileSync(await (await saving).path()));
  expect(JSON.parse(Buffer.from(files['account.json'] ?? []).toString()).email).toBe(email);
}

/** Deletes the account, and cancels the deletion. */
async function leaveAndStay(page: Page, w: Words, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: w.accountClosure.delete, exact: true }).click();
  const question = page.getByRole('dialog', { name: w.accountClosure.delete_title });
  await expect(question).toBeVisible();
  await expectNoBarriers(page, 'what deleting means');
  await question.getByRole('button', { name: w.accountClosure.delete_submit, exact: true }).click();
  await expect(page.getByRole('button', { name: w.shell.sign_in, exact: true }).first()).toBeVisible();

  // A toast that fades out has less contrast.
  await expect(page.getByText(w.accountClosure.delete_asked.split('{')[0] ?? '')).toHaveCount(0);
  await page.goto('/terms');
  await page.getByRole('button', { name: w.shell.sign_in, exact: true }).first().click();
  const form = page.getByRole('dialog', { name: w.auth.sign_in_title });
  await form.getByLabel(w.auth.email, { exact: true }).fill(email);
  await form.getByLabel(w.auth.password, { exact: true }).fill(password);
  await form.getByRole('button', { name: w.auth.sign_in_submit, exact: true }).click();
  const keep = page.getByRole('dialog', { name: w.accountClosure.keep_title });
  await expect(keep).toBeVisible();
  await expectNoBarriers(page, 'the question whether to keep the account');
  await keep.getByRole('button', { name: w.accountClosure.keep_submit, exact: true }).click();
  await expectToast(page, w.accountClosure.kept);
}
