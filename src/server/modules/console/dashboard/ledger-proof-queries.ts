import type { Db } from '#server/platform/db/pool.ts';

/** What the proofs of the whole ledger found, the latest first. */
export const findProofs = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db.selectFrom('ledger_proofs').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** How many there are, counted up to a limit. */
export async function countProofs(db: Db, limit: number): Promise<number> {
  const { total } = await db
    .selectFrom(db.selectFrom('ledger_proofs').select('id').limit(limit).as('p'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
