import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjustTransfer,
  checkInTransfer,
  inviteTransfer,
  POINT_SOURCES,
  payoutTransfer,
  redeemPostTransfer,
  redeemRefundTransfer,
  redeemTransfer,
  refundTransfer,
  stakeTransfer,
  type TransferDraft,
} from './ledger.ts';
import { applyTransfers, EMPTY_LEDGER } from './ledger-model.ts';

const wdl = { id: 'bet', userId: 'u', contestId: 'c', market: 'wdl' } as const;
const fixed = { ...wdl, market: '1x2' } as const;

describe('sources', () => {
  it('are those of the points history', () => expect(POINT_SOURCES).toHaveLength(14));
  it('follow the market', () => {
    expect([wdl, fixed].map((bet) => stakeTransfer(bet, 'leg', 1).source)).toEqual(['bet_stake', 'bet_stake']);
    expect([wdl, fixed].map((bet) => payoutTransfer(bet, 1).source)).toEqual(['contest_reward', 'bet_payout']);
    expect([wdl, fixed].map((bet) => refundTransfer(bet, 1).source)).toEqual(['contest_refund', 'bet_refund']);
  });
  it('distinguish the two sides of an invite, and a reward released from review', () => {
    const sources = (wasReviewed: boolean) =>
      (['inviter', 'invitee'] as const).map((side) => inviteTransfer('i', { userId: 'u', side, wasReviewed }, 1).source);
    expect(sources(false)).toEqual(['invite_reward_inviter', 'invite_reward_invitee']);
    expect(sources(true)).toEqual(['invite_reward', 'invite_reward']);
  });
});

describe('applyTransfers', () => {
  const balancesAfter = (...transfers: TransferDraft[]) => Object.fromEntries(applyTransfers(EMPTY_LEDGER, transfers).balances);

  it('follows a withdrawal to its end', () => {
    const earned = adjustTransfer('a', 'u', 3_000, 'manual_adjust', 'top-up');
    const held = redeemTransfer('w', 'u', 2_000);
    expect(balancesAfter(earned, held)).toEqual({ issuance: -3_000, 'balance:u': 1_000, 'held:u': 2_000 });
    expect(balancesAfter(earned, held, redeemPostTransfer('w', 'u', 2_000))).toMatchObject({ issuance: -1_000, 'held:u': 0 });
    expect(balancesAfter(earned, held, redeemRefundTransfer('w', 'u', 2_000, false, 'wrong wallet'))).toMatchObject({
      'balance:u': 3_000,
      'held:u': 0,
    });
    const returned = redeemRefundTransfer('w', 'u', 2_000, true, 'payout failed');
    expect(balancesAfter(earned, held, redeemPostTransfer('w', 'u', 2_000), returned)).toEqual({
      issuance: -3_000,
      'balance:u': 3_000,
      'held:u': 0,
    });
  });

  it('posts a key once', () => {
    const transfer = checkInTransfer('u', '2026-03-01', 10);
    expect(balancesAfter(transfer, transfer)).toEqual({ issuance: -10, 'balance:u': 10 });
  });

  it('rejects amounts that take a user below zero or are invalid', () => {
    expect(() => balancesAfter(stakeTransfer(wdl, 'leg', 1))).toThrow('balance:u would be -1');
    expect(() => balancesAfter(checkInTransfer('u', '2026-03-01', 0))).toThrow(RangeError);
    expect(() => balancesAfter(checkInTransfer('u', '2026-03-01', 1.5))).toThrow(RangeError);
  });

  it('takes points by a negative adjustment', () => {
    const given = adjustTransfer('a', 'u', 50, 'admin_adjust', '');
    expect(balancesAfter(given, adjustTransfer('b', 'u', -20, 'admin_adjust', ''))).toEqual({ issuance: -30, 'balance:u': 30 });
  });

  it('keeps the sum of all accounts at zero', () => {
    const anyGift = fc.record({ id: fc.nat(9), user: fc.nat(5), amount: fc.integer({ min: 1, max: 1e9 }) });
    fc.assert(
      fc.property(fc.array(anyGift), (gifts) => {
        const drafts = gifts.map(({ id, user, amount }) => adjustTransfer(`${id}`, `${user}`, amount, 'admin_adjust', ''));
        expect([...applyTransfers(EMPTY_LEDGER, drafts).balances.values()].reduce((sum, n) => sum + n, 0)).toBe(0);
      }),
    );
  });
});
