import type { addUserNote, endUserSessions, setUserStatus, UserNote, userNotes } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit, requireOthers, requireReason } from '#server/modules/admins/public.ts';
import { endSessionsWithin, revokeApiKeys } from '#server/modules/identity/public.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import { noteFreeze } from '#server/modules/withdrawals/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { requireKnown } from './user.ts';

/**
 * Disables a user, or enables the user again. Staking and redeeming lock the balance before they check the status; this locks it too, so
 * that requests in progress end first and none begins afterwards. Withdrawals that are approved but not sent are frozen, and released
 * again. Throws `reason_required`, `not_found`, `already_decided`, `same_reviewer`, `own_interest`.
 */
export async function setStatus(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, status, reason }: ParsedInputOf<typeof setUserStatus>,
): Promise<ReplyOf<typeof setUserStatus>> {
  requireReason(reason);
  const ended = await transact(deps, async (db, announce) => {
    await lockBalances(db, [id]);
    const before = await lockStatus(db, id);
    if (before === undefined || before === 'deleted') throw new AppError('not_found');
    await requireOthers(deps, db, [id], admin);
    if (before === status) throw new AppError('already_decided');
    await writeStatus(db, id, status);
    const isStillHeld = status === 'normal' && (await isHeld(db, id, deps.now()));
    // Under the lock of the user row, which approving and paying also take: every withdrawal approved by now is visible.
    const freeze = { kind: status === 'disabled' ? 'frozen' : 'released', reason: 'disabled', adminId: admin.id, note: reason } as const;
    if (!isStillHeld) await noteFreeze(db, id, freeze, deps.now());
    const ended = status === 'disabled' ? await endSessionsWithin(deps, db, id, { because: 'revoked' }) : [];
    if (status === 'disabled') await revokeApiKeys(db, announce, id, deps.now());
    const action = status === 'disabled' ? 'user.disable' : 'user.enable';
    const entry = {
      action,
      subject: { kind: 'user', id },
      before: { status: before },
      after: { status, sessions_ended: ended.length },
      reason,
    };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    announce(`me:${id}`, { t: 'account' });
    return ended;
  });
  deps.endedSessions.add(ended);
  return { status, sessions_ended: ended.length };
}

/** Signs a user out everywhere. Throws `reason_required`, `not_found`. */
export async function endSessions(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, reason }: ParsedInputOf<typeof endUserSessions>,
): Promise<ReplyOf<typeof endUserSessions>> {
  requireReason(reason);
  const ended = await transact(deps, async (db) => {
    const status = await lockStatus(db, id);
    if (status === undefined || status === 'deleted') throw new AppError('not_found');
    await requireOthers(deps, db, [id], admin);
    const ended = await endSessionsWithin(deps, db, id, { because: 'revoked' });
    const entry = { action: 'user.end_sessions', subject: { kind: 'user', id }, after: { sessions_ended: ended.length }, reason };
    await recordAudit(db, actorOf(admin, request), entry, deps.now());
    return ended;
  });
  deps.endedSessions.add(ended);
  return { ended: ended.length };
}

/** Returns notes about a user, latest first. Throws `not_found`. */
export async function notes({ db }: Deps, { id, page, page_size }: ParsedInputOf<typeof userNotes>): Promise<ReplyOf<typeof userNotes>> {
  await requireKnown(db, id);
  const [rows, total] = await Promise.all([findNotes(db, id, page_size, (page - 1) * page_size), countNotes(db, id)]);
  const items = rows.map((row) => noteView(row, { id: row.admin_id, email: row.email }));
  return { items, page, page_size, total };
}

/** Adds a note about a user who is not erased. Throws `not_found`. */
export const addNote = (
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, text }: ParsedInputOf<typeof addUserNote>,
): Promise<ReplyOf<typeof addUserNote>> =>
  transact(deps, async (db) => {
    const status = await lockStatus(db, id);
    if (status === undefined || status === 'deleted') throw new AppError('not_found');
    const note = { id: newId(deps), text, created_at: deps.now() };
    await insertNote(db, { ...note, user_id: id, admin_id: admin.id });
    // The text stays out of the audit log: it is deleted with the user, while the log stays.
    const entry = { action: 'user.note', subject: { kind: 'user', id }, after: { note_id: note.id } };
    await recordAudit(db, actorOf(admin, request), entry, note.created_at);
    return { note: noteView(note, admin) };
  });

const noteView = (note: { id: string; text: string; created_at: Date }, { id, email }: { id: string; email: string }): UserNote => ({
  id: note.id,
  admin: { id, email },
  text: note.text,
  created_at: note.created_at.toISOString(),
});

/** Returns notes about a user with their authors, latest first. */
const findNotes = (db: Db, userId: string, limit: number, offset: number) =>
  db
    .selectFrom('user_notes as n')
    .innerJoin('admins as a', 'a.id', 'n.admin_id')
    .select(['n.id', 'n.admin_id', 'a.email', 'n.text', 'n.created_at'])
    .where('n.user_id', '=', userId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the notes about a user. */
async function countNotes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewNote {
  id: string;
  user_id: string;
  admin_id: string;
  text: string;
  created_at: Date;
}

async function insertNote(db: Db, note: NewNote): Promise<void> {
  await db.insertInto('user_notes').values(note).execute();
}

/** Locks a user and returns the status; undefined if the user never existed. Waits for an erasure in progress. */
const lockStatus = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst())?.status;

async function writeStatus(db: Db, userId: string, status: 'normal' | 'disabled'): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', userId).execute();
}

/** Returns whether withdrawals of a user are on hold at a time. */
const isHeld = async (db: Db, userId: string, at: Date): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).where('redeem_held_until', '>', at).executeTakeFirst()) !== undefined;
