import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { periodEnd } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { beGuest, beUser, makeBet, makeContests, makeLimits, makeMine, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeContest, makeLeague, makeMatch, makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { t, tVi, tZh } from '#test/web/words.ts';
import { writeDate } from '#texts/write.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useSession } from '#web/data/session.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { timeZone } from '#web/lib/dates.ts';
import { PHONE } from '#web/lib/use-media.ts';
import { showContest } from './api.ts';
import { BetSlip } from './bet-slip.tsx';

const match = makeMatch({ id: 7 });
const BETS = 'POST /api/bets';
const LEG = '01890a5d-ac96-774b-bcce-0123456789ab';
const media = window.matchMedia;
type Rest = NonNullable<Parameters<typeof makeContest>[1]>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.clear();
  server.reset();
  closeAuth();
  beUser();
  server.on('GET /api/meta', { json: makeMeta() });
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/account/limits', { json: makeLimits() });
  await chooseLocale('en');
});
afterEach(() => {
  window.matchMedia = media;
});
afterAll(() => server.stop());

const openWith = async (rest: Rest = {}, mine: Parameters<typeof makeContests>[2] = null, league = makeLeague()) => {
  server.on('GET /api/matches/7/contests', { json: makeContests(7, rest, mine) });
  render(
    <Providers>
      <MemoryRouter>
        <BetSlip matchId={7} home={match.home} away={match.away} league={league} drawPossible isBarred={false} />
      </MemoryRouter>
    </Providers>,
  );
  await screen.findByRole('group', { name: t('bets.options') });
  return userEvent.setup();
};
const pick = (name: RegExp) => screen.getByRole('button', { name });
/** The name of a pick's button in the pool. */
const inPool = (name: string, odds: string, share: string) =>
  `${t('common.pick_at', { pick: name, odds })}, ${t('bets.share_of', { share })}`;
const drawPick = new RegExp(`^${t('bets.draw_pick')} `);
const max = (points: number) => `${t('bets.stake_max')}, ${points}`;
const homeBet = (points: string) => t('bets.my_bet_value', { points, pick: t('bets.to_win', { team: 'Avalon Town' }) });
const stakeField = () => screen.getByRole('textbox', { name: t('bets.stake') });
const fact = (label: string) => within(screen.getByText(label).parentElement as HTMLElement).getByRole('definition').textContent;

/** The server's reply to a stake of `stake` on home that brings the bet to `total`. */
const receipt = (stake: number, total = stake) => ({
  status: 201,
  json: placeBet.reply.parse({
    bet: makeBet({ stake: total, returns_now: 750, match: makeBrief(match) }),
    leg: { id: LEG, stake, odds: null, placed_at: '2026-11-20T15:52:00.000Z' },
    balance: 12_480 - stake,
    contest: makeContest(7, { total_stake: 1_000 + stake }),
  }),
});
/** The words that link to the receipt in the sentence about it. */
let receiptLink = '';
t.markup('bets.receipt_later', { receipt: (words) => (receiptLink = words) });
const keysHeard = () => server.heard.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

