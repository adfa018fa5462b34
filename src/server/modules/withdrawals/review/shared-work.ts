import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { ASSIGNED_MINUTES, type addWithdrawalNote, type assignWithdrawal } from '#contract/withdrawal-queue.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import { addEvent, findEvents } from '#server/modules/withdrawals/events/service.ts';
import { lockWithdrawal } from '#server/modules/withdrawals/requests/end.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import type { Decision } from './decide.ts';
import { assigneeOf } from './review-row.ts';
import { eventView } from './service.ts';

/** How reviewers share the work on withdrawals: who is looking at which, and notes for each other. */

/**
 * Records for half an hour that an admin is looking at a withdrawal, in place of another admin; without `on`, ends only the caller's own
 * record. Others can still decide. Throws `not_found`, and `already_decided` for a withdrawal that needs no more work.
 */
export const assign = (
  { deps, admin, request }: Decision,
  { id, on }: ParsedInputOf<typeof assignWithdrawal>,
): Promise<ReplyOf<typeof assignWithdrawal>> =>
  transact(deps, async (db) => {
    const { status, tx_hash } = await lockWithdrawal(db, id);
    if (on && (status === 'rejected' || tx_hash !== null)) throw new AppError('already_decided');
    const now = deps.now();
    const before = await findAssignment(db, id);
    const held = before && assigneeOf(before, now);
    if (!on && held?.id !== admin.id) return { assignee: held ?? null };
    const until = new Date(now.getTime() + ASSIGNED_MINUTES * MINUTE_MS);
    if (on) await writeAssignment(db, { withdrawal_id: id, admin_id: admin.id, until });
    else await db.deleteFrom('withdrawal_assignments').where('withdrawal_id', '=', id).execute();
    await removeExpired(db, now);
    const entry = {
      action: on ? 'withdrawal.assign' : 'withdrawal.unassign',
      subject: { kind: 'withdrawal', id },
      before: { assigned_to: held?.id ?? null },
      after: { assigned_to: on ? admin.id : null },
    };
    await recordAudit(db, actorOf(admin, request), entry, now);
    return { assignee: on ? { id: admin.id, email: admin.email, until: until.toISOString() } : null };
  });

/** Adds a note to a withdrawal's history. Throws `not_found`, also if its owner's account is erased: nothing would erase the note. */
export const addNote = (
  { deps, admin, request }: Decision,
  { id, text }: ParsedInputOf<typeof addWithdrawalNote>,
): Promise<ReplyOf<typeof addWithdrawalNote>> =>
  transact(deps, async (db) => {
    if ((await lockWithdrawal(db, id)).contact === null) throw new AppError('not_found');
    await addEvent(db, id, { kind: 'noted', adminId: admin.id, note: text }, deps.now());
    const event = eventView((await findEvents(db, id)).at(-1)!);
    // The text stays out of the audit log: it is erased with the account, while the log stays.
    const entry = { action: 'withdrawal.note', subject: { kind: 'withdrawal', id }, after: { event: event.id } };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    return { event };
  });

const findAssignment = (db: Db, withdrawalId: string) =>
  db
    .selectFrom('withdrawal_assignments as w')
    .innerJoin('admins as a', 'a.id', 'w.admin_id')
    .select(['w.admin_id as assigned_to', 'a.email as assigned_email', 'w.until as assigned_until'])
    .where('w.withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();

async function writeAssignment(db: Db, row: { withdrawal_id: string; admin_id: string; until: Date }): Promise<void> {
  const { admin_id, until } = row;
  await db
    .insertInto('withdrawal_assignments')
    .values(row)
    .onConflict((conflict) => conflict.column('withdrawal_id').doUpdateSet({ admin_id, until }))
    .execute();
}

/** Removes what is over, except rows that somebody is changing right now. */
async function removeExpired(db: Db, now: Date): Promise<void> {
  await sql`
    delete from withdrawal_assignments where withdrawal_id in (
      select withdrawal_id from withdrawal_assignments where until <= ${now}::timestamptz limit 100 for update skip locked)`.execute(db);
}
