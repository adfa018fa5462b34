import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { type AdminName, type OperationsSite, startOperationsSite } from '#test/operations-day/operations-site.ts';
import { t } from '#test/web/words.ts';
import { DESKTOP, expectNoBarriers, PHONE } from './barriers.ts';
import { openVisitor, test } from './base.ts';
import { expect } from './site.ts';

const NOTE = 'Three accounts, one browser.';

test('an operations day: a ring is rejected, two are paid in a batch that the chain confirms, and a balance is explained', async ({
  browser,
}) => {
  const site = await startOperationsSite();
  let errors: string[];
  try {
    const [reviewer, finance] = [await openConsole(browser, site, 'reviewer'), await openConsole(browser, site, 'finance')];
    await rejectTheRing(site, reviewer, finance);
    for (const name of ['anna', 'ben'] as const) await approve(site, reviewer, name);
    await payInABatch(site, finance);
    await correctTheWrongOne(browser, site);
    await expectPaid(browser, site);
    await audit(browser, site);
  } finally {
    errors = await site.stop();
  }
  expect(errors).toEqual([]);
});

/** Opens the console for an admin who has just signed in. */
const openConsole = async (browser: Browser, site: OperationsSite, who: AdminName): Promise<Page> =>
  openWith(browser, site.url, { key: 'admin_access_token', token: await site.signIn(who), viewport: DESKTOP });

interface SignedIn {
  key: string;
  token: string;
  viewport: typeof DESKTOP;
}

async function openWith(browser: Browser, url: string, { viewport, ...item }: SignedIn): Promise<Page> {
  const page = await openVisitor(browser, { baseURL: url, viewport, timezoneId: 'UTC' });
  await page.addInitScript(({ key, token }) => localStorage.setItem(key, token), item);
  return page;
}

