import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Treasury, TreasuryTransfer } from '#contract/treasury.ts';
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
const ID = '0192f3a0-0000-7000-8000-0000000000c1';
const text = (key: string, values?: Parameters<typeof t>[1]) => t(`admin_treasury.${key}` as Parameters<typeof t>[0], values);
const sum = { count: 0, usdt: '0.00' };

const treasuryOf = (values: Partial<Treasury> = {}): Treasury => ({
  wallet: WALLET,
  balances: { usdt: '1234.500000', trx: '99.000000', energy: 130_000, bandwidth: 40, at: AT },
  ...{ balances_problem: null, is_trx_low: true, to_send: { count: 2, usdt: '1300.00' }, on_the_way: sum, wrong: sum, pending: sum },
  transfers: { since: AT, until: AT, at: AT, is_behind: false, problem: null },
  ...{ owed: '1300.00', owed_short: '65.50', unexplained: 1 },
  forecast: { need: '2000.00', asked: '700.00', days: 30, short: '765.50' },
  ...values,
});

const transferOf = (values: Partial<TreasuryTransfer> = {}): TreasuryTransfer => ({
  ...{ id: ID, tx_hash: 'ab'.repeat(32), to_wallet: WALLET, usdt: '12', block_at: AT, state: 'unexplained' },
  ...{ withdrawal_id: null, fit: null, explanation: null, waiting: null },
  ...values,
});

const serve = (treasury: Treasury, items: TreasuryTransfer[]) => {
  server.on('GET /api/admin/treasury', { json: treasury });
  server.on('GET /api/admin/treasury/transfers', { json: { items, next: null } });
};

beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'finance' });
  await chooseLocale('en');
});

describe('the treasury', () => {
  it('shows what it holds, what is missing, and the alarm', async () => {
    serve(treasuryOf(), [transferOf()]);
    renderConsole('/admin/treasury');
    expect(await screen.findByText('1,234.5')).toBeTruthy();
    expect(screen.getByText(text('trx_low', { trx: '99' }))).toBeTruthy();
    expect(screen.getByText(text('short', { usdt: '65.50' }))).toBeTruthy();
    expect(screen.getByText(text('short', { usdt: '765.50' }))).toBeTruthy();
    expect(screen.getByText(text('alarm', { count: 1 }))).toBeTruthy();
  });

  it('says "unknown" and why while nodes say nothing, never nothing', async () => {
    const silent = { balances: null, balances_problem: 'disagree', is_trx_low: null, owed_short: null, unexplained: 0 } as const;
    const transfers = { since: AT, until: AT, at: AT, is_behind: false, problem: 'away' } as const;
    serve(treasuryOf({ ...silent, transfers, forecast: { need: '1.00', asked: '1.00', days: 3, short: null } }), []);
    renderConsole('/admin/treasury');
    expect(await screen.findByText(t('admin_withdrawals.payout_problem.disagree'))).toBeTruthy();
    expect(screen.getAllByText(text('unknown'))).toHaveLength(6);
    expect(screen.queryByText(text('enough'))).toBeNull();
    expect(screen.queryByText(text('calm'))).toBeNull();
    expect(screen.getByText(text('unread'))).toBeTruthy();
    expect(await screen.findByText(text('none.open'))).toBeTruthy();
  });

  it('says what a transfer fits, and asks a second admin to agree to an explanation', async () => {
    const late = transferOf({ fit: 'returned', withdrawal_id: ID });
    serve(treasuryOf(), [late]);
    const call = `POST /api/admin/treasury/transfers/${ID}/explain`;
    server.on(call, { json: { transfer: { ...late, waiting: { id: ID } }, approval: { id: ID } } });
    renderConsole('/admin/treasury');
    expect(await screen.findByText(text('fit.returned'))).toBeTruthy();
    expect(screen.getByRole('link', { name: text('see') }).getAttribute('href')).toBe(`/admin/withdrawals/${ID}`);
    await userEvent.click(screen.getByRole('button', { name: text('explain') }));
    const dialog = within(await screen.findByRole('dialog', { name: text('explain_title', { usdt: '12' }) }));
    await userEvent.click(dialog.getByRole('button', { name: text('explain') }));
    expect(dialog.getByText(t('admin.reason_required'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Cold storage');
    await userEvent.click(dialog.getByRole('button', { name: text('explain') }));
    await waitFor(() => expect(server.bodiesOf(call)).toEqual([{ reason: 'Cold storage' }]));
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([text('asked_second')]);
  });

  it('offers no second explanation while one waits, nor for what is accounted for', async () => {
    const explanation = { text: 'Cold storage', by: { id: ID, email: 'ops@example.com' }, at: AT };
    serve(treasuryOf({ unexplained: 0 }), [
      transferOf({ waiting: { id: ID } }),
      transferOf({ id: ID.replace('c1', 'c2'), state: 'explained', explanation }),
      transferOf({ id: ID.replace('c1', 'c3'), state: 'paid', withdrawal_id: ID }),
    ]);
    renderConsole('/admin/treasury?state=all');
    expect(await screen.findByText(text('waits'))).toBeTruthy();
    expect(screen.getByText(text('explained', { text: 'Cold storage', email: 'ops@example.com' }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: text('explain') })).toBeNull();
  });

  it('is said to be unknown as a whole where no node is set up', async () => {
    serve(treasuryOf({ wallet: null, balances: null, transfers: null, is_trx_low: null, owed_short: null }), []);
    renderConsole('/admin/treasury');
    expect(await screen.findByText(text('not_set_up'))).toBeTruthy();
  });
});
