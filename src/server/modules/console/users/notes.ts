import type { addUserNote, UserNote, userNotes } from '#contract/admin-users.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, recordAudit } from '#server/modules/admins/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as changes from './change-queries.ts';
import { requireKnown } from './user.ts';

/** Returns notes about a user, latest first. Throws `not_found`. */
export async function notes({ db }: Deps, { id, page, page_size }: ParsedInputOf<typeof userNotes>): Promise<ReplyOf<typeof userNotes>> {
  await requireKnown(db, id);
  const [rows, total] = await Promise.all([changes.findNotes(db, id, page_size, (page - 1) * page_size), changes.countNotes(db, id)]);
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
    const status = await changes.lockStatus(db, id);
    if (status === undefined || status === 'deleted') throw new AppError('not_found');
    const note = { id: newId(deps), text, created_at: deps.now() };
    await changes.insertNote(db, { ...note, user_id: id, admin_id: admin.id });
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
