import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustTransfer, bankrollTransfer, redeemRefundTransfer, redeemTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import { accountKey, applyTransfers, EMPTY_LEDGER } from '#domain/ledger/ledger-model.ts';
import { PICKS, type Pick } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { MARKETS } from './contest.ts';
import type { MatchFacts } from './contest-state.ts';
import { correctionFor, correctSettlement } from './correction.ts';
import { POOL_RULES } from './pool.ts';
import { entitlementOf, type PlacedBet, settle } from './settlement.ts';
import { SETTLEMENT_TIMERS } from './settlement-timers.ts';

const bet = (id: string, pick: Pick, stake: number): PlacedBet => ({
  id,
  userId: `user-${id}`,
  pick,
  placedAt: new Date(0),
  legs: [{ id: `${id}-leg`, stake, oddsHundredths: 250, placedAt: new Date(0) }],
});
const pool = { id: 'c', market: 'wdl', rules: POOL_RULES } as const;
const homeWin = { result: [1, 0] as [number, number], startedAt: null };
const awayWin = { result: [0, 1] as [number, number], startedAt: null };

describe('correctSettlement by hand', () => {
  const bets = [bet('a', 'home', 100), bet('b', 'away', 60)];
  const received = new Map([['a', 160]]);
  const [first, next] = [settle(pool, bets, homeWin), settle(pool, bets, awayWin)];
  const correct = (balance: number, heldUndecided: number) => {
    const { transfers, ...rest } = correctSettlement(
      { ...pool, round: 1 },
      first,
      next,
      received,
      new Map([['user-a', { balance, heldUndecided }]]),
    );
    return { ...rest, moves: transfers.map(({ key, source, from, amount }) => [key, source, accountKey(from), amount]) };
  };
  const paid = ['bet:b:adjust:1', 'bet_payout_adjust', 'contest:c', 160];

  it('takes what was paid wrongly and pays the new winner', () => {
    expect(correct(500, 0)).toEqual({
      houseLoss: 0,
      rejectWithdrawalsOf: [],
      moves: [['bet:a:adjust:1', 'bet_payout_adjust', 'balance:user-a', 160], paid],
    });
  });

  it('takes held points where the balance is not enough, and the house bears the rest', () => {
    expect(correct(50, 1_000)).toMatchObject({ houseLoss: 0, rejectWithdrawalsOf: ['user-a'] });
    expect(correct(50, 20)).toEqual({
      houseLoss: 90,
      rejectWithdrawalsOf: ['user-a'],
      moves: [['bet:a:adjust:1', 'bet_payout_adjust', 'balance:user-a', 70], ['contest:c:adjust:1', 'house_cover', 'house', 90], paid],
    });
    expect(correct(0, 0)).toMatchObject({
      houseLoss: 160,
      rejectWithdrawalsOf: [],
      moves: [['contest:c:adjust:1', 'house_cover', 'house', 160], paid],
    });
  });

  const again = (to: typeof homeWin, kept: number, balance: number) => {
    const received = new Map([
      ['a', kept],
      ['b', 160],
    ]);
    const funds = new Map(['user-a', 'user-b'].map((userId) => [userId, { balance, heldUndecided: 0 }]));
    const { transfers, houseLoss } = correctSettlement({ ...pool, round: 2 }, next, settle(pool, bets, to), received, funds);
    return { houseLoss, moves: transfers.map(({ key, from, to, amount }) => [key, accountKey(from), accountKey(to), amount]) };
  };

  it('does not claim again what the house has borne', () => {
    expect(again({ ...awayWin, result: [0, 2] }, 160, 1_000)).toEqual({ houseLoss: 0, moves: [] });
    expect(again({ ...awayWin, result: [1, 1] }, 160, 1_000)).toEqual({
      houseLoss: 0,
      moves: [
        ['bet:b:adjust:2', 'balance:user-b', 'contest:c', 100],
        ['contest:c:adjust:2', 'contest:c', 'house', 100],
      ],
    });
  });

  it('never pays a user twice who kept a wrong payout and turns out to be right', () => {
    expect(again(homeWin, 50, 1_000).moves).toEqual([
      ['bet:b:adjust:2', 'balance:user-b', 'contest:c', 160],
      ['contest:c:adjust:2', 'contest:c', 'house', 50],
      ['bet:a:adjust:2', 'contest:c', 'balance:user-a', 110],
    ]);
  });
});

