import type { V1Match } from '#contract/v1/parts.ts';
import { findMatchPage, v1Match } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Returns matches as events tell them, by id: as API v1 does. */
export async function findMatchData(db: Db, ids: readonly number[]): Promise<Map<number, V1Match>> {
  if (ids.length === 0) return new Map();
  const rows = await findMatchPage(db, { span: null, ids }, null, ids.length);
  return new Map(rows.map((row) => [row.id, v1Match(row)]));
}
