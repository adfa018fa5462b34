import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type ApprovalKind, adjustSource, type OneTime } from '#contract/approvals.ts';
import { points } from '#contract/common.ts';
import { outlook } from '#contract/contest-admin.ts';
import { ADMIN_ROLES } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/modules/admins/audit/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';

const score = z.object({ home_score: z.number().int(), away_score: z.number().int() });

/** The affected admin, and their new or present role. */
const admin = z.object({ email: z.string(), role: z.enum(ADMIN_ROLES) });

/** The stored payload of each kind, used when the request is approved. */
export const payloads = {
  adjust: z.object({ delta: points, source: adjustSource, note: z.string().nullable() }),
  settle: score,
  resettle: score,
  void: z.object({}),
  withdrawal_return: z.object({ note: z.string().nullable() }),
  withdrawal_hash: z.object({ from: z.string(), tx_hash: z.string() }),
  treasury_transfer: z.object({ tx_hash: z.string(), to_wallet: z.string(), usdt: z.string() }),
  ending: z.object({
    ending: z.enum(['settle', 'resettle', 'void']),
    home_score: z.number().int().nullable(),
    away_score: z.number().int().nullable(),
    void_reason: z.string().nullable(),
    started_at: z.string().nullable(),
    told_by: z.array(z.uuid()),
    would: outlook,
  }),
  admin_create: admin,
  admin_reset: admin,
  admin_role: admin,
  admin_enable: admin,
} as const;

export type Payload<K extends keyof typeof payloads> = z.infer<(typeof payloads)[K]>;

/** A request that has just been approved. */
export interface AgreedTo<K extends ApprovalKind> {
  id: string;
  kind: K;
  /** The user (adjust), the withdrawal, the transfer from the treasury, the admin, or the contest (all other kinds). */
  subject_id: string;
  payload: Payload<K>;
  points: number;
  reason: string;
  /** The requester; the actor is the approver. */
  requested_by: string;
  /** Passes a password to the approver, to be shown once: it is not stored. */
  show: (oneTime: OneTime) => void;
}

/**
 * Carries out an approved action, in the transaction that records the approval and its audit log entry: it writes no entry itself. Checks
 * everything again, as time has passed, and throws if the action is no longer possible.
 */
export type ApprovedActionHandler<K extends ApprovalKind> = (
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  actor: Actor,
  agreed: AgreedTo<K>,
) => Promise<void>;
