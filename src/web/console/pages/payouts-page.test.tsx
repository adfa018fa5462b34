import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchItem, Payable, WholeBatch } from '#contract/payout-batches.ts';
import { tronLinkUrl } from '#domain/withdrawals/payout-text.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const server = await serveConsole();
const AT = '2026-11-22T12:00:00.000Z';
const WALLET = 'TXd9duqtcyyj4pBCKvXKNqmazxxDw5SdBa';
const TREASURY = 'TSPrmJetAMo6S6RxMd4tswzeRCFVegBNig';
const BATCH_ID = '0192f3a0-0000-7000-8000-0000000000b1';
const idOf = (n: number) => `0192f3a0-0000-7000-8000-00000000000${n}`;
const ADMIN = beAdmin();
const userOf = (n: number) => ({ id: idOf(n), display_name: `User ${n}`, public_handle: `user${n}`, email: null });

const payableOf = (n: number, usdt: string): Payable => ({ id: idOf(n), user: userOf(n), wallet_address: WALLET, usdt, decided_at: AT });

const itemOf = (n: number, values: Partial<BatchItem> = {}): BatchItem => ({
  ...{ id: idOf(n), user: userOf(n), wallet_address: WALLET, usdt: '12.00', points: 12_000, status: 'approved', stage: 'being_sent' },
  ...{ submitted_at: AT, decided_at: AT, reason_code: null, tx_hash: null, payout: null, frozen: null, released_at: null },
  ...values,
});

const batchOf = (items: BatchItem[], values: Partial<WholeBatch> = {}): WholeBatch => ({
  ...{
    id: BATCH_ID,
    made_by: ADMIN,
    held_by: ADMIN,
    held_since: AT,
    created_at: AT,
    dissolved_at: null,
    usdt: '24.00',
    treasury: TREASURY,
  },
  ...{ counts: { all: items.length, recorded: 0, confirmed: 0, wrong: 0 }, items },
  ...values,
});

beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'finance' });
  server.on('GET /api/admin/payouts/payable', {
    json: { items: [payableOf(1, '12.00'), payableOf(2, '0.10')], next: null, total: { count: 2, usdt: '12.10' } },
  });
  server.on('GET /api/admin/payouts', { json: { items: [batchOf([itemOf(3)])], next: null } });
  await chooseLocale('en');
});

const text = (key: string, values?: Parameters<typeof t>[1]) => t(`admin_payouts.${key}` as Parameters<typeof t>[0], values);

describe('what is ready to pay', () => {
  it('is chosen by key or tick, added up exactly, and made into one batch', async () => {
    server.on('POST /api/admin/payouts', { json: { batch: batchOf([itemOf(1), itemOf(2)]) } });
    server.on(`GET /api/admin/payouts/${BATCH_ID}`, { json: { batch: batchOf([itemOf(1), itemOf(2)]) } });
    const { path } = renderConsole('/admin/payouts');
    await screen.findByText(text('to_pay_total', { count: 2, usdt: '12.10' }));
    expect(screen.getByRole('button', { name: text('make_none') })).toHaveProperty('disabled', true);
    await userEvent.keyboard('jx');
    await userEvent.click(screen.getByRole('checkbox', { name: text('choose_one', { name: 'User 2', usdt: '0.10' }) }));
    await userEvent.click(screen.getByRole('button', { name: text('make', { count: 2, usdt: '12.10' }) }));
    await waitFor(() => expect(path()).toBe(`/admin/payouts/${BATCH_ID}`));
    expect(server.bodiesOf('POST /api/admin/payouts')).toEqual([{ withdrawal_ids: [idOf(1), idOf(2)] }]);
  });

  it('says why no batch was made, and keeps the choice', async () => {
    server.on('POST /api/admin/payouts', { status: 409, json: { code: 'payout_batched', detail: 'It is in a batch.' } });
    renderConsole('/admin/payouts');
    await userEvent.click(await screen.findByRole('button', { name: text('choose_all') }));
    await userEvent.click(screen.getByRole('button', { name: text('make', { count: 2, usdt: '12.10' }) }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['It is in a batch.']));
    expect(screen.getByRole('button', { name: text('make', { count: 2, usdt: '12.10' }) })).toBeTruthy();
  });
});