describe('the contest in its states', () => {
  it('open: shows odds, shares and closing time; a pick without stakes has no odds', async () => {
    await openWith({ deadline_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    expect(screen.getByText(t('bets.closes', { when: 'in 42 minutes' }))).toBeTruthy();
    expect(screen.getByRole('button', { name: inPool(t('bets.to_win', { team: 'Avalon Town' }), '2.00', '50%') })).toBeTruthy();
    expect(screen.getByRole('button', { name: inPool(t('bets.draw_pick'), '–', '0%') })).toBeTruthy();
    expect(fact(t('bets.pool'))).toBe(t('bets.pool_value', { points: '1,000', players: 2 }));
    expect(screen.getByText(t('bets.indicative'))).toBeTruthy();
  });

  it.each<[NonNullable<Rest['state']>, Rest, string]>([
    ['preparing', {}, t('bets.state.preparing')],
    ['locked', {}, t('bets.state.locked')],
    ['settled', { winner: 'home', result: [2, 1] }, t('bets.won_by', { team: 'Avalon Town', score: '2–1' })],
    ['settled', { winner: 'draw', result: [1, 1] }, t('bets.drawn', { score: '1–1' })],
    ['paused', {}, t('bets.paused_hint', { duration: '5 hours' })],
    ['paused', { state_since: new Date(Date.now() - 5 * 3_600_000).toISOString() }, t('bets.paused_over')],
    ['void', { void_reason: 'cancelled' }, `${t('bets.void_reason.cancelled')} ${t('bets.void_hint')}`],
    ['void', { void_reason: 'of a newer server' }, t('bets.void_hint')],
  ])('%s: says so, and takes no stakes (%o)', async (state, rest, words) => {
    await openWith({ state, ...rest });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: t('bets.stake') })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
  });

  it('paused: counts down to the refund', async () => {
    await openWith({ state: 'paused', state_since: new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString() });
    const left = t.markup('bets.paused_left', { time: () => '' });
    expect(screen.getByText(left.trim()).textContent).toMatch(new RegExp(`^${left}1:5[89]:\\d\\d$`));
  });

  it.each<[Rest, boolean]>([
    [{ state: 'settled', winner: 'home', result: [2, 1] }, true],
    [{ state: 'void', void_reason: 'cancelled' }, true],
    [{ state: 'locked' }, false],
  ])('%o: leads to the receipt once it has ended', async (rest, hasEnded) => {
    await openWith(rest);
    const href = screen.queryByRole('link', { name: t('bets.to_receipt') })?.getAttribute('href');
    expect(href).toBe(hasEnded ? `/contests/${makeContest(7).id}/receipt` : undefined);
  });

  it('is locked once its deadline has passed, even without a push', async () => {
    await openWith({ deadline_at: new Date(Date.now() - 1_000).toISOString() });
    expect(screen.getByText(t('bets.state.locked'))).toBeTruthy();
  });

  it('shows the result of my bet: won, lost, or refunded, which is not a loss', async () => {
    await openWith({ state: 'settled', winner: 'away', result: [0, 1] }, makeMine({ stake: 500, state: 'refunded' }));
    expect(screen.getByText(t('bets.my_bet_back', { points: 500 }))).toBeTruthy();
    expect(screen.queryByText(t('bets.my_bet_wrong'))).toBeNull();
  });

  it('shows the payout of a winning bet, and its refunded part', async () => {
    await openWith(
      { state: 'settled', winner: 'home', result: [1, 0] },
      makeMine({ stake: 500, state: 'settled', payout: 700, refund: 120 }),
    );
    expect(screen.getByText(t('bets.my_bet_right', { points: 700 }))).toBeTruthy();
    expect(screen.getByText(t('bets.returned_late', { points: '120' }))).toBeTruthy();
  });

  it('explains a bet without a known result', async () => {
    await openWith({ state: 'locked' }, makeMine({ stake: 500, state: 'unknown' }));
    expect(screen.getByText(t('bets.unknown_hint'))).toBeTruthy();
  });

  it('has two outcomes if a draw is impossible', async () => {
    await openWith({ options: makeContest(7).options.filter((option) => option.pick !== 'draw') });
    expect(screen.queryByRole('button', { name: drawPick })).toBeNull();
    expect(screen.getByText(t('bets.contest_two'))).toBeTruthy();
  });

  it('follows the pool, and keeps the entered stake', async () => {
    await openWith({}, makeMine({ stake: 500 }));
    const pushed = makeContest(7, {
      total_stake: 3_000,
      participants: 3,
      options: [
        { pick: 'home', staked: 500, odds: 6 },
        { pick: 'draw', staked: 2_000, odds: 1.5 },
        { pick: 'away', staked: 500, odds: 6 },
      ],
    });
    act(() => showContest(queryClient, pushed));
    expect(await screen.findByRole('button', { name: inPool(t('bets.draw_pick'), '1.50', '66%') })).toBeTruthy();
    expect(screen.getByText(homeBet('500'))).toBeTruthy();
  });
});

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
    expect(keysHeard()).toEqual([]);
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
    await user.click(screen.getByRole('button', { name: max(730) }));
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

