import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { proveLedger, sealLedger } from '#server/modules/ledger/ledger-proof.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findWrongEnds } from './wrong-ends.ts';

/**
 * Checks what must hold after every settlement: the contest's account is empty, all postings sum to zero, every bet has ended in exactly
 * one way.
 */
export async function expectEndedExactly(db: Db, contestId: string): Promise<void> {
  expect(await proveLedger(db)).toEqual({ proven: true, sum: 0, faults: [] });
  const account = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', 'contest')
    .where('owner', '=', contestId)
    .executeTakeFirstOrThrow();
  expect(account.balance).toBe(0);
  expect(await findWrongEnds(db, contestId)).toEqual([]);
}

/**
 * Seals everything committed, and returns the number of blocks. Repeats, because sealing waits for older transactions of the whole server,
 * including those of tests that run in parallel.
 */
export async function sealAll(deps: Pick<Deps, 'db' | 'now'>, transfersMax?: number): Promise<number> {
  let blocks = 0;
  const isDone = async () => {
    blocks += await sealLedger(deps, { transfersMax });
    const { rows } = await sql<{ done: boolean }>`
      select coalesce((select max(last_id) from ledger_blocks), 0) = coalesce((select max(id) from transfers), 0) as done`.execute(deps.db);
    return rows[0]!.done;
  };
  await expect.poll(isDone, { interval: 10 }).toBe(true);
  return blocks;
}

/** Acts with the triggers off that forbid changes, as an attacker with the database's password could. */
export async function tamperWith(db: Db, table: 'transfers' | 'ledger_blocks', act: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await act();
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}
