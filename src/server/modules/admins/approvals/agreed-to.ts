import type { Transaction } from 'kysely';
import type { ApprovalKind, OneTime } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/modules/admins/audit/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { Payload } from './payload.ts';

/** What was asked for, and has just been agreed to. */
export interface AgreedTo<K extends ApprovalKind> {
  id: string;
  kind: K;
  /** The user (adjust), the withdrawal, the admin, or the contest (all else). */
  subject_id: string;
  payload: Payload<K>;
  points: number;
  reason: string;
  /** Who asked; the actor is who agreed. */
  requested_by: string;
  /** Hands a password to who agrees, to be shown once: it is kept nowhere. */
  show: (oneTime: OneTime) => void;
}

/**
 * Does what was agreed to, in the transaction that writes the agreement down and the log of changes with it: it writes no row of the log
 * itself. Judges everything anew, as time has passed, and throws why where it cannot be done any more.
 */
export type Deed<K extends ApprovalKind> = (
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  actor: Actor,
  agreed: AgreedTo<K>,
) => Promise<void>;
