import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserRef } from '#contract/approvals.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeApproval, makePage } from '#test/web/fixtures/console-reviews.ts';
import { makeBrief, makeTeam } from '#test/web/fixtures/matches.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/approvals';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin();
  await chooseLocale('en');
});

const list = (items: ReturnType<typeof makeApproval>[], withdrawals_waiting = 0) => ({ json: { ...makePage(items), withdrawals_waiting } });
const contest = {
  id: '0195a000-0000-7000-8000-00000000c0de',
  market: 'wdl' as const,
  match: makeBrief({ home: makeTeam('Avalon Town'), away: makeTeam('Northgate') }),
};

describe('the list of approvals', () => {
  it('shows the action, its subject, the reason and the requester', async () => {
    server.on(
      LIST,
      list([
        makeApproval(),
        makeApproval({ deed: { ...makeApproval().deed, delta: -3_000 } as never }),
        makeApproval({ deed: { kind: 'settle', contest, home_score: 2, away_score: 1 }, points: 12_000 }),
        makeApproval({ deed: { kind: 'void', contest } }),
      ]),
    );
    renderConsole('/admin/approvals');
    const texts = async () => (await screen.findAllByText(/^Reason: /)).map((reason) => reason.closest('section')?.textContent ?? '');
    const [give, take, settle, annul] = await texts();
    expect(give).toContain('Give 20,000 points to Minh Hoang');
    expect(give).toContain('as a top-up · The user reads: “Top-up of 22 November”');
    expect(give).toContain('Reason: Paid at the counter');
    expect(give).toContain('Asked for by first@example.com');
    expect(take).toContain('Take 3,000 points from Minh Hoang');
    expect(settle).toContain('Settle the contest on 2–1');
    expect(settle).toContain('12,000 points in it');
    expect(annul).toContain('Void the contest: all stakes go back');
    expect(screen.getAllByRole('link', { name: 'Avalon Town – Northgate' })[0]?.getAttribute('href')).toBe(`/admin/contests/${contest.id}`);
  });

  it('shows an ending based on an operator’s report: who reported it, and what it pays', async () => {
    const would = {
      winner: 'home',
      outcome: 'settled',
      winners: 1,
      payouts: 20_650,
      refunded_bets: 0,
      refunds: 0,
      house: 0,
      changed: 5,
    } as const;
    const score = { home_score: 1, away_score: 0, void_reason: null, started_at: '2026-11-21T12:00:00.000Z' };
    const told_by = [{ id: contest.id, email: 'reviewer@ops.example' }];
    server.on(
      LIST,
      list([makeApproval({ deed: { kind: 'ending', contest, ending: 'settle', ...score, told_by, would }, points: 20_650 })]),
    );
    renderConsole('/admin/approvals');
    const text = (await screen.findByText(/^Reason: /)).closest('section')?.textContent ?? '';
    expect(text).toContain('Settle the contest on 1–0');
    expect(text).toContain('what reviewer@ops.example told of the match');
    expect(text).toContain('It pays 20,650 points to 1 bet and gives 0 points back.');
    expect(text).toContain('20,650 points in it');
  });

  it('shows a returned or corrected payout, with both transactions in full', async () => {
    const withdrawal = { id: contest.id, points: 32_000, usdt: '32.00', user: (makeApproval().deed as { user: UserRef }).user };
    const [from, tx_hash] = ['a3f1'.repeat(16), '9be2'.repeat(16)];
    server.on(
      LIST,
      list([
        makeApproval({ deed: { kind: 'withdrawal_return', withdrawal, note: 'It never arrived' } }),
        makeApproval({ deed: { kind: 'withdrawal_hash', withdrawal, from, tx_hash } }),
      ]),
    );
    renderConsole('/admin/approvals');
    const cards = (await screen.findAllByText(/^Reason: /)).map((reason) => reason.closest('section') as HTMLElement);
    expect(cards[0]?.textContent).toContain('Return 32,000 points of a withdrawal that was sent to Minh Hoang');
    expect(cards[0]?.textContent).toContain('The user reads: “It never arrived”');
    expect(within(cards[1]!).getByText('Recorded:').nextElementSibling?.textContent).toBe(from);
    expect(within(cards[1]!).getByText('To be recorded:').nextElementSibling?.textContent).toBe(tx_hash);
    expect(within(cards[1]!).getByRole('link', { name: 'See the withdrawal' }).getAttribute('href')).toBe(
      `/admin/withdrawals/${contest.id}`,
    );
  });

  it('approves, and explains obstacles', async () => {
    const approval = makeApproval();
    const approve = `POST /api/admin/approvals/${approval.id}/approve`;
    server.on(LIST, list([approval]));
    server.on(
      approve,
      { status: 422, json: { code: 'insufficient_points', detail: 'Not enough.' } },
      { json: { approval, one_time: null } },
    );
    renderConsole('/admin/approvals');
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve and do it?' }));
    expect(dialog.getByText('Minh Hoang')).toBeTruthy();
    await enterText(dialog.getByLabelText('Note (optional)'), 'Seen the receipt');
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Not enough.');
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['Approved and done.']));
    expect(server.bodiesOf(approve).at(-1)).toEqual({ note: 'Seen the receipt' });
  });

  it('shows a new admin’s one-time password until it is passed on', async () => {
    const approval = makeApproval({ deed: { kind: 'admin_create', email: 'new@ops.example', role: 'super' }, reason: '' });
    const one_time = { email: 'new@ops.example', password: 'ZRBU-FH6B-SW59-ZCSP', password_until: '2026-11-24T10:00:00.000Z' };
    server.on(LIST, list([approval]));
    server.on(`POST /api/admin/approvals/${approval.id}/approve`, { json: { approval, one_time } });
    renderConsole('/admin/approvals');
    expect(await screen.findByText(/^Make new@ops.example an admin/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    const shown = within(await screen.findByRole('dialog', { name: /One-time password/ }));
    expect(shown.getByText('ZRBU-FH6B-SW59-ZCSP')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(shown.getByRole('button', { name: 'I have handed it over' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lets the only super complete one after a day, and lets it be stopped before', async () => {
    const deed = { kind: 'admin_reset', email: 'lost@ops.example', role: 'super' } as const;
    server.on(LIST, list([makeApproval({ deed, refusal: 'too_early', may_reject: true, alone_at: '2026-11-24T10:00:00.000Z' })]));
    renderConsole('/admin/approvals');
    expect(await screen.findByText(/There is no second super admin: the admin who asked can complete this/)).toBeTruthy();
    expect(screen.getByText(/You can complete this from/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
  });

  it('rejects', async () => {
    const approval = makeApproval();
    server.on(LIST, list([approval]));
    server.on(`POST /api/admin/approvals/${approval.id}/reject`, { json: { approval } });
    renderConsole('/admin/approvals');
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(server.bodiesOf(`POST /api/admin/approvals/${approval.id}/reject`)).toEqual([{}]));
  });

  it('offers no approval to the requester or to a lower role, and says why', async () => {
    server.on(
      LIST,
      list([makeApproval({ refusal: 'same_reviewer', may_reject: false }), makeApproval({ refusal: 'forbidden', may_reject: false })]),
    );
    renderConsole('/admin/approvals');
    expect(await screen.findByText(/^You asked for this/)).toBeTruthy();
    expect(screen.getByText('Your role may not decide this.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('links to the withdrawals that wait for a second approver', async () => {
    server.on(LIST, list([], 2));
    renderConsole('/admin/approvals');
    expect(await screen.findByText(/^2 withdrawals wait for a second approver/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See withdrawals' }).getAttribute('href')).toBe('/admin/withdrawals');
    expect(screen.getByText('Nothing waits for a second admin')).toBeTruthy();
  });

  it('shows an error, and retries on request', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, list([makeApproval()]));
    renderConsole('/admin/approvals');
    expect(await screen.findByText('The approvals could not be loaded')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Minh Hoang')).toBeTruthy();
  });
});
