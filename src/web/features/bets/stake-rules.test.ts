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
  it('is refused for the first rule it breaks', () => {
    const past = contestWith({ deadline_at: new Date(Date.now() - 1).toISOString() });
    expect(checkStake(facts({ contest: past }), null, 0)).toEqual({ code: 'contest_not_open' });
    expect(checkStake(facts(), null, 0)).toEqual({ code: 'option_required' });
    expect(checkStake(facts(), 'home', 9)).toEqual({ code: 'stake_below_min', params: { min: 10 } });
    expect(checkStake(facts(), 'home', 5_001)).toEqual({ code: 'stake_above_max', params: { max: 5_000 } });
    expect(checkStake(facts({ balance: 99 }), 'home', 100)).toEqual({ code: 'insufficient_points', params: { balance: 99 } });
    expect(checkStake(facts({ balance: 100 }), 'home', 100)).toBeNull();
    expect(checkStake(facts({ balance: null }), 'home', 5_000)).toBeNull();
  });

  it('adds only to the same pick, up to the maximum of a user', () => {
    const contest = contestWith({}, makeMine({ stake: 9_400 }));
    expect(checkStake(facts({ contest }), 'away', 100)).toEqual({ code: 'bet_pick_conflict' });
    expect(checkStake(facts({ contest }), 'home', 601)).toEqual({ code: 'stake_above_max', params: { max: 600 } });
    const full = contestWith({}, makeMine({ stake: 9_995 }));
    expect(checkStake(facts({ contest: full }), 'home', 10)).toEqual({ code: 'market_suspended' });
  });
});

describe('limits set by the user', () => {
  const care = { ...NO_PLAY_RESTRICTIONS, limits: [{ kind: 'loss', period: 'week', amount: 500, used: 140 }] as const };

  it('restrict the stake and Max', () => {
    expect(checkStake(facts({ care }), 'home', 360)).toBeNull();
    expect(checkStake(facts({ care }), 'home', 361)).toMatchObject({
      code: 'limit_reached',
      params: { kind: 'loss', period: 'week', left: 360 },
    });
    expect(maxStake(facts({ care }), 'home')).toBe(360);
  });

  it('include time away, which allows no stake', () => {
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

describe('the return', () => {
  it('counts the stake as part of the pool', () => {
    // 500 home, 500 away; 500 more on home: 1,500 shared by 1,000 of stakes.
    expect(returnsIfRight(contestWith(), 'home', 500, 0)).toBe(750);
    // There are no other stakes on the draw: it takes everything.
    expect(returnsIfRight(contestWith(), 'draw', 100, 0)).toBe(1_100);
  });

  it('is that of the whole bet if one exists', () => {
    const contest = contestWith({}, makeMine({ stake: 200 }));
    expect(returnsIfRight(contest, 'home', 300, 0)).toBe(Math.floor((500 * 1_300) / 800));
  });

  it('deducts the fee from the losing stakes', () => {
    expect(returnsIfRight(contestWith(), 'home', 500, 10)).toBe(Math.floor((500 * (1_000 + 500 - 50)) / 1_000));
  });
});

describe('at fixed odds', () => {
  const quote = makeQuote({ home: 2.06, draw: 3.4, away: 4.35 });
  const fixed = (given = quote, mine: ReturnType<typeof makeMine> | null = null) => makeFixed(7, given, {}, mine);
  const held = (stake: number, payout_if_right: number) => makeMine({ stake, payout_if_right });

  it('returns the stake times its price, rounded down for each stake', () => {
    expect(stakeReturns(fixed(), 'home', 499)).toBe(1_027);
    expect(returnsIfRight(fixed(), 'home', 499, 10)).toBe(1_027);
    expect(returnsIfRight(fixed(quote, held(15, 31)), 'home', 15, 0)).toBe(31 + 30);
    expect(returnsIfRight(fixed(makeSuspended('no_price')), 'home', 100, 0)).toBeNull();
    expect(priceOf(fixed(), 'away')).toBe(4.35);
  });

  it('allows no stake without a price', () => {
    const contest = fixed(makeSuspended('taken_back'));
    expect(checkStake(facts({ contest }), 'home', 100)).toEqual({ code: 'market_suspended' });
    expect(maxStake(facts({ contest }), 'home')).toBe(0);
  });

  it('limits Max to the smallest of the weak price, match and bet limits', () => {
    expect(maxStake(facts({ contest: fixed() }), 'home')).toBe(5_000);
    expect(maxStake(facts({ contest: fixed({ ...quote, stake_max: 500 }, held(120, 247)) }), 'home')).toBe(380);
    const scarce = { ...quote, prices: quote.prices.map((price) => (price.pick === 'away' ? { ...price, room: 37 } : price)) };
    expect(maxStake(facts({ contest: fixed(scarce) }), 'away')).toBe(37);
    // Whichever pick is chosen.
    expect(maxStake(facts({ contest: fixed(scarce) }), null)).toBe(37);
    expect(checkStake(facts({ contest: fixed(scarce) }), 'away', 38)).toEqual({ code: 'stake_above_max', params: { max: 37 } });
    // 50,000 per bet: 49,000 are promised already, and 486 at 2.06 return 1,001.
    expect(maxStake(facts({ contest: fixed(quote, held(4_000, 49_000)) }), 'home')).toBe(485);
  });

  it('distinguishes a player at the limit from an outcome without room', () => {
    const weak = { ...quote, stake_max: 500 };
    expect(isFull(fixed(weak, held(495, 900)), STAKE_LIMITS)).toBe(true);
    expect(isFull(fixed(weak, held(490, 900)), STAKE_LIMITS)).toBe(false);
    expect(isFull(fixed(), STAKE_LIMITS)).toBe(false);
  });

  it.each([1, 9, 10, 37, 499, 4_999])('accepts exactly the displayed room (%d)', (room) => {
    for (const odds of [1.01, 1.33, 2.06, 9.99]) {
      const prices = [{ pick: 'home' as const, odds, room }];
      expect(maxStake(facts({ contest: fixed({ ...quote, prices }) }), 'home')).toBe(room);
    }
  });
});
