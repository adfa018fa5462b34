import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKETS } from './contest.ts';
import { correctSettlement } from './correction.ts';
import { adjustTransfer, bankrollTransfer, redeemRefundTransfer, redeemTransfer, stakeTransfer } from './ledger.ts';
import { accountKey, applyTransfers, EMPTY_LEDGER } from './ledger-model.ts';
import { POOL_RULES } from './pool.ts';
import { type PlacedBet, settle } from './settlement.ts';
import { PICKS, type Pick } from './sport.ts';

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
  const next = settle(pool, bets, awayWin);
  const correct = (balance: number, heldUndecided: number) => {
    const { transfers, ...rest } = correctSettlement(
      { ...pool, round: 1 },
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
        const received = new Map(first.bets.map(({ id, payout, refund }) => [id, payout + refund]));
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
        const correction = correctSettlement({ ...contest, round: 1 }, next, received, funds);
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
