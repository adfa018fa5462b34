import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beGuest, beUser, makeMine, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeContest, makeMeta } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { BETS, fact, homeBet, keysHeard, maxName, openSlipOn, pick, receipt, serveSlip, stakeField } from '#test/web/slip.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { showContest } from './api.ts';

const server = await servePages();
beforeEach(() => serveSlip(server));
const openWith = openSlipOn(server);

/** The words that link to the receipt in the sentence about it. */
let receiptLink = '';
t.markup('bets.receipt_later', { receipt: (words) => (receiptLink = words) });

describe('the stake', () => {
  it('is validated while typing, and requires a pick only on submit', async () => {
    const user = await openWith();
    await user.type(stakeField(), '9');
    expect(screen.getByText(t('bets.errors.stake_below_min', { min: 10 }))).toBeTruthy();
    await user.type(stakeField(), '999');
    expect(screen.getByText(t('bets.errors.stake_above_max', { max: 5000 }))).toBeTruthy();
    await user.clear(stakeField());
    await user.type(stakeField(), '1.5');
    expect(stakeField()).toHaveProperty('value', '15');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 15 }) }));
    expect(screen.getByText(t('bets.errors.option_required'))).toBeTruthy();
    expect(keysHeard(server)).toEqual([]);
  });

  it('points to more points only if the balance is too small', async () => {
    server.on('GET /api/meta', { json: makeMeta({ support_url: 'https://help.example/' }) });
    server.on('GET /api/account/overview', { json: makeOverview({ stats: { points_balance: 80 } }) });
    const user = await openWith();
    await screen.findByText(t('bets.points_value', { points: '80' }));
    await user.type(stakeField(), '100');
    expect(screen.getByText(t('bets.errors.insufficient_points'), { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: t('bets.top_up') }).getAttribute('href')).toBe('https://help.example/');
  });

  it('is set by the buttons, and Max uses all that balance and limits allow', async () => {
    server.on('GET /api/account/overview', { json: makeOverview({ stats: { points_balance: 730 } }) });
    const user = await openWith();
    await screen.findByText(t('bets.points_value', { points: '730' }));
    for (const amount of ['50', '100', '500']) {
      await user.click(screen.getByRole('button', { name: t('bets.stake_set', { points: amount }) }));
      expect(stakeField()).toHaveProperty('value', amount);
    }
    await user.clear(stakeField());
    await user.click(screen.getByRole('button', { name: maxName(730) }));
    expect(fact(t('bets.balance_after'))).toBe(t('bets.points_value', { points: '0' }));
  });

  it('keeps cursor and selection: on focus, in the middle of an edit, at a refusal, and while the pool moves', async () => {
    const user = await openWith();
    const field = stakeField() as HTMLInputElement;
    const selection = () => [field.selectionStart, field.selectionEnd];
    await user.type(field, '1500');
    await user.click(screen.getByRole('button', { name: `${t('bets.stake_max')}, 5,000` }));
    expect(field.value).toBe('5,000');
    act(() => {
      field.setSelectionRange(0, 5);
      field.focus();
    });
    expect([field.value, ...selection()]).toEqual(['5000', 0, 4]);
    await user.type(field, '1', { initialSelectionStart: 1, initialSelectionEnd: 2, skipClick: true });
    expect([field.value, ...selection()]).toEqual(['5100', 2, 2]);
    await user.type(field, 'x', { initialSelectionStart: 2, initialSelectionEnd: 2, skipClick: true });
    expect([field.value, ...selection()]).toEqual(['5100', 2, 2]);
    field.setSelectionRange(1, 3);
    act(() => showContest(queryClient, makeContest(7, { total_stake: 9_000 })));
    await waitFor(() => expect(fact(t('bets.pool'))).toContain('9,000'));
    expect([document.activeElement === field, ...selection()]).toEqual([true, 1, 3]);
  });

  it('shows the return, the remaining balance, and what happens in other endings', async () => {
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    expect(fact(t('bets.returns_now'))).toBe(t('bets.points_value', { points: '750' }));
    expect(fact(t('bets.balance_after'))).toBe(t('bets.points_value', { points: '11,980' }));
    expect(fact(t('endings.cases.won_on_penalties', { kind: 'regular_time' }))).toBe(t('endings.fates.draw'));
    expect(fact(t('endings.cases.postponed'))).toBe(t('endings.fates.refunded_later', { wait: '5 hours', points: '500' }));
    expect(fact(t('endings.cases.abandoned'))).toBe(t('endings.fates.refunded_later', { wait: '5 hours', points: '500' }));
    expect(fact(t('endings.cases.cancelled'))).toBe(t('endings.fates.refunded', { points: '500' }));
    expect(fact(t('endings.cases.nobody_right'))).toBe(t('endings.fates.refunded', { points: '500' }));
    expect(screen.getByText(t('bets.not_taken_back'))).toBeTruthy();
  });

  it('shows every ending on request', async () => {
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    const endings = () => within(screen.getByRole('region', { name: t('bets.what_if') })).getAllByRole('term').length;
    expect(endings()).toBe(5);
    await user.click(screen.getByRole('button', { name: t('endings.all'), expanded: false }));
    expect(endings()).toBe(25);
    expect(fact(t('endings.cases.right'))).toBe(t('endings.fates.share'));
    expect(fact(t('endings.cases.moved_far', { limit: '7 days' }))).toBe(t('endings.fates.refunded', { points: '500' }));
    expect(fact(t('endings.cases.corrected', { limit: '3 days' }))).toBe(t('endings.fates.adjusted'));
    await user.click(screen.getByRole('button', { name: t('endings.fewer'), expanded: true }));
    expect(endings()).toBe(5);
  });
});

