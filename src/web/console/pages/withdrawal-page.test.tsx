import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeAccountRef, makeReview, makeReviewRow } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
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
function open(review: ReturnType<typeof makeReview>) {
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
    expect((await card('Where the points come from')).getByRole('row', { name: /contests 88% \+8,800/ })).toBeTruthy();
    const losers = await card('Who lost what this user won');
    expect(
      losers.getByText(
        'Three accounts or fewer lost 50.0% of it. Above 30%, look at what else they lost: it is a flag where they lose most of what they have here.',
      ),
    ).toBeTruthy();
    expect(losers.getByRole('link', { name: 'Sad Loser' }).getAttribute('href')).toBe(`/admin/users/${loser.id}`);
    const ring = await card('Part of a ring of accounts?');
    expect(ring.getByText('Flagged: the evidence weighs 4.2. From 3 on it is a flag.')).toBeTruthy();
    expect(ring.getByText('10 accounts lose most of what they have to it: 610 points, 40.0% of its own')).toBeTruthy();
    expect([ring.getByText('+5.2'), ring.getByText('+1.5')]).toHaveLength(2);
    expect(ring.getByText('loses to it')).toBeTruthy();
    expect(ring.getByText('1 of 60 shown')).toBeTruthy();
    const shared = await card('Accounts that may belong to the same person');
    expect(shared.getByText('browser-7')).toBeTruthy();
    expect(shared.getByText('1 of 60 shown')).toBeTruthy();
    expect(shared.getByText('not kept')).toBeTruthy();
    expect(shared.getByText('same device')).toBeTruthy();
    const wallet = await card('Wallet');
    expect(wallet.getByText('TNewNewNewNewNewNewNewNewNewNewNew1')).toBeTruthy();
    expect(wallet.getByText('TPastPastPastPastPastPastPastPastPas')).toBeTruthy();
    const account = await card('The account');
    expect(account.getByText('not on hold')).toBeTruthy();
    expect(account.getByRole('link', { name: '2 notes' })).toBeTruthy();
    expect((await card('Latest changes of the balance')).getByText('Contest won')).toBeTruthy();
    expect((await card('Earlier withdrawals')).getByText('This is the only one')).toBeTruthy();
  });

  it('offers only permitted actions, and says why others are not', async () => {
    open(makeReview(makeReviewRow(), { can: { approve: 'withdrawal_on_hold', reject: null, send: null, return: null, correct: null } }));
    expect(await screen.findByText('Payouts from this account are on hold since.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await userEvent.keyboard('a');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tells the first approver that another admin has to decide', async () => {
    open(
      makeReview(makeReviewRow(), { can: { approve: 'same_reviewer', reject: 'same_reviewer', send: null, return: null, correct: null } }),
    );
    expect(await screen.findAllByText(/^Another admin has to decide this/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  it('goes to the next one in the queue by j', async () => {
    const next = makeReviewRow({ name: 'Next One', usdt: '5.00' });
    server.on(`GET /api/admin/withdrawals/${next.id}`, { json: makeReview(next) });
    const { path } = open(makeReview(makeReviewRow(), { next_id: next.id }));
    await screen.findByRole('link', { name: 'Next one' });
    await userEvent.keyboard('j');
    await screen.findByRole('heading', { name: '5.00 USDT for Next One' });
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
    await userEvent.click(await screen.findByRole('button', { name: 'Record as sent' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText('Transaction hash'), 'short');
    await userEvent.click(dialog.getByRole('button', { name: 'Record as sent' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A transaction hash has 64 digits.');
    await userEvent.clear(dialog.getByLabelText('Transaction hash'));
    await enterText(dialog.getByLabelText('Transaction hash'), HASH);
    await userEvent.click(dialog.getByRole('button', { name: 'Record as sent' }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['Recorded as sent.']));
    expect(server.bodiesOf(sent).at(-1)).toEqual({ tx_hash: HASH });
  });

  it('returns the points of a failed payout with a reason, after a warning', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'sent', decided_at: '2026-11-22T10:00:00.000Z', tx_hash: HASH });
    const back = `POST /api/admin/withdrawals/${row.id}/return`;
    server.on(back, { json: { withdrawal: row, approval: { id: row.id } } });
    open(makeReview(row));
    expect((await screen.findByRole('link', { name: /explorer/ })).getAttribute('href')).toContain(HASH);
    await userEvent.click(screen.getByRole('button', { name: 'Return the points' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^A transaction is recorded for it/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Return the points' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    await enterText(dialog.getByLabelText('Reason'), 'Bounced');
    await userEvent.click(dialog.getByRole('button', { name: 'Return the points' }));
    await waitFor(() => expect(server.bodiesOf(back)).toEqual([{ reason: 'Bounced' }]));
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['Asked for. A second admin has to agree.']),
    );
  });

  it('requests another transaction with a reason, and says that a second admin has to agree', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'sent', decided_at: '2026-11-22T10:00:00.000Z', tx_hash: HASH });
    const correct = `POST /api/admin/withdrawals/${row.id}/hash`;
    server.on(correct, { json: { withdrawal: row, approval: { id: row.id } } });
    open(makeReview(row));
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the transaction' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText('Transaction hash'), 'ef'.repeat(32));
    await enterText(dialog.getByLabelText('Reason'), 'A slip');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct the transaction' }));
    await waitFor(() => expect(server.bodiesOf(correct)).toEqual([{ tx_hash: 'ef'.repeat(32), reason: 'A slip' }]));
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
    const events = await card('What happened');
    expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Asked forthe user'),
      expect.stringContaining('For admins: Called themb@example.com'),
      expect.stringContaining('Frozenthe account is disabledFor admins: many accounts'),
    ]);
    expect(events.getByRole('link', { name: 'Returning the points waits for a second admin' })).toBeTruthy();
    expect((await card('The request')).getByText('The first admin wrote: “Called them”')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Record as sent|Return/ })).toBeNull();
    const points = await card('Points by admins');
    expect(points.getByText('A prize')).toBeTruthy();
    expect(points.getByRole('link', { name: 'All 3' })).toBeTruthy();
    expect((await card('Latest changes of the balance')).getByText('No changes of the balance yet')).toBeTruthy();
  });

  it('shows an error for an unknown withdrawal', async () => {
    server.on('GET /api/admin/withdrawals/nonsense', { status: 400, json: { code: 'invalid_query', detail: 'No.' } });
    renderConsole('/admin/withdrawals/nonsense');
    expect(await screen.findByText('There is no such withdrawal')).toBeTruthy();
  });
});
