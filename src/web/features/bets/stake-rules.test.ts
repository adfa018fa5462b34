import { describe, expect, it } from 'vitest';
import { NO_PLAY_RESTRICTIONS } from '#domain/play-limits/play-limits.ts';
import { STAKE_LIMITS } from '#domain/settlement/contest.ts';
import { makeContests, makeFixed, makeMine, makeQuote, makeSuspended } from '#test/web/fixtures/accounts.ts';
import { checkStake, isFull, maxStake, priceOf, returnsIfRight, type StakeFacts, stakeReturns } from './stake-rules.ts';

type Parts = Parameters<typeof makeContests>;
const contestWith = (rest: Parts[1] = {}, mine: Parts[2] = null) => makeContests(7, rest, mine).items[0] as StakeFacts['contest'];
const facts = (rest: Partial<StakeFacts> = {}): StakeFacts => ({
  contest: contestWith(),
  balance: 12_480,
  care: NO_PLAY_RESTRICTIONS,
  limits: STAKE_LIMITS,
  now: new Date(),
  ...rest,
});

describe('a stake', () => {
  it('is refused for the first thing that speaks against it', () => {
    const past = contestWith({ deadline_at: new Date(Date.now() - 1).toISOString() });
    expect(checkStake(facts({ contest: past }), null, 0)).toEqual({ code: 'contest_not_open' });
    expect(checkStake(facts(), null, 0)).toEqual({ code: 'option_required' });
    expect(checkStake(facts(), 'home', 9)).toEqual({ code: 'stake_below_min', params: { min: 10 } });
    expect(checkStake(facts(), 'home', 5_001)).toEqual({ code: 'stake_above_max', params: { max: 5_000 } });
    expect(checkStake(facts({ balance: 99 }), 'home', 100)).toEqual({ code: 'insufficient_points', params: { balance: 99 } });
    expect(checkStake(facts({ balance: 100 }), 'home', 100)).toBeNull();
    expect(checkStake(facts({ balance: null }), 'home', 5_000)).toBeNull();
  });

  it('adds to the same pick only, up to what one user may stake', () => {
    const contest = contestWith({}, makeMine({ stake: 9_400 }));
    expect(checkStake(facts({ contest }), 'away', 100)).toEqual({ code: 'bet_pick_conflict' });
    expect(checkStake(facts({ contest }), 'home', 601)).toEqual({ code: 'stake_above_max', params: { max: 600 } });
    const full = contestWith({}, makeMine({ stake: 9_995 }));
    expect(checkStake(facts({ contest: full }), 'home', 10)).toEqual({ code: 'market_suspended' });
  });
});

describe("a limit of one's own", () => {
  const care = { ...NO_PLAY_RESTRICTIONS, limits: [{ kind: 'loss', period: 'week', amount: 500, used: 140 }] as const };

  it('binds the stake, and what Max takes', () => {
    expect(checkStake(facts({ care }), 'home', 360)).toBeNull();
    expect(checkStake(facts({ care }), 'home', 361)).toMatchObject({
      code: 'limit_reached',
      params: { kind: 'loss', period: 'week', left: 360 },
    });
    expect(maxStake(facts({ care }), 'home')).toBe(360);
  });

  it('goes with time away, which leaves no stake at all', () => {
    const away = { ...NO_PLAY_RESTRICTIONS, excludedUntil: new Date(Date.now() + 60_000) };
    expect(checkStake(facts({ care: away }), 'home', 100)).toMatchObject({ code: 'self_excluded' });
  });
});

it('can be as large as balance, single stake and contest allow together', () => {
  expect(maxStake(facts(), 'home')).toBe(5_000);
  expect(maxStake(facts({ balance: 730 }), 'home')).toBe(730);
  expect(maxStake(facts({ balance: null }), 'home')).toBe(5_000);
  const contest = contestWith({}, makeMine({ stake: 9_400 }));
  expect(maxStake(facts({ contest }), 'home')).toBe(600);
});

