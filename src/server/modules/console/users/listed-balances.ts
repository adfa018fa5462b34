import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';

/** Transfers looked through in one transaction. */
const AT_ONCE = 10_000;

/**
 * Brings the balances that users are listed by up to what is sealed of the ledger; returns how many transfers' ids that was. Run it often, in
 * any number of processes.
 */
export async function refreshListedBalances({ db }: Pick<Deps, 'db'>): Promise<number> {
  for (let listed = 0; ; ) {
    const { rows } = await sql<{ ids: number }>`select list_balances(${AT_ONCE}) as ids`.execute(db);
    const { ids } = rows[0]!;
    if (ids === 0) return listed;
    listed += ids;
  }
}
