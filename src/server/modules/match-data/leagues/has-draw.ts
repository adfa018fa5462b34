import { sectionsWithDraw } from '#domain/matches/bracket.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as leagues from './queries.ts';

/** Returns whether a season has knock-out rounds that lead to a final, and whether it has only these: no table and no groups. */
export async function findDraw(db: Db, league: { id: number; form: string }, season: string): Promise<{ has: boolean; isAll: boolean }> {
  const rounds = await leagues.findRoundOfMatches(db, league.id, season);
  const knockOuts = rounds.filter(({ group_name }) => group_name === null);
  const has = sectionsWithDraw(knockOuts.map(({ round }) => round)).size > 0;
  return { has, isAll: has && league.form === 'cup' && knockOuts.length === rounds.length };
}
