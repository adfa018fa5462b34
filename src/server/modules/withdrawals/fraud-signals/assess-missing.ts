import { sql } from 'kysely';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { saveRequestedEvidence } from './assess.ts';

/** A request stores its evidence itself, right after its commit: younger ones may be at it. */
const GRACE_MS = MINUTE_MS;
const AT_ONCE = 1_000;

/**
 * Stores the evidence for requests that wait without any, because the process ended or the database failed between the request's commit and
 * its evidence. The list of withdrawals shows what is stored, and assesses the others whenever it is asked for: twenty of them take
 * seconds. Returns how many it tried; a failure is logged, and tried again in the next run.
 */
export async function assessMissing(deps: Deps, mayGoOn: () => boolean = () => true): Promise<number> {
  let tried = 0;
  for (const withdrawal of await findWithoutEvidence(deps)) {
    if (!mayGoOn()) break;
    await saveRequestedEvidence(deps, withdrawal);
    tried += 1;
  }
  return tried;
}

async function findWithoutEvidence({ db, now }: Deps): Promise<{ id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select w.id, w.user_id from withdrawals w
    where w.status = 'pending' and w.created_at < ${new Date(now().getTime() - GRACE_MS)}
      and not exists (select from withdrawal_evidence k where k.withdrawal_id = w.id)
    order by w.created_at, w.id limit ${AT_ONCE}`.execute(db);
  return rows;
}
