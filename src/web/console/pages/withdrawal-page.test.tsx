import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAccountRef, makeReview, makeReviewRow, makeWalletCheck } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const HASH = 'cd'.repeat(32);

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  await chooseLocale('en');
});

/** Lets the server answer with a review, and opens its page. */
function open(review: ReturnType<typeof makeReview>, check = makeWalletCheck()) {
  server.on(`GET /api/admin/withdrawals/${review.withdrawal.id}/wallet`, { json: check });
  server.on(`GET /api/admin/withdrawals/${review.withdrawal.id}`, { json: review });
  return renderConsole(`/admin/withdrawals/${review.withdrawal.id}`);
}

const card = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);

describe('a withdrawal under review', () => {
  it('shows all its evidence on one screen', async () => {
    const loser = makeAccountRef('Sad Loser');
    const twin = makeAccountRef('Twin Account');
    open(
      makeReview(makeReviewRow({ flags: ['concentrated_wins'] }), {
        winnings: {
          won: 9_000,
          from_house: 2_000,
          traced: 7_000,
          losers: [{ account: loser, points: 4_500, share: 0.5, contests: 3 }],
          few_share: 0.5,
          is_concentrated: true,
        },
        evidence: {
          ring: {
            ...{ score: 4.2, flagged_from: 3 },
            reasons: [
              { kind: 'fed', weight: 5.2, accounts: 10, points: 610, share: 0.4 },
              { kind: 'emptied', weight: 1.5, accounts: 40, points: 900, share: 0.6 },
            ],
            members: { items: [{ account: twin, ties: ['device', 'feeds'], hops: 1, points: 61 }], count: 60 },
          },
          devices: { items: [{ account: twin, what: 'browser-7', at: '2026-11-20T10:00:00.000Z' }], count: 60 },
          networks: { items: [], count: 0 },
          wallets: { items: [{ account: twin, what: 'TXold', at: null }], count: 1 },
          invites: {
            items: [{ account: twin, direction: 'invitee', at: '2026-11-20T10:00:00.000Z', status: 'in_review', reasons: ['device'] }],
            count: 1,
          },
        },
        wallet: { current: 'TNewNewNewNewNewNewNewNewNewNewNew1', current_since: null, past: ['TPastPastPastPastPastPastPastPastPas'] },
        ledger: [
          {
            id: '1',
            at: '2026-11-21T10:00:00.000Z',
            source: 'contest_reward',
            delta: 920,
            balance: 33_240,
            status: 'posted',
            note: null,
            match: null,
            at_risk: null,
          },
        ],
      }),
    );
    const fromBets = new RegExp(`${t('admin_evidence.origins.contests')} 88% \\+8,800`);
    expect((await card(t('admin_evidence.provenance'))).getByRole('row', { name: fromBets })).toBeTruthy();
    const losers = await card(t('admin_evidence.losers'));
    expect(losers.getByText(t('admin_evidence.concentrated', { share: '50.0%' }))).toBeTruthy();
    expect(losers.getByRole('link', { name: 'Sad Loser' }).getAttribute('href')).toBe(`/admin/users/${loser.id}`);
    const ring = await card(t('admin_evidence.ring'));
    expect(ring.getByText(t('admin_evidence.ring_flagged', { score: 4.2, from: 3 }))).toBeTruthy();
    expect(ring.getByText(t('admin_evidence.ring_reasons.fed', { points: 610, share: '40.0%', accounts: 10 }))).toBeTruthy();
    expect([ring.getByText('+5.2'), ring.getByText('+1.5')]).toHaveLength(2);
    expect(ring.getByText(t('admin_evidence.ties.feeds'))).toBeTruthy();
    expect(ring.getByText(t('admin_evidence.shown_of', { shown: 1, count: '60' }))).toBeTruthy();
    const shared = await card(t('admin_evidence.shared'));
    expect(shared.getByText('browser-7')).toBeTruthy();
    expect(shared.getByText(t('admin_evidence.shown_of', { shown: 1, count: '60' }))).toBeTruthy();
    expect(shared.getByText(t('admin_evidence.not_kept'))).toBeTruthy();
    expect(shared.getByText(t('admin_evidence.held_for.device'))).toBeTruthy();
    const wallet = await card(t('admin_withdrawals.wallet_card'));
    expect(wallet.getByText('TNewNewNewNewNewNewNewNewNewNewNew1')).toBeTruthy();
    expect(wallet.getByText('TPastPastPastPastPastPastPastPastPas')).toBeTruthy();
    const account = await card(t('admin_withdrawals.account'));
    expect(account.getByText(t('admin_withdrawals.no_hold'))).toBeTruthy();
    expect(account.getByRole('link', { name: t('admin_withdrawals.notes_count', { count: 2 }) })).toBeTruthy();
    expect((await card(t('admin_withdrawals.ledger'))).getByText(t('account.source.contest_reward'))).toBeTruthy();
    expect((await card(t('admin_withdrawals.earlier'))).getByText(t('admin_withdrawals.earlier_none'))).toBeTruthy();
  });

  it('offers only permitted actions, and says why others are not', async () => {
    open(makeReview(makeReviewRow(), { can: { approve: 'withdrawal_on_hold', reject: null, send: null, return: null, correct: null } }));
    expect(await screen.findByText(t('admin_withdrawals.refusal.withdrawal_on_hold'))).toBeTruthy();
    expect(screen.getByRole('button', { name: t('admin_withdrawals.reject') })).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_withdrawals.approve') })).toBeNull();
    await userEvent.keyboard('a');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tells the first approver that another admin has to decide', async () => {
    open(
      makeReview(makeReviewRow(), { can: { approve: 'same_reviewer', reject: 'same_reviewer', send: null, return: null, correct: null } }),
    );
    expect(await screen.findAllByText(t('admin_withdrawals.refusal.same_reviewer'))).toHaveLength(1);
    const decisions = new RegExp([t('admin_withdrawals.approve'), t('admin_withdrawals.reject')].join('|'));
    expect(screen.queryByRole('button', { name: decisions })).toBeNull();
  });

  it('goes to the next one in the queue by j', async () => {
    const next = makeReviewRow({ name: 'Next One', usdt: '5.00' });
    server.on(`GET /api/admin/withdrawals/${next.id}`, { json: makeReview(next) });
    server.on(`GET /api/admin/withdrawals/${next.id}/wallet`, { json: makeWalletCheck() });
    const { path } = open(makeReview(makeReviewRow(), { next_id: next.id }));
    await screen.findByRole('link', { name: t('admin_withdrawals.next') });
    await userEvent.keyboard('j');
    await screen.findByRole('heading', { name: t('admin_withdrawals.title', { usdt: '5.00', name: 'Next One' }) });
    await waitFor(() => expect(path()).toBe(`/admin/withdrawals/${next.id}`));
  });

  it('records the transaction of an approved one, also later, and shows why it was refused', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'being_sent', decided_at: '2026-11-22T10:00:00.000Z' });
    const sent = `POST /api/admin/withdrawals/${row.id}/sent`;
    server.on(
      sent,
      { status: 400, json: { code: 'invalid_tx_hash', detail: 'A transaction hash has 64 digits.' } },
      { json: { withdrawal: row } },
    );
    open(makeReview(row));
    await userEvent.click(await screen.findByRole('button', { name: t('admin_withdrawals.send') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin_withdrawals.hash')), 'short');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.send') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A transaction hash has 64 digits.');
    await userEvent.clear(dialog.getByLabelText(t('admin_withdrawals.hash')));
    await enterText(dialog.getByLabelText(t('admin_withdrawals.hash')), HASH);
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.send') }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([t('admin_withdrawals.done.sent')]));
    expect(server.bodiesOf(sent).at(-1)).toEqual({ tx_hash: HASH });
  });

  it('returns the points of a failed payout with a reason, after a warning', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'sent', decided_at: '2026-11-22T10:00:00.000Z', tx_hash: HASH });
    const back = `POST /api/admin/withdrawals/${row.id}/return`;
    server.on(back, { json: { withdrawal: row, approval: { id: row.id } } });
    open(makeReview(row));
    const explorer = await screen.findByRole('link', { name: (name) => name.includes(t('redeem.explorer')) });
    expect(explorer.getAttribute('href')).toContain(HASH);
    await userEvent.click(screen.getByRole('button', { name: t('admin_withdrawals.return') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`${t('admin_withdrawals.return_sent')} ${t('admin_withdrawals.return_second')}`)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.return') }));
    expect(dialog.getByText(t('admin.reason_required'))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'Bounced');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.return') }));
    await waitFor(() => expect(server.bodiesOf(back)).toEqual([{ reason: 'Bounced' }]));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([t('admin_withdrawals.done.asked')]));
  });

  it('requests another transaction with a reason, and says that a second admin has to agree', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'sent', decided_at: '2026-11-22T10:00:00.000Z', tx_hash: HASH });
    const correct = `POST /api/admin/withdrawals/${row.id}/hash`;
    server.on(correct, { json: { withdrawal: row, approval: { id: row.id } } });
    open(makeReview(row));
    await userEvent.click(await screen.findByRole('button', { name: t('admin_withdrawals.correct') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin_withdrawals.hash')), 'ef'.repeat(32));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'A slip');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_withdrawals.correct') }));
    await waitFor(() => expect(server.bodiesOf(correct)).toEqual([{ tx_hash: 'ef'.repeat(32), reason: 'A slip' }]));
  });

  it('shows what the chain says of a transaction', async () => {
    const checked = { fault: null, failure: null, problem: null, checked_at: '2026-11-22T10:05:00.000Z', next_check_at: null };
    const sent = {
      status: 'approved',
      stage: 'sent',
      decided_at: '2026-11-22T10:00:00.000Z',
      tx_hash: HASH,
      payouts_verified: true,
    } as const;
    open(makeReview(makeReviewRow({ ...sent, payout: { ...checked, state: 'mismatch', fault: 'amount', problem: 'limited' } })));
    const request = await card(t('admin_withdrawals.request'));
    expect(request.getByText(t('admin_withdrawals.payout_state.mismatch'), { exact: false, selector: 'dd *' })).toBeTruthy();
    expect(request.getByText(t('admin_withdrawals.payout_fault.amount'))).toBeTruthy();
    expect(request.getByText(t('admin_withdrawals.payout_problem.limited'))).toBeTruthy();
    expect(screen.getByRole('button', { name: t('admin_withdrawals.return') })).toBeTruthy();
  });

  it('checks the wallet: its form, whether it is frozen, and its history', async () => {
    const history = { paid_count: 3, paid_points: 12_000, other_users: 2 };
    open(makeReview(makeReviewRow()), makeWalletCheck({ chain: { frozen: true, holds_usdt: null, problem: 'slow' }, history }));
    const check = await card(t('admin_withdrawals.check.title'));
    expect(await check.findByText(t('admin_withdrawals.check.is_frozen'))).toBeTruthy();
    expect(check.getByText(t('admin_withdrawals.payout_problem.slow'))).toBeTruthy();
    expect(check.getByText(t('admin_withdrawals.check.paid_of', { count: 3, points: 12_000 }))).toBeTruthy();
    expect(check.getByText(t('admin_withdrawals.check.others_of', { count: 2 }))).toBeTruthy();
  });

  it('offers nothing once the chain confirms it', async () => {
    const checked = { fault: null, failure: null, problem: null, checked_at: '2026-11-22T10:05:00.000Z', next_check_at: null };
    const sent = {
      status: 'approved',
      stage: 'sent',
      decided_at: '2026-11-22T10:00:00.000Z',
      tx_hash: HASH,
      payouts_verified: true,
    } as const;
    open(makeReview(makeReviewRow({ ...sent, payout: { ...checked, state: 'confirmed' } })));
    expect(await screen.findByText(t('admin_withdrawals.payout_tag.confirmed'))).toBeTruthy();
    const actions = [t('admin_withdrawals.return'), t('admin_withdrawals.correct')];
    expect(screen.queryByRole('button', { name: (name) => actions.includes(name) })).toBeNull();
  });

  it('asks for no transaction with an approval where transactions are verified', async () => {
    open(makeReview(makeReviewRow({ payouts_verified: true })));
    await userEvent.click(await screen.findByRole('button', { name: t('admin_withdrawals.approve') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(t('admin_withdrawals.note'))).toBeTruthy();
    expect(dialog.queryByLabelText(t('admin_withdrawals.hash_optional'))).toBeNull();
  });

  it('shows all events, notes, and adjustments', async () => {
    const first = { id: '0195a000-0000-7000-8000-00000000bbbb', email: 'b@example.com' };
    const at = '2026-11-22T10:00:00.000Z';
    const event = { reason_code: null, tx_hash: null, until: null, note: null, owner_note: null, at };
    const approvals = { given: 1, needed: 2, reasons: ['first' as const], first: { ...first, at, note: 'Called them' } };
    const adjustment = {
      id: first.id,
      at,
      delta: 500,
      source: 'manual_adjust' as const,
      reason: 'A prize',
      admin: first,
      approved_by: null,
    };
    open(
      makeReview(makeReviewRow({ status: 'approved', stage: 'being_sent', decided_at: at, frozen: 'disabled', approvals }), {
        events: [
          { ...event, id: 1, kind: 'asked', admin: null },
          { ...event, id: 2, kind: 'approved_first', admin: first, note: 'Called them' },
          { ...event, id: 3, kind: 'frozen', admin: first, reason_code: 'disabled', note: 'many accounts' },
        ],
        waiting: { return: { id: first.id }, correct: null },
        adjustments: { items: [adjustment], total: 3 },
      }),
    );
    const events = await card(t('admin_withdrawals.events'));
    expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(t('admin_withdrawals.event.asked') + t('admin_withdrawals.by_owner')),
      expect.stringContaining(`${t('admin_withdrawals.for_admins', { note: 'Called them' })}b@example.com`),
      expect.stringContaining(
        t('admin_withdrawals.event.frozen') +
          t('admin_withdrawals.frozen_because.disabled') +
          t('admin_withdrawals.for_admins', { note: 'many accounts' }),
      ),
    ]);
    expect(events.getByRole('link', { name: t('admin_withdrawals.waits_return') })).toBeTruthy();
    expect((await card(t('admin_withdrawals.request'))).getByText(t('admin_withdrawals.first_note', { note: 'Called them' }))).toBeTruthy();
    const payout = new RegExp([t('admin_withdrawals.send'), t('admin_withdrawals.return')].join('|'));
    expect(screen.queryByRole('button', { name: payout })).toBeNull();
    const points = await card(t('admin_withdrawals.adjusted'));
    expect(points.getByText('A prize')).toBeTruthy();
    expect(points.getByRole('link', { name: t('admin_withdrawals.adjusted_all', { count: 3 }) })).toBeTruthy();
    expect((await card(t('admin_withdrawals.ledger'))).getByText(t('admin_withdrawals.ledger_none'))).toBeTruthy();
  });

  it('shows an error for an unknown withdrawal', async () => {
    server.on('GET /api/admin/withdrawals/nonsense', { status: 400, json: { code: 'invalid_query', detail: 'No.' } });
    renderConsole('/admin/withdrawals/nonsense');
    expect(await screen.findByText(t('admin_withdrawals.no_such'))).toBeTruthy();
  });
});
