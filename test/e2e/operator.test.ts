import type { Browser, Page } from '@playwright/test';
import { beginningOf, t } from '#test/web/words.ts';
import { pressToPost } from './api.ts';
import { expectNoBarriers, PHONE } from './barriers.ts';
import { openVisitor } from './base.ts';
import { signInFirst, signInWith } from './operators.ts';
import { codeFor } from './outbox.ts';
import { AT_REST, type Credentials, enter, expect, type Site, serveSite, test } from './site.ts';
import { expectToast } from './toasts.ts';

// Uses a separate site, because its decisions affect all users and one-time passwords work once.
test('points are redeemed: rejected, requested again, approved by two admins, with a valid ledger proof after each step', async ({
  browser,
}) => {
  await serveSite(AT_REST, async (site) => {
    const user = await signedInUser(browser, site);
    const first = await operator(browser, site, site.admins[0]!);
    await expectProof(first);

    const firstCode = await requestRedeem(user, site, '2000');
    await expectProof(first);
    await reject(first, 'The wallet is new to us: please write to support.');
    await expect(said(user, 'Note: The wallet is new to us: please write to support.')).toBeVisible();
    await expect(said(user, '5,000')).toBeVisible();
    await expectNoBarriers(user, 'a withdrawal that was rejected');
    await expectProof(first);

    const second = await operator(browser, site, site.admins[1]!);
    await user.getByRole('button', { name: t('redeem.again') }).click();
    await requestRedeem(user, site, null, firstCode);
    await approve(first, t('admin_withdrawals.approve'), t('admin_withdrawals.done.first'));
    await expect(said(user, t('admin_withdrawals.stages.in_review'))).toBeVisible();
    await expectProof(first);

    await approve(second, t('admin_withdrawals.approve_second'), t('admin_withdrawals.done.approved'));
    await expect(said(user, t('redeem.told.being_sent', { usdt: '2.00' }))).toBeVisible();
    await expect(said(user, t('redeem.stage.being_sent'))).toBeVisible();
    await expectProof(second);
    await expectAudited(second, [
      'ops2@example.com approved the withdrawal of Demo',
      'ops1@example.com gave the first approval for the withdrawal of Demo',
      'ops1@example.com rejected the withdrawal of Demo',
    ]);
  });
});

/** Finds visible text. Skips the copies of toasts for screen readers, and filters that contain the same words as a list. */
const said = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first();

/** Signs in the demo's user on a phone, on which they redeem. */
async function signedInUser(browser: Browser, site: Site): Promise<Page> {
  const page = await openVisitor(browser, { baseURL: site.url, viewport: PHONE });
  await enter(page, site.demoUser);
  await page.goto('/account?tab=redeem');
  return page;
}

/** Requests a withdrawal of these points, or of the form's default, with another code than the previous one. Returns the code. */
async function requestRedeem(page: Page, site: Site, points: string | null, codeBefore = ''): Promise<string> {
  const amount = page.getByRole('textbox', { name: t('redeem.points'), exact: true });
  if (points !== null) await amount.fill(points);
  await expect(said(page, t('redeem.usdt', { usdt: '2.00' }))).toBeVisible();
  // The next code from the same place can be sent after a minute.
  const send = page.getByRole('button', { name: t('redeem.send_code') });
  const sends = () => pressToPost(page, '/api/points/redeem/send-code', () => send.click());
  await expect.poll(sends, { timeout: 180_000, intervals: [5_000] }).toBe(true);
  await expect(page.getByText(beginningOf('redeem.code_sent.email'))).toBeVisible();
  const sent = () => codeFor(page, site.demoUser.email, 'redeem');
  await expect.poll(sent).not.toBe(codeBefore);
  const code = await sent();
  await page.getByRole('textbox', { name: t('redeem.code'), exact: true }).fill(code);
  await expectNoBarriers(page, 'the form to redeem');
  await page.getByRole('button', { name: t('redeem.submit', { usdt: '2.00', points: 2000 }) }).click();
  await expect(page.getByRole('heading', { name: t('redeem.under_way') })).toBeVisible();
  await expect(page.getByText(beginningOf('redeem.decided_within'))).toBeVisible();
  await expectNoBarriers(page, 'a withdrawal in review');
  return code;
}

/** Signs an admin in for the first time, and opens the queue. */
async function operator(browser: Browser, site: Site, credentials: Credentials): Promise<Page> {
  const page = await openVisitor(browser, { baseURL: site.url });
  await page.goto('/admin/withdrawals');
  await guessWrongly(page, credentials);
  await signInFirst(page, credentials);
  await expect(page.getByRole('heading', { name: t('admin_withdrawals.list'), level: 1 })).toBeVisible();
  return page;
}

/** Rejects by keyboard only, as reviewers work through the queue. */
async function reject(page: Page, note: string): Promise<void> {
  await focusFirstRow(page);
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin_withdrawals.reason_code')).selectOption('wallet');
  await dialog.getByLabel(t('admin_withdrawals.note')).fill(note);
  await expectNoBarriers(page, 'rejecting a withdrawal');
  await dialog.getByRole('button', { name: t('admin_withdrawals.reject') }).click();
  await expectToast(page, t('admin_withdrawals.done.rejected'));
  await expect(said(page, t('admin_withdrawals.none.pending'))).toBeVisible();
}

/** Approves, with all evidence on one screen. */
async function approve(page: Page, button: string, toast: string): Promise<void> {
  await focusFirstRow(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`^${t('redeem.usdt', { usdt: '2.00' })}`) })).toBeVisible();
  await expectNoBarriers(page, 'a withdrawal with its evidence');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await expectNoBarriers(page, 'approving a withdrawal');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expectToast(page, toast);
}

async function focusFirstRow(page: Page): Promise<void> {
  await page.goto('/admin/withdrawals');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectNoBarriers(page, 'the queue of withdrawals');
  await page.keyboard.press('j');
}

/** Runs the proof of the whole ledger, and expects that it holds. */
async function expectProof(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('admin_access_token'));
  const response = await page.request.post('/api/admin/ledger/proof', { headers: { Authorization: `Bearer ${token}` }, data: {} });
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ proof: { proven: true } });
}

/** Expects these sentences in the audit log. */
async function expectAudited(page: Page, sentences: string[]): Promise<void> {
  await page.goto('/admin/audit');
  for (const sentence of sentences) await expect(page.getByRole('row', { name: sentence })).toBeVisible();
  await expectNoBarriers(page, '/admin/audit');
}

/** Enters a wrong password until the console requires a captcha, which the page solves itself. */
async function guessWrongly(page: Page, { email }: Credentials): Promise<void> {
  const check = page.getByText(t('auth.captcha_ready'));
  for (let guesses = 0; guesses < 4 && !(await check.isVisible()); guesses++) {
    await signInWith(page, { email, password: 'Wrong7Horse' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: t('admin_account.sign_in'), exact: true })).toBeEnabled();
  }
  await expect(check).toBeVisible();
  await expectNoBarriers(page, 'signing in to the console with a captcha');
}
