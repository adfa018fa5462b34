import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { TestDatabase } from './database.ts';

/**
 * Returns PostgreSQL's EXPLAIN output of each query that `act` sends, in order. It depends on the current tables, so fill and analyze them
 * first.
 */
export async function plansOf({ pool }: Pick<TestDatabase, 'pool'>, act: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  await act(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) }));
  const plans: string[] = [];
  for (const { sql, parameters } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
