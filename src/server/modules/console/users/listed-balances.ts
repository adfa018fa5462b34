import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';

/** Transfers processed in one transaction. */
const AT_ONCE = 10_000;

/**
 * Updates the balances that users are sorted by up to the sealed part of the ledger. Returns the number of transfer ids processed. Run it
 * often, in any number of processes.
 */
export async function refreshListedBalances({ db }: Pick<Deps, 'db'>): Promise<number> {
  for (let listed = 0; ; ) {
    const { rows } = await sql<{ ids: number }>`select list_balances(${AT_ONCE}) as ids`.execute(db);
    const { ids } = rows[0]!;
    if (ids === 0) return listed;
    listed += ids;
  }
}
