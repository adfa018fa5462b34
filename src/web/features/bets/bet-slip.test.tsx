import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { beGuest, beUser, makeBet, makeContests, makeLimits, makeMine, makeOverview } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeContest, makeLeague, makeMatch, makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { Providers } from '#web/app/providers.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
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
        <BetSlip matchId={7} home={match.home} away={match.away} league={league} />
      </MemoryRouter>
    </Providers>,
  );
  await screen.findByRole('group', { name: 'Your pick' });
  return userEvent.setup();
};
const pick = (name: RegExp) => screen.getByRole('button', { name });
const stakeField = () => screen.getByRole('textbox', { name: 'Stake' });
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
const keysHeard = () => server.heard.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

describe('the contest in its states', () => {
  it('open: shows odds, shares and closing time; a pick without stakes has no odds', async () => {
    await openWith({ deadline_at: new Date(Date.now() + 42 * 60_000 + 5_000).toISOString() });
    expect(screen.getByText('closes in 42 minutes')).toBeTruthy();
    expect(pick(/^Avalon Town to win at 2.00, 50% of the pool/)).toBeTruthy();
    expect(pick(/^A draw at –, 0% of the pool/)).toBeTruthy();
    expect(fact('Pool')).toBe('1,000 pts · 2 players');
    expect(screen.getByText('Odds are indicative until the contest locks.')).toBeTruthy();
  });

  it.each<[NonNullable<Rest['state']>, Rest, string]>([
    ['preparing', {}, 'Coming soon'],
    ['locked', {}, 'Locked, awaiting the result'],
    ['settled', { winner: 'home', result: [2, 1] }, 'Avalon Town won 2–1'],
    ['settled', { winner: 'draw', result: [1, 1] }, 'A draw, 1–1'],
    ['paused', {}, 'Stakes come back automatically if there is no new time within 5 hours.'],
    [
      'paused',
      { state_since: new Date(Date.now() - 5 * 3_600_000).toISOString() },
      'Time is up. Your points come back once our data source confirms that the match has not resumed.',
    ],
    ['void', { void_reason: 'cancelled' }, 'The match was cancelled. All stakes were refunded.'],
    ['void', { void_reason: 'of a newer server' }, 'All stakes were refunded.'],
  ])('%s: says so, and takes no stakes (%o)', async (state, rest, words) => {
    await openWith({ state, ...rest });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Stake' })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
  });

  it('paused: counts down to the refund', async () => {
    await openWith({ state: 'paused', state_since: new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString() });
    expect(screen.getByText(/^Time left:/).textContent).toMatch(/^Time left: 1:5[89]:\d\d$/);
  });

  it.each<[Rest, boolean]>([
    [{ state: 'settled', winner: 'home', result: [2, 1] }, true],
    [{ state: 'void', void_reason: 'cancelled' }, true],
    [{ state: 'locked' }, false],
  ])('%o: leads to the receipt once it has ended', async (rest, hasEnded) => {
    await openWith(rest);
    const href = screen.queryByRole('link', { name: 'See the receipt' })?.getAttribute('href');
    expect(href).toBe(hasEnded ? `/contests/${makeContest(7).id}/receipt` : undefined);
  });

  it('is locked once its deadline has passed, even without a push', async () => {
    await openWith({ deadline_at: new Date(Date.now() - 1_000).toISOString() });
    expect(screen.getByText('Locked, awaiting the result')).toBeTruthy();
  });

  it('shows the result of my bet: won, lost, or refunded, which is not a loss', async () => {
    await openWith({ state: 'settled', winner: 'away', result: [0, 1] }, makeMine({ stake: 500, state: 'refunded' }));
    expect(screen.getByText('Your 500 points came back.')).toBeTruthy();
    expect(screen.queryByText('Not this time.')).toBeNull();
  });

  it('shows the payout of a winning bet, and its refunded part', async () => {
    await openWith(
      { state: 'settled', winner: 'home', result: [1, 0] },
      makeMine({ stake: 500, state: 'settled', payout: 700, refund: 120 }),
    );
    expect(screen.getByText('You were right: 700 points for you.')).toBeTruthy();
    expect(screen.getByText('120 came back: staked after the start')).toBeTruthy();
  });

  it('explains a bet without a known result', async () => {
    await openWith({ state: 'locked' }, makeMine({ stake: 500, state: 'unknown' }));
    expect(screen.getByText(/^There is no result that can be used yet/)).toBeTruthy();
  });

  it('has two outcomes if a draw is impossible', async () => {
    await openWith({ options: makeContest(7).options.filter((option) => option.pick !== 'draw') });
    expect(screen.queryByRole('button', { name: /^A draw/ })).toBeNull();
    expect(screen.getByText('Winner contest')).toBeTruthy();
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
    expect(await screen.findByRole('button', { name: /^A draw at 1.50/ })).toBeTruthy();
    expect(screen.getByText('500 · Avalon Town to win')).toBeTruthy();
  });
});

