import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { NO_PLAY_RESTRICTIONS, type PlayLimit, type PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import { CONTEST_STATES, type Contest, checkStakeRules, type FixedOffer, type HeldBet, STAKE_LIMITS, stakeRoom } from './contest.ts';
import { fixedPayout } from './settlement.ts';

const deadlineAt = new Date(1_000_000);
const now = new Date(999_999);
const pool: Contest = { market: 'wdl', state: 'open', deadlineAt, picks: picksOf(true) };
const firm: FixedOffer = { oddsHundredths: 200, stakeMax: null, matchLiability: 0 };

interface Attempt {
  stake?: number;
  pick?: Pick;
  contest?: Partial<Contest>;
  held?: HeldBet | null;
  offer?: FixedOffer | null;
  seenHundredths?: number;
  balance?: number;
  care?: Partial<PlayRestrictions>;
  at?: Date;
}
const refusal = ({ stake = 100, pick = 'home', seenHundredths, ...facts }: Attempt = {}) => {
  const { contest, held = null, offer = null, balance = 100_000, care, at = now } = facts;
  return checkStakeRules(
    { pick, stake, seenHundredths },
    { care: { ...NO_PLAY_RESTRICTIONS, ...care }, contest: { ...pool, ...contest }, held, offer, balance, limits: STAKE_LIMITS, now: at },
  );
};

describe('checkStakeRules', () => {
  it('accepts a stake within every limit', () => {
    expect(refusal()).toBeNull();
    expect(refusal({ stake: 10 })).toBeNull();
    expect(refusal({ stake: 5_000 })).toBeNull();
    expect(refusal({ stake: 100, balance: 100 })).toBeNull();
  });

  it('accepts stakes in open contests only, until the millisecond before the deadline', () => {
    for (const state of CONTEST_STATES.filter((s) => s !== 'open')) {
      expect(refusal({ contest: { state } })).toEqual({ code: 'contest_not_open' });
    }
    expect(refusal({ at: deadlineAt })).toEqual({ code: 'contest_not_open' });
    expect(refusal({ contest: { deadlineAt: null } })).toEqual({ code: 'contest_not_open' });
  });

  it('offers no draw where there is none', () => {
    expect(refusal({ pick: 'draw' })).toBeNull();
    expect(refusal({ pick: 'draw', contest: { picks: picksOf(false) } })).toEqual({ code: 'option_required' });
  });

  it('allows a user one pick only', () => {
    const held: HeldBet = { pick: 'away', stake: 100, payout: 0 };
    expect(refusal({ held })).toEqual({ code: 'bet_pick_conflict' });
    expect(refusal({ held, pick: 'away' })).toBeNull();
  });

  it('names the limit that binds', () => {
    expect(refusal({ stake: 9 })).toEqual({ code: 'stake_below_min', params: { min: 10 } });
    expect(refusal({ stake: 5_001 })).toEqual({ code: 'stake_above_max', params: { max: 5_000 } });
    expect(refusal({ stake: 101, balance: 100 })).toEqual({ code: 'insufficient_points', params: { balance: 100 } });
    expect(refusal({ stake: 201, held: { pick: 'home', stake: 9_800, payout: 0 } })).toEqual({
      code: 'stake_above_max',
      params: { max: 200 },
    });
    expect(refusal({ held: { pick: 'home', stake: 9_990, payout: 0 }, stake: 10 })).toBeNull();
    expect(refusal({ held: { pick: 'home', stake: 9_991, payout: 0 }, stake: 10 })).toEqual({ code: 'market_suspended' });
  });

  it('refuses a user in a time-out or about to be deleted before any other reason', () => {
    const until = new Date(now.getTime() + 1);
    const excluded = { excludedUntil: until, isLeaving: true };
    expect(refusal({ care: excluded, stake: 0, balance: 0, contest: { state: 'void' } })).toEqual({
      code: 'self_excluded',
      params: { until: until.toISOString() },
    });
    expect(refusal({ care: { excludedUntil: now } })).toBeNull();
    expect(refusal({ care: { isLeaving: true }, stake: 0 })).toEqual({ code: 'account_leaving' });
  });

  it("goes by the user's own limits before their points and the contest's limits", () => {
    const daily: PlayLimit = { kind: 'stake', period: 'day', amount: 1_000, used: 900 };
    const weekly: PlayLimit = { kind: 'loss', period: 'week', amount: 500, used: 450 };
    const limited = {
      code: 'limit_reached',
      params: { kind: 'stake', period: 'day', max: 1_000, left: 100, resets_at: '1970-01-02T00:00:00.000Z' },
    };
    expect(refusal({ care: { limits: [daily] }, stake: 100 })).toBeNull();
    expect(refusal({ care: { limits: [daily] }, stake: 101 })).toEqual(limited);
    expect(refusal({ care: { limits: [daily] }, stake: 6_000, balance: 0 })).toEqual(limited);
    expect(refusal({ care: { limits: [daily, weekly] }, stake: 51 })?.params).toMatchObject({ kind: 'loss', period: 'week', left: 50 });
    expect(refusal({ care: { limits: [{ ...daily, used: 991 }] }, stake: 1 })?.params).toMatchObject({ left: 9 });
    expect(refusal({ care: { limits: [daily] }, stake: 9 })).toEqual({ code: 'stake_below_min', params: { min: 10 } });
  });

  it('limits what the house may lose', () => {
    expect(refusal({ stake: 501, offer: { ...firm, stakeMax: 500 } })).toEqual({ code: 'stake_above_max', params: { max: 500 } });
    expect(refusal({ stake: 1_001, offer: { ...firm, oddsHundredths: 5_000 } })).toEqual({
      code: 'stake_above_max',
      params: { max: 1_000 },
    });
    expect(refusal({ stake: 101, offer: { ...firm, matchLiability: 499_800 } })).toEqual({ code: 'stake_above_max', params: { max: 100 } });
    expect(refusal({ offer: { ...firm, matchLiability: 499_990 } })).toEqual({ code: 'market_suspended' });
    const held: HeldBet = { pick: 'home', stake: 100, payout: 49_900 };
    expect(refusal({ stake: 51, held, offer: firm })).toEqual({ code: 'stake_above_max', params: { max: 50 } });
  });

  it('accepts fixed odds at the price that was shown, or at a better one', () => {
    const contest = { market: '1x2' } as const;
    expect(refusal({ contest, offer: firm, seenHundredths: 200 })).toBeNull();
    expect(refusal({ contest, offer: firm, seenHundredths: 199 })).toBeNull();
    const changed = { code: 'odds_changed', params: { odds: 2 } };
    expect(refusal({ contest, offer: firm, seenHundredths: 201 })).toEqual(changed);
    // The maximum stake follows from the price, so a changed price is reported first.
    expect(refusal({ contest, offer: firm, seenHundredths: 201, stake: 5_001 })).toEqual(changed);
  });

  it('accepts no fixed odds while none are for sale', () => {
    const contest = { market: '1x2' } as const;
    expect(refusal({ contest, offer: null, seenHundredths: 200 })).toEqual({ code: 'market_suspended' });
    expect(refusal({ contest: { ...contest, state: 'locked' }, offer: null })).toEqual({ code: 'contest_not_open' });
  });
});

it('leaves room for exactly what the payout limit allows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 101, max: 5_000 }), fc.integer({ min: 0, max: 50_000 }), (oddsHundredths, payout) => {
      const limits = { ...STAKE_LIMITS, stakeMax: 1e9, contestStakeMax: 1e9, matchLiabilityMax: 1e9 };
      const room = stakeRoom({ pick: 'home', stake: 0, payout }, { ...firm, oddsHundredths }, limits);
      const pays = (stake: number) => payout + fixedPayout([{ stake, oddsHundredths }]);
      expect(pays(room)).toBeLessThanOrEqual(limits.betPayoutMax);
      expect(pays(room + 1)).toBeGreaterThan(limits.betPayoutMax);
    }),
  );
});
