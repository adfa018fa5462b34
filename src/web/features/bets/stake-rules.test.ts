import { describe, expect, it } from 'vitest';
import { CAREFREE } from '#domain/care.ts';
import { STAKE_LIMITS } from '#domain/contest.ts';
import { makeContests } from '#web/test-accounts.ts';
import { judgeStake, maxStake, returnsIfRight, type StakeFacts } from './stake-rules.ts';

type Parts = Parameters<typeof makeContests>;
const contestWith = (rest: Parts[1] = {}, mine: Parts[2] = null) => makeContests(7, rest, mine).items[0] as StakeFacts['contest'];
const facts = (rest: Partial<StakeFacts> = {}): StakeFacts => ({
  contest: contestWith(),
  balance: 12_480,
  care: CAREFREE,
  limits: STAKE_LIMITS,
  now: new Date(),
  ...rest,
});

describe('a stake', () => {
  it('is refused for the first thing that speaks against it', () => {
    const past = contestWith({ deadline_at: new Date(Date.now() - 1).toISOString() });
    expect(judgeStake(facts({ contest: past }), null, 0)).toEqual({ code: 'contest_not_open' });
    expect(judgeStake(facts(), null, 0)).toEqual({ code: 'option_required' });
    expect(judgeStake(facts(), 'home', 9)).toEqual({ code: 'stake_below_min', params: { min: 10 } });
    expect(judgeStake(facts(), 'home', 5_001)).toEqual({ code: 'stake_above_max', params: { max: 5_000 } });
    expect(judgeStake(facts({ balance: 99 }), 'home', 100)).toEqual({ code: 'insufficient_points', params: { balance: 99 } });
    expect(judgeStake(facts({ balance: 100 }), 'home', 100)).toBeNull();
    expect(judgeStake(facts({ balance: null }), 'home', 5_000)).toBeNull();
  });

  it('adds to the same pick only, up to what one user may stake', () => {
    const contest = contestWith({}, { pick: 'home', stake: 9_400, state: 'ongoing' });
    expect(judgeStake(facts({ contest }), 'away', 100)).toEqual({ code: 'bet_pick_conflict' });
    expect(judgeStake(facts({ contest }), 'home', 601)).toEqual({ code: 'stake_above_max', params: { max: 600 } });
    const full = contestWith({}, { pick: 'home', stake: 9_995, state: 'ongoing' });
    expect(judgeStake(facts({ contest: full }), 'home', 10)).toEqual({ code: 'market_suspended' });
  });
});

describe("a limit of one's own", () => {
  const care = { ...CAREFREE, limits: [{ kind: 'loss', period: 'week', amount: 500, used: 140 }] as const };

  it('binds the stake, and what Max takes', () => {
    expect(judgeStake(facts({ care }), 'home', 360)).toBeNull();
    expect(judgeStake(facts({ care }), 'home', 361)).toMatchObject({
      code: 'limit_reached',
      params: { kind: 'loss', period: 'week', left: 360 },
    });
    expect(maxStake(facts({ care }))).toBe(360);
  });

  it('goes with time away, which leaves no stake at all', () => {
    const away = { ...CAREFREE, excludedUntil: new Date(Date.now() + 60_000) };
    expect(judgeStake(facts({ care: away }), 'home', 100)).toMatchObject({ code: 'self_excluded' });
  });
});

it('can be as large as balance, single stake and contest allow together', () => {
  expect(maxStake(facts())).toBe(5_000);
  expect(maxStake(facts({ balance: 730 }))).toBe(730);
  expect(maxStake(facts({ balance: null }))).toBe(5_000);
  const contest = contestWith({}, { pick: 'home', stake: 9_400, state: 'ongoing' });
  expect(maxStake(facts({ contest }))).toBe(600);
});

describe('what it returns', () => {
  it('counts the stake into the pool that it shares', () => {
    // 500 home, 500 away; 500 more on home: 1,500 shared by 1,000 of stakes.
    expect(returnsIfRight(contestWith(), 'home', 500, 0)).toBe(750);
    // Nobody picked the draw: whoever does takes all.
    expect(returnsIfRight(contestWith(), 'draw', 100, 0)).toBe(1_100);
  });

  it('is that of the whole bet, where there is one already', () => {
    const contest = contestWith({}, { pick: 'home', stake: 200, state: 'ongoing' });
    expect(returnsIfRight(contest, 'home', 300, 0)).toBe(Math.floor((500 * 1_300) / 800));
  });

  it('leaves the fee, taken from what the others lose', () => {
    expect(returnsIfRight(contestWith(), 'home', 500, 10)).toBe(Math.floor((500 * (1_000 + 500 - 50)) / 1_000));
  });
});