describe('the stake', () => {
  it('is validated while typing, and requires a pick only on submit', async () => {
    const user = await openWith();
    await user.type(stakeField(), '9');
    expect(screen.getByText('Amount must be at least 10')).toBeTruthy();
    await user.type(stakeField(), '999');
    expect(screen.getByText('Amount cannot exceed 5,000')).toBeTruthy();
    await user.clear(stakeField());
    await user.type(stakeField(), '1.5');
    expect(stakeField()).toHaveProperty('value', '15');
    await user.click(screen.getByRole('button', { name: 'Stake 15 points' }));
    expect(screen.getByText('Please choose an option first')).toBeTruthy();
    expect(keysHeard()).toEqual([]);
  });

  it('points to more points only if the balance is too small', async () => {
    server.on('GET /api/meta', { json: makeMeta({ support_url: 'https://help.example/' }) });
    server.on('GET /api/account/overview', { json: makeOverview({ stats: { points_balance: 80 } }) });
    const user = await openWith();
    await screen.findByText('80 pts');
    await user.type(stakeField(), '100');
    expect(screen.getByText('Insufficient points. Please top up first', { exact: false })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How to top up' }).getAttribute('href')).toBe('https://help.example/');
  });

  it('grows with the buttons, and Max uses all that balance and limits allow', async () => {
    server.on('GET /api/account/overview', { json: makeOverview({ stats: { points_balance: 730 } }) });
    const user = await openWith();
    await screen.findByText('730 pts');
    await user.click(screen.getByRole('button', { name: 'Add 100' }));
    await user.click(screen.getByRole('button', { name: 'Add 500' }));
    expect(stakeField()).toHaveProperty('value', '600');
    await user.click(screen.getByRole('button', { name: 'Add 500' }));
    expect(stakeField()).toHaveProperty('value', '730');
    await user.clear(stakeField());
    await user.click(screen.getByRole('button', { name: 'Max, 730' }));
    expect(fact('Balance after')).toBe('0 pts');
  });

  it('shows the return, the remaining balance, and what happens in other endings', async () => {
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    expect(fact('Returns now, if right')).toBe('750 pts');
    expect(fact('Balance after')).toBe('11,980 pts');
    expect(fact('Level after 90 minutes, won on penalties')).toBe('counts as a draw');
    expect(fact('Postponed')).toBe('waits 5 hours, then 500 back');
    expect(fact('Interrupted or abandoned')).toBe('waits 5 hours, then 500 back');
    expect(fact('Cancelled')).toBe('500 back');
    expect(fact('Nobody picked the winner')).toBe('500 back');
    expect(screen.getByText('A stake cannot be taken back.')).toBeTruthy();
  });

  it('shows every ending on request', async () => {
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    const endings = () => within(screen.getByRole('region', { name: 'What happens if' })).getAllByRole('term').length;
    expect(endings()).toBe(5);
    await user.click(screen.getByRole('button', { name: 'All endings', expanded: false }));
    expect(endings()).toBe(25);
    expect(fact('Your pick comes true')).toBe('your share of the pool');
    expect(fact('Moved by more than 7 days')).toBe('500 back');
    expect(fact('Result corrected within 3 days')).toBe('paid out anew by the new result');
    await user.click(screen.getByRole('button', { name: 'The likeliest only', expanded: true }));
    expect(endings()).toBe(5);
  });
});

describe('restrictions by the user or an operator', () => {
  it('restrict the stake and Max, and are named with their period’s end', async () => {
    const resets_at = new Date(Date.now() + 86_400_000).toISOString();
    const weekly = { kind: 'loss', period: 'week', amount: 500, used: 140, resets_at } as const;
    server.on('GET /api/account/limits', { json: makeLimits([weekly]) });
    const user = await openWith();
    await user.click(await screen.findByRole('button', { name: 'Max, 360' }));
    expect(stakeField()).toHaveProperty('value', '360');
    expect(screen.queryByText(/weekly loss limit/)).toBeNull();
    await user.clear(stakeField());
    await user.type(stakeField(), '361');
    expect(
      screen.getByText(
        /^Your weekly loss limit leaves 360 points until \d+ \w+, \d\d:\d\d$|^Your weekly loss limit leaves 360 points until \w+ \d+, \d\d:\d\d$/,
      ),
    ).toBeTruthy();
  });

  it('are reset once the period is over', async () => {
    const daily = { kind: 'stake', period: 'day', amount: 500, used: 500, resets_at: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/limits', { json: makeLimits([daily]) });
    await openWith();
    expect(await screen.findByRole('button', { name: 'Max, 500' })).toHaveProperty('disabled', false);
  });

  it('prevent all stakes while an operator has closed staking, with a message', async () => {
    server.on('GET /api/meta', { json: makeMeta({ switches: { staking: false, redeem: true, chat: true, sign_up: true } }) });
    await openWith();
    expect(await screen.findByText('No stakes are taken at the moment. Please try again later.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Not for sale now' })).toHaveProperty('disabled', true);
  });

  it.each(['desktop', 'phone'])('hide the form during time away (%s)', async (size) => {
    if (size === 'phone') window.matchMedia = (query) => Object.assign(media(query), { matches: query === PHONE });
    const exclusion = { kind: 'time_out', until: '2099-12-03T14:32:00.000Z' } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith({}, makeMine({ stake: 200 }));
    expect(await screen.findByText('You are taking time away from play until December 3, 2099 at 14:32.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Stake' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Stake|^Add to your bet/ })).toBeNull();
    expect(pick(/^Avalon Town/)).toHaveProperty('disabled', true);
    expect(screen.getByText('200 · Avalon Town to win')).toBeTruthy();
    expect(screen.queryByText('Locked, awaiting the result')).toBeNull();
  });

  it('show the form again when the time away is over', async () => {
    const exclusion = { kind: 'time_out', until: new Date(Date.now() - 1).toISOString() } as const;
    server.on('GET /api/account/overview', { json: makeOverview({ exclusion }) });
    await openWith();
    await screen.findByText('12,480 pts');
    expect(stakeField()).toBeTruthy();
    expect(screen.queryByText(/^You are taking time away/)).toBeNull();
  });
});