describe('restrictions by the user or an operator', () => {
  it('restrict the stake and Max, and are named with their period’s end', async () => {
    const resets_at = new Date(Date.now() + 86_400_000).toISOString();
    const weekly = { kind: 'loss', period: 'week', amount: 500, used: 140, resets_at } as const;
    const ends = writeDate('en', 'day_time', periodEnd('week', new Date()), timeZone());
    const limit = t('bets.errors.limit_reached', { left: 360, kind: 'loss', period: 'week', resets_at: ends });
    server.on('GET /api/account/limits', { json: makeLimits([weekly]) });
    const user = await openWith();
    await user.click(await screen.findByRole('button', { name: max(360) }));
    expect(stakeField()).toHaveProperty('value', '360');
    expect(screen.queryByText(limit)).toBeNull();
    await user.clear(stakeField());
    await user.type(stakeField(), '361');
    expect(screen.getByText(limit)).toBeTruthy();
  });

  it('are reset once the period is over', async () => {
    const daily = { kind: 'stake', period: 'day', amount: 500, used: 500, resets_at: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/limits', { json: makeLimits([daily]) });
    await openWith();
    expect(await screen.findByRole('button', { name: max(500) })).toHaveProperty('disabled', false);
  });

  it('prevent all stakes while an operator has closed staking, with a message', async () => {
    server.on('GET /api/meta', { json: makeMeta({ switches: { staking: false, redeem: true, chat: true, sign_up: true } }) });
    await openWith();
    expect(await screen.findByText(t('bets.suspensions.staking_closed'))).toBeTruthy();
    expect(screen.getByRole('button', { name: t('bets.not_for_sale') })).toHaveProperty('disabled', true);
  });

  it.each(['desktop', 'phone'])('hide the form during time away (%s)', async (size) => {
    if (size === 'phone') window.matchMedia = (query) => Object.assign(media(query), { matches: query === PHONE });
    const exclusion = { kind: 'time_out', until: '2099-12-03T14:32:00.000Z' } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith({}, makeMine({ stake: 200 }));
    expect(
      await screen.findByText(t('play_limits.away_until', { date: writeDate('en', 'date_time', new Date(exclusion.until), timeZone()) })),
    ).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: t('bets.stake') })).toBeNull();
    for (const name of [t('bets.stake_any'), t('bets.predict'), t('bets.add_to_bet')])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
    expect(screen.getByText(homeBet('200'))).toBeTruthy();
    expect(screen.queryByText(t('bets.state.locked'))).toBeNull();
  });

  it('show the form again when the time away is over', async () => {
    const exclusion = { kind: 'time_out', until: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith();
    await screen.findByText(t('bets.points_value', { points: '12,480' }));
    expect(stakeField()).toBeTruthy();
    expect(screen.queryByText(t('play_limits.away_note'))).toBeNull();
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

  /** Stakes 500 on the home side, without pauses between attempts, until the result is unknown; then presses the button again. */
  const stakeUntilUnsure = async () => {
    const usual = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...usual, mutations: { ...usual.mutations, retryDelay: 1 } });
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await screen.findByText(t('bets.unsure'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('bets.retry_stake', { points: 500 }) }));
    return user;
  };

  it.each([500, 502, 504])('keeps its key after an error %i, says so, and uses a new key for the next stake', async (status) => {
    const away = { status, text: '' };
    server.on(BETS, away, away, receipt(500), receipt(500, 1_000));
    const user = await stakeUntilUnsure();
    await user.click(await screen.findByRole('button', { name: t('bets.done') }));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: t('bets.stake_points', { points: 500 }) }));
    await screen.findByRole('dialog', { name: t('bets.success_added') });
    const [first, second, third, fourth, ...more] = keysHeard();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(more).toEqual([]);
  });

  it('keeps its key while the server still works on the first attempt', async () => {
    const underWay = { status: 409, json: { code: 'request_in_progress', detail: 'We are working on this.' } };
    server.on(BETS, { status: 502, text: '' }, ...Array.from({ length: 4 }, () => underWay), receipt(500));
    await stakeUntilUnsure();
    await screen.findByRole('dialog', { name: t('bets.success') });
    expect(keysHeard()).toHaveLength(6);
    expect(new Set(keysHeard()).size).toBe(1);
  });

  describe('a stake whose outcome was unknown when the page was left', () => {
    const storageKey = () => `stake:${useSession.getState().user!.id}:7`;
    const leftOpen = async () => {
      const away = { status: 502, text: '' };
      server.on(BETS, away, away, away, away, receipt(500));
      await stakeUntilUnsure();
      await waitFor(() => expect(keysHeard()).toHaveLength(4));
      await screen.findByText(t('bets.unsure'), { exact: false });
      cleanup();
    };

    it('is offered again with its key, and is forgotten once it is placed', async () => {
      await leftOpen();
      const user = await openWith();
      expect(screen.getByText(t('bets.unsure'))).toBeTruthy();
      expect(pick(/^Avalon Town/).getAttribute('aria-pressed')).toBe('true');
      expect(stakeField()).toHaveProperty('value', '500');
      // It may be in the balance and the pool already.
      expect(fact(t('bets.returns_now'))).toBe('–');
      expect(screen.queryByText(t('bets.balance_after'))).toBeNull();
      await user.click(screen.getByRole('button', { name: t('bets.retry_stake', { points: 500 }) }));
      await screen.findByRole('dialog', { name: t('bets.success') });
      expect(keysHeard()).toHaveLength(5);
      expect(new Set(keysHeard()).size).toBe(1);
      cleanup();
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
    });

    it('is forgotten when another amount is entered', async () => {
      await leftOpen();
      const user = await openWith();
      await user.type(stakeField(), '0');
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      expect(screen.getByRole('button', { name: t('bets.stake_points', { points: 5_000 }) })).toBeTruthy();
      cleanup();
      await openWith();
      expect(stakeField()).toHaveProperty('value', '');
    });

    it('is not offered to another user, nor once the server has forgotten its key', async () => {
      await leftOpen();
      const { user } = useSession.getState();
      useSession.setState({ user: { ...user!, id: '01890a5d-ac96-774b-bcce-00000000000b' } });
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      cleanup();
      useSession.setState({ user });
      const kept = JSON.parse(localStorage.getItem(storageKey())!);
      localStorage.setItem(storageKey(), JSON.stringify({ ...kept, sentMs: kept.sentMs - 23 * HOUR_MS }));
      await openWith();
      expect(screen.queryByText(t('bets.unsure'))).toBeNull();
    });

    it.each(['{', 'null', '{"input":{"match_id":7,"stake":-5}}', '{"input":7,"sentMs":1e99}'])(
      'ignores what is no stake: %s',
      async (text) => {
        localStorage.setItem(storageKey(), text);
        await openWith();
        expect(screen.queryByText(t('bets.unsure'))).toBeNull();
      },
    );
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
    await waitFor(() => expect(keysHeard()).toHaveLength(2));
    expect(new Set(keysHeard()).size).toBe(2);
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

describe('what the contest settles on', () => {
  const twoWay = {
    options: [
      { pick: 'home' as const, staked: 500, odds: 2 },
      { pick: 'away' as const, staked: 500, odds: 2 },
    ],
  };
  const leagueOf = (sport: Sport) => makeLeague({ sport, settles_on: 'whole_match' });

  it.each([
    [
      'basketball',
      t('endings.cases.won_in_extra_time', { kind: 'basketball' }),
      t('endings.fates.decider', { kind: 'basketball' }),
      t('bets.settled_on.basketball'),
    ],
    ['tennis', t('endings.cases.awarded', { kind: 'tennis' }), t('endings.fates.refunded', { points: '100' }), t('bets.settled_on.tennis')],
    [
      'esports',
      t('endings.cases.walkover', { kind: 'esports' }),
      t('endings.fates.refunded', { points: '100' }),
      t('bets.settled_on.esports'),
    ],
  ] as const)('%s: %s, %s', async (sport, ending, answer, sentence) => {
    const user = await openWith(twoWay, null, leagueOf(sport));
    expect(screen.getByText(t('bets.contest_two'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: drawPick })).toBeNull();
    await user.click(pick(/Avalon Town to win/));
    await user.type(stakeField(), '100');
    expect(fact(ending)).toBe(answer);
    expect(screen.queryByText(/90 minutes/)).toBeNull();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it.each([
    ['en', t('bets.locked_hint', { rule: t('bets.settled_on.basketball') })],
    ['zh-CN', tZh('bets.locked_hint', { rule: tZh('bets.settled_on.basketball') })],
    ['vi', tVi('bets.locked_hint', { rule: tVi('bets.settled_on.basketball') })],
  ] as const)('is said of a locked one too, in %s', async (locale, words) => {
    await openWith({ ...twoWay, state: 'locked' }, null, leagueOf('basketball'));
    await act(() => chooseLocale(locale));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('depends on the league, not the sport: a football cup may count extra time', async () => {
    await openWith({ state: 'locked' }, null, makeLeague({ settles_on: 'whole_match' }));
    expect(screen.getByText(t('bets.locked_hint', { rule: t('bets.settled_on.football') }))).toBeTruthy();
  });
});

it.each([
  ['football', t('common.home')],
  ['basketball', t('common.home')],
  ['tennis', 'Avalon Town'],
  ['esports', 'Avalon Town'],
] as const)('in %s the first pick is labelled "%s": no side is at home in some sports', async (sport, label) => {
  await openWith({}, null, makeLeague({ sport }));
  const options = within(screen.getByRole('group', { name: t('bets.options') })).getAllByRole('button');
  expect(within(options[0]!).getByText(label)).toBeTruthy();
});