describe('correctionFor', () => {
  /** Times in milliseconds from the settlement. */
  const at = (ms: number) => new Date(1_700_000_000_000 + ms);
  const verdict = (now: number, match: Partial<MatchFacts>, startedAt: Date | null = at(-2 * HOUR_MS), byHandAt: Date | null = null) =>
    correctionFor(
      { result: [1, 0], startedAt, settledAt: at(0), byHandAt },
      {
        status: 'ft',
        statusSince: at(-MINUTE_MS),
        kickoffAt: at(-2 * HOUR_MS),
        feedHeardAt: at(now),
        result: [1, 0],
        resultSince: at(-MINUTE_MS),
        startedAt: at(-2 * HOUR_MS),
        mismatch: null,
        opinions: [],
        ...match,
      },
      at(now),
      SETTLEMENT_TIMERS,
    );
  const other = { result: [1, 1] as [number, number], resultSince: at(HOUR_MS) };
  const corrected = { kind: 'correct', facts: { result: [1, 1], startedAt: at(-2 * HOUR_MS) } };

  it('waits until a different result has been unchanged for a minute', () => {
    expect(verdict(HOUR_MS + MINUTE_MS, {})).toEqual({ kind: 'stands' });
    expect(verdict(HOUR_MS + MINUTE_MS - 1, other)).toEqual({ kind: 'wait' });
    expect(verdict(HOUR_MS + MINUTE_MS, { ...other, resultSince: null })).toEqual({ kind: 'wait' });
    expect(verdict(HOUR_MS + MINUTE_MS, other)).toEqual(corrected);
  });

  it('refers a result that another provider contradicts, and moves nothing', () => {
    const says = (score: [number, number], toldMs: number) => ({
      opinions: [{ feed: 'b', end: { kind: 'played' as const, score }, toldAt: at(toldMs) }],
    });
    const disputed = { kind: 'refer', because: 'opinion' };
    expect(verdict(HOUR_MS, says([1, 0], HOUR_MS))).toEqual({ kind: 'stands' });
    expect(verdict(HOUR_MS, says([0, 1], HOUR_MS))).toEqual(disputed);
    expect(verdict(90 * HOUR_MS, says([0, 1], 72 * HOUR_MS))).toEqual(disputed);
    expect(verdict(90 * HOUR_MS, says([0, 1], 72 * HOUR_MS + 1))).toEqual({ kind: 'stands' });
    // An operator has looked since.
    expect(verdict(2 * HOUR_MS, says([0, 1], HOUR_MS), undefined, at(HOUR_MS))).toEqual({ kind: 'stands' });
    expect(verdict(2 * HOUR_MS, says([0, 1], HOUR_MS + 1), undefined, at(HOUR_MS))).toEqual(disputed);
    const later = HOUR_MS + MINUTE_MS;
    expect(verdict(later, { ...other, ...says([1, 0], 0) })).toEqual(disputed);
    expect(verdict(later, { ...other, ...says([1, 1], later) })).toEqual(corrected);
  });

  it('refers a result that comes after 72 hours, from a silent feed, or for other sides', () => {
    expect(verdict(72 * HOUR_MS, other)).toEqual(corrected);
    for (const refused of [
      verdict(72 * HOUR_MS + 1, other),
      verdict(2 * HOUR_MS, { ...other, mismatch: 'sides_changed' }),
      verdict(2 * HOUR_MS, { ...other, feedHeardAt: at(2 * HOUR_MS - 10 * MINUTE_MS - 1) }),
    ]) {
      expect(refused).toEqual({ kind: 'refer', because: 'score' });
    }
  });

  it('does not change for an award or a match without a result', () => {
    expect(verdict(2 * HOUR_MS, { ...other, status: 'awd' })).toEqual({ kind: 'stands' });
    for (const status of ['canc', 'abd', 'susp'] as const)
      expect(verdict(2 * HOUR_MS, { status, result: null })).toEqual({ kind: 'stands' });
  });

  it('leaves an operator’s result to operators: earlier reports do not count, and later ones are referred', () => {
    const byHand = (match: Partial<MatchFacts>) => verdict(2 * HOUR_MS, match, at(-2 * HOUR_MS), at(HOUR_MS));
    expect(byHand(other)).toEqual({ kind: 'stands' });
    expect(byHand({ ...other, resultSince: at(HOUR_MS + 1) })).toEqual({ kind: 'refer', because: 'score' });
    expect(byHand({ startedAt: at(-3 * HOUR_MS) })).toEqual({ kind: 'stands' });
    expect(byHand({ result: [1, 0], resultSince: at(HOUR_MS + 1) })).toEqual({ kind: 'stands' });
  });

  it('corrects a true kick-off that is earlier or was unknown, never a later one', () => {
    const earlier = at(-3 * HOUR_MS);
    expect(verdict(HOUR_MS, { startedAt: earlier })).toEqual({ kind: 'correct', facts: { result: [1, 0], startedAt: earlier } });
    expect(verdict(HOUR_MS, {}, null)).toEqual({ kind: 'correct', facts: { result: [1, 0], startedAt: at(-2 * HOUR_MS) } });
    for (const startedAt of [at(-HOUR_MS), null]) expect(verdict(HOUR_MS, { startedAt })).toEqual({ kind: 'stands' });
    expect(verdict(HOUR_MS + MINUTE_MS, { ...other, startedAt: at(-HOUR_MS) })).toEqual(corrected);
  });
});

