import type { Db } from '#server/platform/db/pool.ts';

/** Returns notes about a user with their authors, latest first. */
export const findNotes = (db: Db, userId: string, limit: number, offset: number) =>
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
export async function countNotes(db: Db, userId: string): Promise<number> {
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

export async function insertNote(db: Db, note: NewNote): Promise<void> {
  await db.insertInto('user_notes').values(note).execute();
}

/** Locks a user and returns the status; undefined if the user never existed. Waits for an erasure in progress. */
export const lockStatus = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('status').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst())?.status;

export async function setStatus(db: Db, userId: string, status: 'normal' | 'disabled'): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', userId).execute();
}

/** Returns whether withdrawals of a user are on hold at a time. */
export const isHeld = async (db: Db, userId: string, at: Date): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).where('redeem_held_until', '>', at).executeTakeFirst()) !== undefined;