describe('placing it', () => {
  it('shows the summary, and the new balance and pool from the reply', async () => {
    server.on(BETS, receipt(500));
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: 'Stake 500 points' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Bet placed' }));
    expect(modal.getByText('Avalon Town to win')).toBeTruthy();
    expect(modal.getByText('11,980 pts')).toBeTruthy();
    expect(modal.getByText('500 pts')).toBeTruthy();
    expect(modal.getByRole('button', { name: 'Copy the receipt number …456789ab' })).toBeTruthy();
    expect(modal.getByRole('link', { name: 'its receipt' }).getAttribute('href')).toMatch(/^\/contests\/[0-9a-f-]{36}\/receipt$/);
    expect(JSON.parse(server.heard.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      market: 'wdl',
      match_id: 7,
      pick: 'home',
      stake: 500,
    });
    await user.click(modal.getByRole('button', { name: 'Done' }));
    expect(fact('Pool')).toBe('1,500 pts · 2 players');
    expect(screen.getByText('500 · Avalon Town to win')).toBeTruthy();
  });

  it('keeps its key while the result is uncertain, says so, and uses a new key for the next stake', async () => {
    const away = { status: 502, text: '' };
    server.on(BETS, away, away, receipt(500), receipt(500, 1_000));
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: 'Stake 500 points' }));
    await screen.findByText(/this stake is counted once/);
    await user.click(screen.getByRole('button', { name: 'Try again: stake 500 points' }));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await user.type(stakeField(), '500');
    await user.click(screen.getByRole('button', { name: 'Stake 500 points' }));
    await screen.findByRole('dialog', { name: 'Added to your bet' });
    const [first, second, third, fourth, ...more] = keysHeard();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(more).toEqual([]);
  });

  it('uses a new key when the amount changes', async () => {
    server.on(BETS, { status: 409, json: { code: 'contest_not_open', detail: 'Contest not available at the moment.' } });
    const user = await openWith();
    await user.click(pick(/^Avalon Town/));
    await user.type(stakeField(), '50');
    await user.click(screen.getByRole('button', { name: 'Stake 50 points' }));
    expect(await screen.findByText('Contest not available at the moment.')).toBeTruthy();
    await user.type(stakeField(), '0');
    expect(screen.queryByText('Contest not available at the moment.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stake 500 points' }));
    await waitFor(() => expect(keysHeard()).toHaveLength(2));
    expect(new Set(keysHeard()).size).toBe(2);
  });

  it('adds to the existing pick, and offers no other', async () => {
    const user = await openWith({}, makeMine({ stake: 200 }));
    expect(pick(/^Northgate/)).toHaveProperty('disabled', true);
    await user.type(stakeField(), '300');
    expect(fact('Cancelled')).toBe('500 back');
    expect(screen.getByRole('button', { name: 'Stake 300 points' })).toBeTruthy();
  });

  it('asks a guest to sign in, and keeps the selection', async () => {
    beGuest();
    const user = await openWith();
    await user.click(pick(/^Northgate/));
    await user.type(stakeField(), '100');
    await user.click(screen.getByRole('button', { name: 'Sign in to stake' }));
    expect(useUiState.getState().showLogin).toBe(true);
    act(() => {
      closeAuth();
      beUser();
    });
    expect(await screen.findByRole('button', { name: 'Stake 100 points' })).toBeTruthy();
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
  const leagueOf = (sport: Sport) => makeLeague({ sport, settles_on: 'whole_match', draw_possible: false });

  it.each([
    ['basketball', 'Level after four quarters', 'overtime decides', /final score, overtime included/],
    ['tennis', 'A player retires or is disqualified', '100 back', /winner once the last point is played/],
    ['esports', 'Forfeit before the first map', '100 back', /winner of the series/],
  ] as const)('%s: %s, %s', async (sport, ending, answer, sentence) => {
    const user = await openWith(twoWay, null, leagueOf(sport));
    expect(screen.getByText('Winner contest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^A draw/ })).toBeNull();
    await user.click(pick(/Avalon Town to win/));
    await user.type(stakeField(), '100');
    expect(fact(ending)).toBe(answer);
    expect(screen.queryByText(/90 minutes/)).toBeNull();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it.each([
    ['en', 'No more stakes. It is settled on the final score, overtime included.'],
    ['zh-CN', '不再接受投注。以最终比分结算，含加时赛。'],
    ['vi', 'Không nhận thêm điểm. Kết quả tính theo tỷ số chung cuộc, kể cả hiệp phụ.'],
  ] as const)('is said of a locked one too, in %s', async (locale, words) => {
    await openWith({ ...twoWay, state: 'locked' }, null, leagueOf('basketball'));
    await act(() => chooseLocale(locale));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('depends on the league, not the sport: a football cup may count extra time', async () => {
    await openWith({ state: 'locked' }, null, makeLeague({ settles_on: 'whole_match' }));
    expect(screen.getByText('No more stakes. It is settled on the final score, extra time included.')).toBeTruthy();
  });
});