describe('correctSettlement always', () => {
  const anyUser = fc.record({
    pick: fc.constantFrom(...PICKS),
    stake: fc.integer({ min: 10, max: 5_000 }),
    /** Shares of what the user has after the first settlement that are spent, and held for a withdrawal. */
    spent: fc.double({ min: 0, max: 1, noNaN: true }),
    held: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it('empties the contest, pays new winners in full, and takes nobody below zero', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MARKETS), fc.array(anyUser, { maxLength: 12 }), (market, users) => {
        const contest = { ...pool, market };
        const bets = users.map(({ pick, stake }, i) => bet(`${i}`, pick, stake));
        const first = settle(contest, bets, homeWin);
        const received = new Map(first.bets.map((end) => [end.id, entitlementOf(end)]));
        const funds = new Map(
          first.bets.map(({ id, userId }, i) => {
            const left = received.get(id)! - Math.floor(received.get(id)! * users[i]!.spent);
            const heldUndecided = Math.floor(left * users[i]!.held);
            return [userId, { balance: left - heldUndecided, heldUndecided }];
          }),
        );
        const lives = bets.flatMap(({ id, userId }) => {
          const { balance, heldUndecided } = funds.get(userId)!;
          const spent = received.get(id)! - balance - heldUndecided;
          return [
            ...(spent > 0 ? [adjustTransfer(`spent-${id}`, userId, -spent, 'admin_adjust', '')] : []),
            ...(heldUndecided > 0 ? [redeemTransfer(id, userId, heldUndecided)] : []),
          ];
        });
        const before = applyTransfers(EMPTY_LEDGER, [
          bankrollTransfer('first', 5_000_000),
          ...bets.map(({ id, userId, legs }) => adjustTransfer(id, userId, legs[0]!.stake, 'manual_adjust', '')),
          ...bets.map(({ id, userId, legs }) => stakeTransfer({ id, userId, contestId: 'c', market }, legs[0]!.id, legs[0]!.stake)),
          ...first.transfers,
          ...lives,
        ]);
        const next = settle(contest, bets, awayWin);
        const correction = correctSettlement({ ...contest, round: 1 }, first, next, received, funds);
        const rejections = correction.rejectWithdrawalsOf.map((userId) =>
          redeemRefundTransfer(userId.slice('user-'.length), userId, funds.get(userId)!.heldUndecided, false, 'result corrected'),
        );
        const { balances } = applyTransfers(before, [...rejections, ...correction.transfers]);

        expect(balances.get('contest:c') ?? 0).toBe(0);
        expect([...balances.values()].reduce((sum, n) => sum + n, 0)).toBe(0);
        for (const { id, userId, payout, refund } of next.bets) {
          const gained = payout + refund - received.get(id)!;
          const { balance } = funds.get(userId)!;
          if (gained >= 0) expect(balances.get(`balance:${userId}`)).toBe(balance + gained);
        }
      }),
    );
  });
});
