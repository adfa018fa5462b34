import type { Db } from '#server/db/pool.ts';
import type { SignedInAdmin } from '#server/http/admin-caller.ts';
import { AppError } from '#server/http/app-error.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import * as audit from './queries.ts';

/** What an admin did, and to what. */
export interface AuditEntry {
  /** What was done, as the console names it: `user.disable`, `withdrawal.approve`. */
  action: string;
  subject: { kind: string; id: string };
  /** What of the subject was changed, as it was and as it is: only what changed, and nothing secret. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
}

/** Who did it, and from where. */
export type Actor = Pick<SignedInAdmin, 'id' | 'email' | 'role'> & Pick<RequestContext, 'ip'>;

/**
 * Writes down what an admin did, in the transaction that does it: neither can be there without the other. Call it once for every change
 * that an endpoint of the console makes, also where a file is handed out.
 */
export const recordAudit = (db: Db, actor: Actor, entry: AuditEntry, at: Date): Promise<void> => audit.insertEntry(db, actor, entry, at);

/** The caller of an endpoint of the console as the one who acts. */
export const actorOf = ({ id, email, role }: SignedInAdmin, { ip }: RequestContext): Actor => ({ id, email, role, ip });

/** The reason that an admin gave, for what is not done without one. Throws `reason_required` where it is blank. */
export function requireReason(reason: string): string {
  if (reason.trim() === '') throw new AppError('reason_required');
  return reason;
}
