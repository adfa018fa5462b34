import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Codes } from '#server/platform/db/schema.ts';

/** Selects the codes of one requester for one purpose; `subjects` holds the hash of the subject under each of our keys. */
export interface CodesOf {
  purpose: string;
  subjects: readonly Buffer[];
  holder: Buffer;
}

/** Ends a requester's valid codes for one purpose, as a new code replaces them. */
export async function replaceCodes(db: Db, { purpose, subjects, holder }: CodesOf, at: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: at, ended_because: 'replaced' })
    .where('purpose', '=', purpose)
    .where('subject', 'in', subjects)
    .where('holder', '=', holder)
    .where('ended_at', 'is', null)
    .execute();
}

/** Inserts a code. A code issued simultaneously, after the old ones were ended, is overwritten: the last one counts. */
export async function insertCode(db: Db, code: Insertable<Codes>): Promise<void> {
  const { id, code_hash, link_hash, created_at, expires_at } = code;
  await db
    .insertInto('codes')
    .values(code)
    .onConflict((oc) =>
      oc
        .columns(['purpose', 'subject', 'holder'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ id, code_hash, link_hash, created_at, expires_at, tries: 0, link_opened_at: null }),
    )
    .execute();
}

const FIELDS = ['id', 'code_hash', 'tries', 'expires_at', 'ended_at', 'ended_because', 'link_opened_at'] as const;

/** Locks and returns the code that a requester may mean: the valid one or, to explain why there is none, the last one. */
export const lockLatestCode = (db: Db, { purpose, subjects, holder }: CodesOf) =>
  db
    .selectFrom('codes')
    .select(FIELDS)
    .where('purpose', '=', purpose)
    .where('subject', 'in', subjects)
    .where('holder', '=', holder)
    .where((eb) => eb.or([eb('ended_because', 'is', null), eb('ended_because', '!=', 'replaced')]))
    .orderBy((eb) => eb('ended_at', 'is', null), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Locks and returns the code whose message contained this link, whoever requested it. */
export const lockCodeByLink = (db: Db, { purpose, subjects }: Omit<CodesOf, 'holder'>, linkHash: Buffer) =>
  db
    .selectFrom('codes')
    .select(FIELDS)
    .where('link_hash', '=', linkHash)
    .where('purpose', '=', purpose)
    .where('subject', 'in', subjects)
    .forUpdate()
    .executeTakeFirst();

/** Records that the requester opened the link of a code; returns whether the code is valid and belongs to the requester. */
export async function openLink(db: Db, linkHash: Buffer, holder: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codes')
    .set((eb) => ({ link_opened_at: eb.fn.coalesce('link_opened_at', eb.val(at)) }))
    .where('link_hash', '=', linkHash)
    .where('holder', '=', holder)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function endCode(db: Db, id: string, because: 'used' | 'tries', at: Date): Promise<void> {
  await db.updateTable('codes').set({ ended_at: at, ended_because: because }).where('id', '=', id).execute();
}

/** Ends all codes for these subjects that could still be used, including those usable by their link only. */
export async function revokeCodes(db: Db, subjects: readonly Buffer[], at: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: at, ended_because: 'revoked' })
    .where('subject', 'in', subjects)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_because', '=', 'tries')]))
    .execute();
}

/** Returns how many wrong codes were typed for a subject since a moment; locks the count, so that concurrent tries wait. */
export async function lockFailures(db: Db, subject: Buffer, since: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into code_failures as f (subject, since, failures) values (${subject}, ${now}, 0)
    on conflict (subject) do update set
      since = case when f.since <= ${since} or f.failures = 0 then excluded.since else f.since end,
      failures = case when f.since <= ${since} then 0 else f.failures end
    returning failures`.execute(db);
  return rows[0]!.failures;
}

/** Same without a lock. */
export async function countFailures(db: Db, subjects: readonly Buffer[], since: Date): Promise<number> {
  const rows = await db
    .selectFrom('code_failures')
    .select('failures')
    .where('subject', 'in', subjects)
    .where('since', '>', since)
    .execute();
  return Math.max(0, ...rows.map(({ failures }) => failures));
}

export async function addFailure(db: Db, subject: Buffer): Promise<void> {
  await db
    .updateTable('code_failures')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('subject', '=', subject)
    .execute();
}

/** Deletes codes issued, and failure counts begun, before a moment; returns how many codes. */
export async function deleteCodes(db: Db, before: Date): Promise<number> {
  await db.deleteFrom('code_failures').where('since', '<', before).execute();
  const { numDeletedRows } = await db.deleteFrom('codes').where('created_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
