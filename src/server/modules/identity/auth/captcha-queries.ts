import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Whether this was the first time; the unique index tells several at once apart. It does not wait for the disk: a crash of the database may
 * forget what was taken in the last half second, which is worth less than the wait of everybody who signs in.
 */
export async function insertTaken(db: Db, signature: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into captchas_taken (signature, expires_at)
    select ${signature}::bytea, ${expiresAt}::timestamptz from (select set_config('synchronous_commit', 'off', true)) as this_statement
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

export async function forgetTaken(db: Db, signature: Buffer): Promise<void> {
  await db.deleteFrom('captchas_taken').where('signature', '=', signature).execute();
}

/** Removes those that expired before a moment; returns how many. */
export async function deleteTaken(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('captchas_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
