import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Teller } from './batch.ts';

/**
 * Facts of matches that operators entered and no feed has sent since: contests that end on them pass a gate
 * (modules/betting/contests/gate.ts). `fixture` is the kick-off and the teams, `course` the status and the score, `start` the actual start.
 */
export type Fact = 'fixture' | 'course' | 'start';

export interface FactOf {
  match_id: number;
  fact: Fact;
}

/** Returns, by match, the facts that are an operator's at present. */
export async function findOperatorWords(db: Db, matchIds: readonly number[]): Promise<Map<number, Set<Fact>>> {
  const found = new Map<number, Set<Fact>>();
  if (matchIds.length === 0) return found;
  const { rows } = await sql<FactOf>`select match_id, fact from operator_words where match_id = any(${matchIds}::integer[])`.execute(db);
  for (const { match_id, fact } of rows) found.set(match_id, (found.get(match_id) ?? new Set()).add(fact));
  return found;
}

/** Deletes the operator's mark of facts that a feed has sent. */
export async function forgetWords(db: Db, facts: readonly FactOf[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    delete from operator_words w using unnest(${facts.map(({ match_id }) => match_id)}::integer[], ${facts.map(({ fact }) => fact)}::text[]) as t (match_id, fact)
    where w.match_id = t.match_id and w.fact = t.fact`.execute(db);
}

/** Marks facts as entered by an admin. */
export async function writeWords(db: Db, facts: readonly FactOf[], { adminId, reason }: Teller, at: Date): Promise<void> {
  if (facts.length === 0) return;
  await db
    .insertInto('operator_words')
    .values(facts.map((fact) => ({ ...fact, admin_id: adminId, told_at: at, reason })))
    .onConflict((conflict) => conflict.columns(['match_id', 'fact', 'admin_id']).doUpdateSet({ told_at: at, reason }))
    .execute();
}
