import type { Insertable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { LinkedAccounts } from '#server/platform/db/schema.ts';

export const findLinkedAccounts = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['id', 'type', 'subject', 'identifier', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();

/** Whose account elsewhere it is; undefined where nobody has linked it. */
export const findOwner = (db: Db, type: string, subject: string) =>
  db.selectFrom('linked_accounts').select('user_id').where('type', '=', type).where('subject', '=', subject).executeTakeFirst();

/** Links an account that nobody has linked, to a user who has none of its kind; says whether it did. Two who do so at once wait for each other. */
export async function insertLink(db: Db, link: Insertable<LinkedAccounts>): Promise<boolean> {
  const inserted = await db
    .insertInto('linked_accounts')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export interface Seen {
  userId: string;
  type: string;
  subject: string;
  identifier: string;
  reachable: boolean;
}

/** Notes that a user has proven a linked account again, and what it is called now; says whether it is linked to them. */
export async function touchLink(db: Db, { userId, type, subject, identifier, reachable }: Seen, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('linked_accounts')
    .set((eb) => ({ identifier, verified_at: at, reachable: reachable ? true : eb.ref('reachable') }))
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('linked_accounts').where('id', '=', id).execute();
}
