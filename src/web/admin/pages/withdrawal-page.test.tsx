import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { beAdmin, renderConsole } from '#web/admin/test-console.tsx';
import { makeAccountRef, makeReview, makeReviewRow } from '#web/admin/test-reviews.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useToasts } from '#web/lib/toasts.ts';

const HASH = 'cd'.repeat(32);

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  await chooseLocale('en');
});

/** Has the server tell of a review, and opens its page. */
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
          },
        ],
      }),
    );
    expect((await card('Where the points come from')).getByRole('row', { name: /contests 88% \+8,800/ })).toBeTruthy();
    const losers = await card('Who lost what this user won');
    expect(losers.getByText('Three accounts or fewer lost 50.0% of it. Above 30% that is a flag.')).toBeTruthy();
    expect(losers.getByRole('link', { name: 'Sad Loser' }).getAttribute('href')).toBe(`/admin/users/${loser.id}`);
    const shared = await card('Accounts that may be of the same hand');
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

  it('offers only what the server would do, and says why not the rest', async () => {
    open(makeReview(makeReviewRow(), { can: { approve: 'withdrawal_on_hold', reject: null, send: null, return: null } }));
    expect(await screen.findByText('Payouts from this account are on hold since.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await userEvent.keyboard('a');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says to who has had their say that another admin has to decide', async () => {
    open(makeReview(makeReviewRow(), { can: { approve: 'same_reviewer', reject: 'same_reviewer', send: null, return: null } }));
    expect(await screen.findAllByText(/^Another admin has to decide this/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  it('leads on by j to the one that has waited next longest', async () => {
    const next = makeReviewRow({ name: 'Next One', usdt: '5.00' });
    server.on(`GET /api/admin/withdrawals/${next.id}`, { json: makeReview(next) });
    const { path } = open(makeReview(makeReviewRow(), { next_id: next.id }));
    await screen.findByRole('link', { name: 'Next one' });
    await userEvent.keyboard('j');
    await screen.findByRole('heading', { name: '5.00 USDT for Next One' });
    expect(path()).toBe(`/admin/withdrawals/${next.id}`);
  });

  it('records the transaction of what was approved, also later, and says what is wrong with it', async () => {
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
    await userEvent.type(dialog.getByLabelText('Transaction hash'), 'short');
    await userEvent.click(dialog.getByRole('button', { name: 'Record as sent' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A transaction hash has 64 digits.');
    await userEvent.clear(dialog.getByLabelText('Transaction hash'));
    await userEvent.type(dialog.getByLabelText('Transaction hash'), HASH);
    await userEvent.click(dialog.getByRole('button', { name: 'Record as sent' }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['Recorded as sent.']));
    expect(server.bodiesOf(sent).at(-1)).toEqual({ tx_hash: HASH });
  });

  it('returns what was sent and did not arrive, for a reason, with a warning', async () => {
    const row = makeReviewRow({ status: 'approved', stage: 'sent', decided_at: '2026-11-22T10:00:00.000Z', tx_hash: HASH });
    const back = `POST /api/admin/withdrawals/${row.id}/return`;
    server.on(back, { json: { withdrawal: row } });
    open(makeReview(row));
    expect((await screen.findByRole('link', { name: /explorer/ })).getAttribute('href')).toContain(HASH);
    await userEvent.click(screen.getByRole('button', { name: 'Return the points' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^A transaction is recorded for it/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Return the points' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Bounced');
    await userEvent.click(dialog.getByRole('button', { name: 'Return the points' }));
    await waitFor(() => expect(server.bodiesOf(back)).toEqual([{ reason: 'Bounced' }]));
  });

  it('says of an address without a withdrawal that there is none', async () => {
    server.on('GET /api/admin/withdrawals/nonsense', { status: 400, json: { code: 'invalid_query', detail: 'No.' } });
    renderConsole('/admin/withdrawals/nonsense');
    expect(await screen.findByText('There is no such withdrawal')).toBeTruthy();
  });
});