describe('what it returns', () => {
  it('counts the stake into the pool that it shares', () => {
    // 500 home, 500 away; 500 more on home: 1,500 shared by 1,000 of stakes.
    expect(returnsIfRight(contestWith(), 'home', 500, 0)).toBe(750);
    // Nobody picked the draw: whoever does takes all.
    expect(returnsIfRight(contestWith(), 'draw', 100, 0)).toBe(1_100);
  });

  it('is that of the whole bet, where there is one already', () => {
    const contest = contestWith({}, makeMine({ stake: 200 }));
    expect(returnsIfRight(contest, 'home', 300, 0)).toBe(Math.floor((500 * 1_300) / 800));
  });

  it('leaves the fee, taken from what the others lose', () => {
    expect(returnsIfRight(contestWith(), 'home', 500, 10)).toBe(Math.floor((500 * (1_000 + 500 - 50)) / 1_000));
  });
});

describe('at fixed odds', () => {
  const quote = makeQuote({ home: 2.06, draw: 3.4, away: 4.35 });
  const fixed = (given = quote, mine: ReturnType<typeof makeMine> | null = null) => makeFixed(7, given, {}, mine);
  const held = (stake: number, payout_if_right: number) => makeMine({ stake, payout_if_right });

  it('a stake returns its price exactly, floored, stake by stake', () => {
    expect(stakeReturns(fixed(), 'home', 499)).toBe(1_027);
    expect(returnsIfRight(fixed(), 'home', 499, 10)).toBe(1_027);
    expect(returnsIfRight(fixed(quote, held(15, 31)), 'home', 15, 0)).toBe(31 + 30);
    expect(returnsIfRight(fixed(makeSuspended('no_price')), 'home', 100, 0)).toBeNull();
    expect(priceOf(fixed(), 'away')).toBe(4.35);
  });

  it('nothing can be staked while nothing is for sale', () => {
    const contest = fixed(makeSuspended('taken_back'));
    expect(checkStake(facts({ contest }), 'home', 100)).toEqual({ code: 'market_suspended' });
    expect(maxStake(facts({ contest }), 'home')).toBe(0);
  });

  it('Max is the smallest of all limits: what a weak price, the match and one bet leave', () => {
    expect(maxStake(facts({ contest: fixed() }), 'home')).toBe(5_000);
    expect(maxStake(facts({ contest: fixed({ ...quote, stake_max: 500 }, held(120, 247)) }), 'home')).toBe(380);
    const scarce = { ...quote, prices: quote.prices.map((price) => (price.pick === 'away' ? { ...price, room: 37 } : price)) };
    expect(maxStake(facts({ contest: fixed(scarce) }), 'away')).toBe(37);
    // Whichever is picked.
    expect(maxStake(facts({ contest: fixed(scarce) }), null)).toBe(37);
    expect(checkStake(facts({ contest: fixed(scarce) }), 'away', 38)).toEqual({ code: 'stake_above_max', params: { max: 37 } });
    // 50,000 a bet: 49,000 are promised already, and 486 at 2.06 return 1,001.
    expect(maxStake(facts({ contest: fixed(quote, held(4_000, 49_000)) }), 'home')).toBe(485);
  });

  it('a player who may add no more is told from an outcome that is full', () => {
    const weak = { ...quote, stake_max: 500 };
    expect(isFull(fixed(weak, held(495, 900)), STAKE_LIMITS)).toBe(true);
    expect(isFull(fixed(weak, held(490, 900)), STAKE_LIMITS)).toBe(false);
    expect(isFull(fixed(), STAKE_LIMITS)).toBe(false);
  });

  it.each([1, 9, 10, 37, 499, 4_999])('the room that is told is the room that is judged by, to the point (%d)', (room) => {
    for (const odds of [1.01, 1.33, 2.06, 9.99]) {
      const prices = [{ pick: 'home' as const, odds, room }];
      expect(maxStake(facts({ contest: fixed({ ...quote, prices }) }), 'home')).toBe(room);
    }
  });
});