describe('a batch', () => {
  const open = async (batch: WholeBatch) => {
    server.on(`GET /api/admin/payouts/${BATCH_ID}`, { json: { batch } });
    const rendered = renderConsole(`/admin/payouts/${BATCH_ID}`);
    await screen.findByRole('table');
    return rendered;
  };

  it('shows the code, exact amount and deep link of each payout, by a key, and returns to the row', async () => {
    await open(batchOf([itemOf(1), itemOf(2, { frozen: 'disabled' })]));
    await userEvent.keyboard('jp');
    const dialog = within(await screen.findByRole('dialog', { name: text('pay_title', { usdt: '12.00', name: 'User 1' }) }));
    expect(dialog.getByRole('img', { name: text('qr', { wallet: WALLET }) })).toBeTruthy();
    expect(dialog.getByText('12.00 USDT')).toBeTruthy();
    const link = dialog.getByRole('link', { name: text('tronlink', { app: 'TronLink' }) });
    expect(link.getAttribute('href')).toBe(tronLinkUrl({ from: TREASURY, to: WALLET, amount: '12.00', id: idOf(1) }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent ?? '').toContain('User 1'));
    // What is frozen is not paid.
    await userEvent.keyboard('jp');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('button', { name: text('pay') })).toHaveLength(1);
  });

  it('takes a file of hashes and answers each row', async () => {
    const rows = [
      { line: 2, outcome: 'recorded', withdrawal_id: idOf(1), refusal: null },
      { line: 3, outcome: 'refused', withdrawal_id: idOf(2), refusal: { code: 'account_disabled', detail: 'The account is disabled.' } },
      { line: 4, outcome: 'ambiguous', withdrawal_id: null, refusal: null },
    ];
    server.on(`POST /api/admin/payouts/${BATCH_ID}/hashes`, { json: { fault: null, rows, batch: batchOf([itemOf(1)]) } });
    await open(batchOf([itemOf(1), itemOf(2)]));
    const file = new File(['reference,tx_hash\nx,y'], 'payouts.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText(text('file')), file);
    expect(await screen.findByDisplayValue(/reference,tx_hash/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: text('import_send') }));
    expect(await screen.findByText(text('imported', { recorded: 1, rows: 3 }))).toBeTruthy();
    expect(screen.getByText('The account is disabled.')).toBeTruthy();
    expect(screen.getByText(text('outcome.ambiguous'))).toBeTruthy();
    expect(server.bodiesOf(`POST /api/admin/payouts/${BATCH_ID}/hashes`)).toEqual([{ csv: 'reference,tx_hash\nx,y' }]);
  });

  it('says at the field what is wrong with a whole file, and sends no empty one', async () => {
    server.on(`POST /api/admin/payouts/${BATCH_ID}/hashes`, { json: { fault: 'header', rows: [], batch: batchOf([itemOf(1)]) } });
    await open(batchOf([itemOf(1)]));
    await userEvent.click(screen.getByRole('button', { name: text('import_send') }));
    expect(screen.getByText(text('file_fault.empty'))).toBeTruthy();
    await enterText(screen.getByLabelText(text('csv')), 'hello');
    await userEvent.click(screen.getByRole('button', { name: text('import_send') }));
    expect(await screen.findByText(text('file_fault.header'))).toBeTruthy();
    expect(server.bodiesOf(`POST /api/admin/payouts/${BATCH_ID}/hashes`)).toHaveLength(1);
  });

  it('of another admin offers to take it over, and nothing else', async () => {
    const other = { id: idOf(9), email: 'other@ops.example' };
    server.on(`POST /api/admin/payouts/${BATCH_ID}/take-over`, { json: { batch: batchOf([itemOf(1)]) } });
    await open(batchOf([itemOf(1)], { held_by: other }));
    expect(screen.getByText(text('held_by_other', { email: other.email }))).toBeTruthy();
    for (const name of ['pay', 'release', 'dissolve', 'import_send']) expect(screen.queryByRole('button', { name: text(name) })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: text('take_over') }));
    const dialog = within(await screen.findByRole('dialog', { name: text('take_over_title') }));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'On holiday');
    await userEvent.click(dialog.getByRole('button', { name: text('take_over') }));
    await waitFor(() => expect(server.bodiesOf(`POST /api/admin/payouts/${BATCH_ID}/take-over`)).toEqual([{ reason: 'On holiday' }]));
  });

  it('of which something is recorded cannot be dissolved; each payout shows what the chain says', async () => {
    const payout = { state: 'mismatch', fault: 'amount', failure: null, problem: null, checked_at: AT, next_check_at: null } as const;
    const items = [itemOf(1, { stage: 'sent', tx_hash: 'ab'.repeat(32), payout }), itemOf(2)];
    await open(batchOf(items, { counts: { all: 2, recorded: 1, confirmed: 0, wrong: 1 } }));
    expect(screen.queryByRole('button', { name: text('dissolve') })).toBeNull();
    expect(screen.getByText(new RegExp(t('admin_withdrawals.payout_fault.amount')))).toBeTruthy();
    expect(screen.getAllByRole('button', { name: text('release') })).toHaveLength(1);
  });

  it('that does not exist is said to be missing', async () => {
    server.on(`GET /api/admin/payouts/${BATCH_ID}`, { status: 404, json: { code: 'not_found', detail: 'Nothing here.' } });
    renderConsole(`/admin/payouts/${BATCH_ID}`);
    expect(await screen.findByText(text('no_such'))).toBeTruthy();
  });
});
