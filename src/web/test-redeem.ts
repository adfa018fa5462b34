import type { z } from 'zod';
import { redeemable, type Withdrawal, withdrawal } from '#contract/withdrawals.ts';

/** What the server would answer to who redeems points, made for tests through the contract's own schemas. */

let serial = 0;

/** A request that was made an hour ago and waits for its decision, unless said. */
export const makeWithdrawal = (rest: Partial<z.input<typeof withdrawal>> = {}): Withdrawal =>
  withdrawal.parse({
    id: `01890a5d-ac96-774b-bcce-${String(++serial).padStart(12, '0')}`,
    status: 'pending',
    stage: 'in_review',
    points: 12_000,
    usdt: '12.00',
    wallet_address: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
    contact: { channel: 'email', masked: 'a***@example.com' },
    submitted_at: new Date(Date.now() - 3_600_000).toISOString(),
    review_due_at: new Date(Date.now() + 23 * 3_600_000).toISOString(),
    decided_at: null,
    reason_code: null,
    note: null,
    tx_hash: null,
    sent_at: null,
    ...rest,
  });

/** Somebody with 12,480 points, a wallet and an address, whom nothing keeps from redeeming. */
export const makeRedeemable = (rest: Partial<z.input<typeof redeemable>> = {}) =>
  redeemable.parse({
    balance: 12_480,
    held: 0,
    points_per_usdt: 1_000,
    step: 1_000,
    min: 1_000,
    day_max: 50_000,
    days_30_max: 200_000,
    day_left: 50_000,
    days_30_left: 200_000,
    day_ends_at: '2026-11-21T00:00:00.000Z',
    max: 12_000,
    bound: 'balance',
    redeemable: 12_480,
    redeemable_from: null,
    to_be_played: 0,
    wallet: { address: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', short: 'TLyqzV…XRJZYH', since: '2026-01-02T00:00:00.000Z' },
    contacts: [{ channel: 'email', masked: 'a***@example.com' }],
    on_hold_until: null,
    pending: null,
    refusal: null,
    ...rest,
  });

/** A page of requests. */
export const makeWithdrawals = (items: Withdrawal[], total = items.length) => ({ items, limit: 10, offset: 0, total });
