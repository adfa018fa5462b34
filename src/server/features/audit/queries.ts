import type { Db } from '#server/db/pool.ts';
import type { Actor, AuditEntry } from './service.ts';

/** Adds a row, which nothing changes any more. */
export async function insertEntry(db: Db, actor: Actor, { action, subject, before, after, reason }: AuditEntry, at: Date): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      admin_id: actor.id,
      admin_email: actor.email,
      admin_role: actor.role,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
      ip: actor.ip,
      created_at: at,
    })
    .execute();
}
