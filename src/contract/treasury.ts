import { z } from 'zod';
import { TREASURERS } from '#domain/identity/admin-role.ts';
import { NODE_PROBLEMS } from '#domain/withdrawals/payout/payout.ts';
import { TRANSFER_FITS } from '#domain/withdrawals/payout/treasury.ts';
import { adminRef, waitingApproval } from './approvals.ts';
import { reason } from './audit.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { endpoint } from './endpoint.ts';

/** The treasury wallet: what it holds, owes and will need, and what left it (docs/withdrawals.md#the-treasury). */

/** A decimal string, in USDT. */
const usdt = z.string();
const count = z.number().int().min(0);
const sum = z.object({ count, usdt });

const treasury = z.object({
  /** Null if no wallet and node are set up: then nothing of the chain is known. */
  wallet: z.string().nullable(),
  /** What nodes last said, and why they say nothing now; null until they have. Energy and bandwidth are units of the chain that are left. */
  balances: z.object({ usdt, trx: z.string(), energy: count, bandwidth: count, at: timestamp }).nullable(),
  balances_problem: z.enum(NODE_PROBLEMS).nullable(),
  /** Whether it holds too few TRX for fees; null if unknown. */
  is_trx_low: z.boolean().nullable(),
  /** How far outgoing transfers were read: all from `since` to `until`, last at `at`; null before the first run. */
  transfers: z
    .object({
      since: timestamp,
      until: timestamp,
      at: timestamp.nullable(),
      is_behind: z.boolean(),
      problem: z.enum(NODE_PROBLEMS).nullable(),
    })
    .nullable(),
  /** Approved without a transaction; recorded and not final; failed or not matching, so that they are still owed. */
  to_send: sum,
  on_the_way: sum,
  wrong: sum,
  /** Not decided yet. */
  pending: sum,
  /** `to_send` and `wrong`, and what of it the wallet does not hold; null if unknown. */
  owed: usdt,
  owed_short: usdt.nullable(),
  /** The need of 30 days (`forecastNeed`), what was asked for in the `days` before, and what of the need the wallet does not hold. */
  forecast: z.object({ need: usdt, asked: usdt, days: z.number().int(), short: usdt.nullable() }),
  /** Open transfers that raise the alarm. */
  unexplained: count,
});
export type Treasury = z.infer<typeof treasury>;

const path = '/api/admin/treasury';

export const getTreasury = endpoint({
  method: 'GET',
  path,
  access: TREASURERS,
  summary: 'The treasury wallet: balances, what is owed, and the need of 30 days',
  input: nothing,
  reply: treasury,
});

const transfer = z.object({
  id: uuid,
  tx_hash: z.string(),
  to_wallet: contactField('wallet'),
  /** Up to six places. */
  usdt,
  block_at: timestamp,
  /**
   * `paid`: it paid `withdrawal_id`; `explained`: two admins said what it was; `expected`: its transaction may still be recorded or verified;
   * `unexplained`: raises the alarm.
   */
  state: z.enum(['paid', 'explained', 'expected', 'unexplained']),
  withdrawal_id: uuid.nullable(),
  /** How it fits that withdrawal, if it did not pay it. */
  fit: z.enum(TRANSFER_FITS).nullable(),
  explanation: z.object({ text: z.string(), by: adminRef, at: timestamp }).nullable(),
  /** An explanation that waits for a second admin. */
  waiting: waitingApproval,
});
export type TreasuryTransfer = z.infer<typeof transfer>;

export const listTreasuryTransfers = endpoint({
  method: 'GET',
  path: `${path}/transfers`,
  access: TREASURERS,
  summary: 'USDT that left the treasury wallet, newest first: what no withdrawal or explanation accounts for, or all of it',
  /** `before` is the last id of the page before. */
  input: z.object({
    state: z.enum(['open', 'all']).default('open'),
    before: uuid.optional(),
    page_size: z.coerce.number<number>().int().min(1).max(100).default(50),
  }),
  reply: z.object({ items: z.array(transfer), next: uuid.nullable() }),
});

/** `already_decided` if it is accounted for, `approval_waiting` if an explanation waits already; an empty reason is `reason_required`. */
export const explainTreasuryTransfer = endpoint({
  method: 'POST',
  path: `${path}/transfers/:id/explain`,
  access: TREASURERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Asks a second admin to agree to what a transfer was that no withdrawal accounts for',
  input: z.strictObject({ id: uuid, reason }),
  reply: z.object({ transfer, approval: waitingApproval }),
});
