import type { Transaction } from 'kysely';
import type { ApprovalKind, OneTime } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/modules/admins/audit/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { Payload } from './payload.ts';

/** A request that has just been approved. */
export interface AgreedTo<K extends ApprovalKind> {
  id: string;
  kind: K;
  /** The user (adjust), the withdrawal, the admin, or the contest (all other kinds). */
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
export type Deed<K extends ApprovalKind> = (
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  actor: Actor,
  agreed: AgreedTo<K>,
) => Promise<void>;