describe('placing it', () => {
  it('shows the summary, and the new balance and pool from the reply', async () => {
    server.on(BETS, receipt(500));
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    const modal = within(await screen.findByRole('dialog', { name: t('bets.success') }));
    expect(modal.getByText(t('bets.to_win', { team: 'Avalon Town' }))).toBeTruthy();
    expect(modal.getByText(t('bets.points_value', { points: '11,980' }))).toBeTruthy();
    expect(modal.getByText(t('bets.points_value', { points: '500' }))).toBeTruthy();
    expect(modal.getByRole('button', { name: t('bets.copy_receipt', { id: '…456789ab' }) })).toBeTruthy();
    expect(modal.getByRole('link', { name: receiptLink }).getAttribute('href')).toMatch(/^\/contests\/[0-9a-f-]{36}\/receipt$/);
    expect(JSON.parse(server.heard.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      market: 'wdl',
      match_id: 7,
      pick: 'home',
      stake: 500,
    });
    await user.click(modal.getByRole('button', { name: t('bets.done') }));
    expect(fact(t('bets.pool'))).toBe(t('bets.pool_value', { points: '1,500', players: 2 }));
    expect(screen.getByText(homeBet('500'))).toBeTruthy();
  });

  it('uses a new key when the amount changes', async () => {
    const detail = 'Contest not available at the moment.';
    server.on(BETS, { status: 409, json: { code: 'contest_not_open', detail } });
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '50');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 50 }) }));
    expect(await screen.findByText(detail)).toBeTruthy();
    await user.type(stakeField(), '0');
    expect(screen.queryByText(detail)).toBeNull();
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await waitFor(() => expect(keysHeard(server)).toHaveLength(2));
    expect(new Set(keysHeard(server)).size).toBe(2);
  });

  it('adds to the existing pick, and offers no other', async () => {
    const user = await openWith({}, makeMine({ stake: 200 }));
    expect(pick(/^Northgate/)).toHaveProperty('disabled', true);
    await user.type(stakeField(), '300');
    expect(fact(t('endings.cases.cancelled'))).toBe(t('endings.fates.refunded', { points: '500' }));
    expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 300 }) })).toBeTruthy();
  });

  it('asks a guest to sign in, and keeps the selection', async () => {
    beGuest();
    const user = await openWith();
    await user.click(pick(/^Northgate/));
    await user.type(stakeField(), '100');
    await user.click(screen.getByRole('button', { name: t('bets.sign_in_to_stake') }));
    expect(useUiState.getState().showLogin).toBe(true);
    act(() => {
      closeAuth();
      beUser();
    });
    expect(await screen.findByRole('button', { name: t('bets.stake_points', { points: 100 }) })).toBeTruthy();
    expect(pick(/^Northgate/).getAttribute('aria-pressed')).toBe('true');
  });
});
