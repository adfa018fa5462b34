import type { MatchSummary } from '#contract/matches.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as details from './detail-queries.ts';
import { matchSummary } from './match-view.ts';
import { findSelectedMatches } from './queries.ts';

const NEVER = new Date(0);

/** Returns matches as shown in lists, by kick-off, those without a date last. */
export async function summariesOf(db: Db, ids: readonly number[]): Promise<MatchSummary[]> {
  if (ids.length === 0) return [];
  const [rows, odds] = await Promise.all([
    findSelectedMatches(db, { ids, teamIds: [], leagueIds: [], from: NEVER, to: NEVER }, ids.length),
    details.findOdds(db, ids),
  ]);
  return rows.map((row) => matchSummary(row, odds.get(row.id)));
}
