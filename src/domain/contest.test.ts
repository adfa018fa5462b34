import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTEST_STATES, type Contest, type FixedOffer, type HeldBet, picksOf, refuseStake, STAKE_LIMITS, stakeRoom } from './contest.ts';
import { fixedPayout } from './settlement.ts';
import type { Pick } from './sport.ts';

const deadlineAt = new Date(1_000_000);
const now = new Date(999_999);
const pool: Contest = { market: 'wdl', state: 'open', deadlineAt, picks: picksOf(true) };
const firm: FixedOffer = { oddsHundredths: 200, stakeMax: null, matchLiability: 0 };

interface Attempt {
  stake?: number;
  pick?: Pick;
  contest?: Partial<Contest>;
  held?: HeldBet;
  offer?: FixedOffer;
  balance?: number;
  at?: Date;
}
const refusal = ({ stake = 100, pick = 'home', contest, held, offer, balance = 100_000, at = now }: Attempt = {}) =>
  refuseStake({ pick, stake }, { ...pool, ...contest }, held ?? null, offer ?? null, balance, STAKE_LIMITS, at);

describe('refuseStake', () => {
  it('accepts a stake within every limit', () => {
    expect(refusal()).toBeNull();
    expect(refusal({ stake: 10 })).toBeNull();
    expect(refusal({ stake: 5_000 })).toBeNull();
    expect(refusal({ stake: 100, balance: 100 })).toBeNull();
  });

  it('takes stakes in open contests only, until the millisecond before the deadline', () => {
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

  it('keeps a user to one pick', () => {
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
