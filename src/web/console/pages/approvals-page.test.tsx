import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserRef } from '#contract/approvals.ts';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeApproval, makePage } from '#test/web/fixtures/console-reviews.ts';
import { makeBrief, makeTeam } from '#test/web/fixtures/matches.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/approvals';
/** Finds the line with the reason, whatever it is. */
const A_REASON = new RegExp(`^${t('admin_approvals.reason', { reason: '' })}`);

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
    const texts = async () => (await screen.findAllByText(A_REASON)).map((reason) => reason.closest('section')?.textContent ?? '');
    const [give, take, settle, annul] = await texts();
    expect(give).toContain(t.markup('admin_approvals.kinds.give', { points: 20_000, user: () => 'Minh Hoang' }));
    expect(give).toContain(
      `${t('admin_approvals.adjust_as.manual_adjust')} · ${t('admin_approvals.user_reads', { note: 'Top-up of 22 November' })}`,
    );
    expect(give).toContain(t('admin_approvals.reason', { reason: 'Paid at the counter' }));
    expect(give).toContain(t('admin_approvals.asked_by', { email: 'first@example.com', when: '' }));
    expect(take).toContain(t.markup('admin_approvals.kinds.take', { points: 3_000, user: () => 'Minh Hoang' }));
    expect(settle).toContain(t('admin_approvals.kinds.settle', { home: 2, away: 1 }));
    expect(settle).toContain(t('admin_approvals.moves', { points: 12_000 }));
    expect(annul).toContain(t('admin_approvals.kinds.void'));
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
    const text = (await screen.findByText(A_REASON)).closest('section')?.textContent ?? '';
    expect(text).toContain(t('admin_approvals.kinds.settle', { home: 1, away: 0 }));
    expect(text).toContain(t('admin_approvals.kinds.ending_told', { emails: 'reviewer@ops.example' }));
    expect(text).toContain(t('admin_approvals.kinds.ending_would', { payouts: 20_650, winners: 1, refunds: 0, house: 0 }));
    expect(text).toContain(t('admin_approvals.moves', { points: 20_650 }));
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
    const cards = (await screen.findAllByText(A_REASON)).map((reason) => reason.closest('section') as HTMLElement);
    expect(cards[0]?.textContent).toContain(
      t.markup('admin_approvals.kinds.withdrawal_return', { points: 32_000, user: () => 'Minh Hoangminh.hoang@example.com' }),
    );
    expect(cards[0]?.textContent).toContain(t('admin_approvals.user_reads', { note: 'It never arrived' }));
    expect(within(cards[1]!).getByText(t('admin_approvals.hash_recorded')).nextElementSibling?.textContent).toBe(from);
    expect(within(cards[1]!).getByText(t('admin_approvals.hash_right')).nextElementSibling?.textContent).toBe(tx_hash);
    expect(
      within(cards[1]!)
        .getByRole('link', { name: t('admin_approvals.see_withdrawal') })
        .getAttribute('href'),
    ).toBe(`/admin/withdrawals/${contest.id}`);
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
    await userEvent.click(await screen.findByRole('button', { name: t('admin_approvals.approve') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_approvals.approve_title') }));
    expect(dialog.getByText('Minh Hoang')).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason_optional')), 'Seen the receipt');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_approvals.approve') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Not enough.');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_approvals.approve') }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([t('admin_approvals.done.approve')]));
    expect(server.bodiesOf(approve).at(-1)).toEqual({ note: 'Seen the receipt' });
  });

  it('shows a new admin’s one-time password until it is passed on', async () => {
    const approval = makeApproval({ deed: { kind: 'admin_create', email: 'new@ops.example', role: 'super' }, reason: '' });
    const one_time = { email: 'new@ops.example', password: 'ZRBU-FH6B-SW59-ZCSP', password_until: '2026-11-24T10:00:00.000Z' };
    server.on(LIST, list([approval]));
    server.on(`POST /api/admin/approvals/${approval.id}/approve`, { json: { approval, one_time } });
    renderConsole('/admin/approvals');
    expect(
      await screen.findByText(t('admin_approvals.kinds.admin_create', { email: 'new@ops.example', role: t('admin.roles.super') })),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_approvals.approve') }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('admin_approvals.approve') }));
    const shown = within(await screen.findByRole('dialog', { name: t('admin_admins.one_time_title', { email: 'new@ops.example' }) }));
    expect(shown.getByText('ZRBU-FH6B-SW59-ZCSP')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(shown.getByRole('button', { name: t('admin_admins.handed_over') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lets the only super complete one after a day, and lets it be stopped before', async () => {
    const deed = { kind: 'admin_reset', email: 'lost@ops.example', role: 'super' } as const;
    server.on(LIST, list([makeApproval({ deed, refusal: 'too_early', may_reject: true, alone_at: '2026-11-24T10:00:00.000Z' })]));
    renderConsole('/admin/approvals');
    const when = '24 November 2026 at 10:00';
    expect(await screen.findByText(t('admin_approvals.alone', { when }))).toBeTruthy();
    expect(screen.getByText(t('admin_approvals.refusal.too_early', { when }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_approvals.approve') })).toBeNull();
    expect(screen.getByRole('button', { name: t('admin_approvals.reject') })).toBeTruthy();
  });

  it('rejects', async () => {
    const approval = makeApproval();
    server.on(LIST, list([approval]));
    server.on(`POST /api/admin/approvals/${approval.id}/reject`, { json: { approval } });
    renderConsole('/admin/approvals');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_approvals.reject') }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('admin_approvals.reject') }));
    await waitFor(() => expect(server.bodiesOf(`POST /api/admin/approvals/${approval.id}/reject`)).toEqual([{}]));
  });

  it('offers no approval to the requester or to a lower role, and says why', async () => {
    server.on(
      LIST,
      list([makeApproval({ refusal: 'same_reviewer', may_reject: false }), makeApproval({ refusal: 'forbidden', may_reject: false })]),
    );
    renderConsole('/admin/approvals');
    expect(await screen.findByText(t('admin_approvals.refusal.same_reviewer'))).toBeTruthy();
    expect(screen.getByText(t('admin_approvals.refusal.forbidden'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('admin_approvals.approve') })).toBeNull();
  });

  it('links to the withdrawals that wait for a second approver', async () => {
    server.on(LIST, list([], 2));
    renderConsole('/admin/approvals');
    expect(await screen.findByText(t('admin_approvals.withdrawals_waiting', { count: 2 }))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('admin_approvals.see_withdrawals') }).getAttribute('href')).toBe('/admin/withdrawals');
    expect(screen.getByText(t('admin_approvals.none'))).toBeTruthy();
  });

  it('shows an error, and retries on request', async () => {
    server.on(LIST, { status: 500, json: { code: 'internal', detail: 'Broken.' } }, list([makeApproval()]));
    renderConsole('/admin/approvals');
    expect(await screen.findByText(t('admin_approvals.failed'))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText('Minh Hoang')).toBeTruthy();
  });
});

describe('several approvals together', () => {
  it('are decided one by one with a key each, and each shows its own result', async () => {
    const [one, two, own] = [
      makeApproval(),
      makeApproval(),
      makeApproval({ refusal: 'same_reviewer', may_reject: false, may_withdraw: true }),
    ];
    server.on(LIST, list([one, two, own]));
    server.on(`POST /api/admin/approvals/${one.id}/approve`, { json: { approval: one, one_time: null } });
    server.on(`POST /api/admin/approvals/${two.id}/approve`, {
      status: 409,
      json: { code: 'already_decided', detail: 'Decided already.' },
    });
    renderConsole('/admin/approvals');
    await userEvent.click(await screen.findByRole('checkbox', { name: t('admin.bulk.choose_all') }));
    // One's own request cannot be chosen.
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    await userEvent.click(
      screen.getByRole('button', { name: t('admin.bulk.together', { action: t('admin_approvals.approve'), count: 2 }) }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(
      dialog.getByRole('button', { name: t('admin.bulk.together', { action: t('admin_approvals.approve'), count: 2 }) }),
    );
    expect(await dialog.findByText('Decided already.')).toBeTruthy();
    expect(dialog.getByText(t('admin.bulk.done'))).toBeTruthy();
    const sent = server.heard.filter(({ path }) => path.endsWith('/approve'));
    expect(sent.map(({ path }) => path)).toEqual([one, two].map(({ id }) => `/api/admin/approvals/${id}/approve`));
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('can be taken back by who asked', async () => {
    const own = makeApproval({ refusal: 'same_reviewer', may_reject: false, may_withdraw: true });
    server.on(LIST, list([own]));
    server.on(`POST /api/admin/approvals/${own.id}/withdraw`, { json: { approval: { ...own, state: 'withdrawn', may_withdraw: false } } });
    renderConsole('/admin/approvals');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_approvals.take_back') }));
    await waitFor(() => expect(server.bodiesOf(`POST /api/admin/approvals/${own.id}/withdraw`)).toHaveLength(1));
  });
});