/** One admin reads the evidence and leaves a note, which the other reads; then the request is rejected. */
async function rejectTheRing({ askers: { rita }, admins }: OperationsSite, reviewer: Page, finance: Page): Promise<void> {
  await reviewer.goto('/admin/withdrawals');
  await expect(reviewer.getByRole('row')).toHaveCount(4);
  await expectNoBarriers(reviewer, 'a queue of three');
  await reviewer.setViewportSize(PHONE);
  await expectNoBarriers(reviewer, 'a queue of three on the phone');
  await reviewer.setViewportSize(DESKTOP);
  await reviewer.getByRole('row').filter({ hasText: rita.name }).focus();
  await reviewer.keyboard.press('Enter');
  await expect(
    reviewer.getByRole('heading', { level: 1, name: t('admin_withdrawals.title', { usdt: rita.usdt, name: rita.name }) }),
  ).toBeVisible();
  await expect(reviewer.getByRole('heading', { name: `${t('admin_evidence.devices')} 2` })).toBeVisible();
  await expectNoBarriers(reviewer, 'the evidence of a ring');
  await reviewer.getByLabel(t('admin_withdrawals.queue.note')).fill(NOTE);
  await reviewer.getByRole('button', { name: t('admin_withdrawals.queue.note_add') }).click();

  await finance.goto(`/admin/withdrawals/${rita.withdrawalId}`);
  await expect(finance.getByText(t('admin_withdrawals.for_admins', { note: NOTE }))).toBeVisible();
  await expect(finance.getByText(admins.reviewer).first()).toBeVisible();

  await reviewer.keyboard.press('Escape');
  await reviewer.getByRole('button', { name: t('admin_withdrawals.reject'), exact: true }).click();
  const dialog = reviewer.getByRole('dialog');
  await dialog.getByLabel(t('admin_withdrawals.reason_code')).selectOption('rules');
  await dialog.getByRole('button', { name: t('admin_withdrawals.reject'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(reviewer.getByText(t('admin_withdrawals.reason_codes.rules')).first()).toBeVisible();
}

async function approve({ askers }: OperationsSite, page: Page, name: 'anna' | 'ben'): Promise<void> {
  await page.goto(`/admin/withdrawals/${askers[name].withdrawalId}`);
  await page.getByRole('button', { name: t('admin_withdrawals.approve'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('admin_withdrawals.approve'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('admin_withdrawals.stages.being_sent')).first()).toBeVisible();
}

/** Makes a batch, pays, and records: one payment is not final yet, of the other a wrong transaction is recorded. */
async function payInABatch(site: OperationsSite, page: Page): Promise<void> {
  const { anna, ben } = site.askers;
  await page.goto('/admin/payouts');
  await page.getByRole('button', { name: t('admin_payouts.choose_all') }).click();
  await expectNoBarriers(page, 'what is ready to pay');
  await page.getByRole('button', { name: t('admin_payouts.make', { count: 2, usdt: '21.00' }) }).click();
  await expect(page).toHaveURL(/\/admin\/payouts\/[0-9a-f-]{36}$/);
  await page
    .getByRole('button', { name: t('admin_payouts.pay'), exact: true })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(anna.wallet).first()).toBeVisible();
  await expectNoBarriers(page, 'how to pay one');
  await page.keyboard.press('Escape');

  await site.pass(2);
  const late = await site.pay(anna.wallet, anna.usdt, { isFinal: false });
  const foreign = await site.pay(anna.wallet, '1.00');
  await page
    .getByLabel(t('admin_payouts.csv'), { exact: true })
    .fill(
      ['reference,tx_hash', `${anna.withdrawalId},${late}`, `${ben.withdrawalId},${foreign}`, `${ben.withdrawalId},not-a-hash`].join('\n'),
    );
  await page.getByRole('button', { name: t('admin_payouts.import_send'), exact: true }).click();
  await expect(page.getByText(t('admin_payouts.imported', { recorded: 2, rows: 3 }))).toBeVisible();
  await expect(page.getByText(t('admin_payouts.outcome.malformed'))).toBeVisible();

  await site.pass(2);
  await page.reload();
  await expect(page.getByText(t('admin_withdrawals.payout_state.on_chain'))).toBeVisible();
  await expect(page.getByText(t('admin_withdrawals.payout_fault.wallet'))).toBeVisible();
  await expectNoBarriers(page, 'a batch with a wrong transaction');
  await page.setViewportSize(PHONE);
  await expectNoBarriers(page, 'a batch on the phone');
  const batch = page.url();
  await page.goto('/admin/treasury?state=all');
  await expect(page.getByText(t('admin_treasury.states.expected')).first()).toBeVisible();
  await expectNoBarriers(page, 'the treasury on the phone');
  await page.setViewportSize(DESKTOP);
  await page.goto(batch);

  await site.finalise(late);
  await site.pass(2);
  await page.reload();
  await expect(page.getByText(t('admin_withdrawals.payout_state.confirmed'), { exact: true })).toBeVisible();
}

/** A correction needs a second admin. */
async function correctTheWrongOne(browser: Browser, site: OperationsSite): Promise<void> {
  const page = await openConsole(browser, site, 'finance');
  const { ben } = site.askers;
  const right = await site.pay(ben.wallet, ben.usdt);
  await page.goto(`/admin/withdrawals/${ben.withdrawalId}`);
  await page.getByRole('button', { name: t('admin_withdrawals.correct'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin_withdrawals.hash')).fill(right);
  await dialog.getByLabel(t('admin.reason')).fill('Copied the hash of another payment.');
  await dialog.getByRole('button', { name: t('admin_withdrawals.correct'), exact: true }).click();
  await expect(dialog).toBeHidden();

  const second = await openConsole(browser, site, 'secondFinance');
  await second.goto('/admin/approvals');
  await second.getByRole('button', { name: t('admin_approvals.approve'), exact: true }).click();
  await second
    .getByRole('dialog')
    .getByRole('button', { name: t('admin_approvals.approve'), exact: true })
    .click();
  await expect(second.getByRole('dialog')).toBeHidden();
  await second.context().close();
  await site.pass(2);
  await page.reload();
  await expect(page.getByText(t('admin_withdrawals.payout_state.confirmed'), { exact: true })).toBeVisible();
}

/** The user reads that the payment is confirmed. */
async function expectPaid(browser: Browser, site: OperationsSite): Promise<void> {
  const page = await openWith(browser, site.url, { key: 'access_token', token: await site.signIn('ben'), viewport: PHONE });
  await page.goto('/account?tab=redeem');
  await expect(page.getByText(t('redeem.payout.confirmed')).filter({ visible: true }).first()).toBeVisible();
  await page.context().close();
}

/** An auditor explains a balance, and exports the signed log. */
async function audit(browser: Browser, site: OperationsSite): Promise<void> {
  const { rita } = site.askers;
  const page = await openConsole(browser, site, 'auditor');
  await page.goto(`/admin/users/${rita.id}/points`);
  await page.getByRole('button', { name: t('admin_users.explain.title') }).click();
  await expect(page.getByText(t('admin_users.explain.start'))).toBeVisible();
  await expect(page.getByText(/add up to/)).toBeVisible();
  await expectNoBarriers(page, 'a balance explained');
  await page.goto('/admin/audit');
  await expect(page.getByRole('row', { name: /rejected the withdrawal of Rita Moreau/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('admin_audit.export') }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expectSigned(file);
}

/** The last line signs the digest of those before it (docs/security.md). */
function expectSigned(file: string): void {
  const end = file.trimEnd().lastIndexOf('\n') + 1;
  const { sha256, signature, public_key } = JSON.parse(file.slice(end)) as Record<'sha256' | 'signature' | 'public_key', string>;
  expect(createHash('sha256').update(file.slice(0, end)).digest('hex')).toBe(sha256);
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(sha256), key, Buffer.from(signature, 'base64'))).toBe(true);
}
