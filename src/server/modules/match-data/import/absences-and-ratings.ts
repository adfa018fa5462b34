import { SIDES, type Side } from '#domain/matches/sport.ts';
import type { Batch } from './batch.ts';
import { writeAbsences, writeRatings } from './detail-queries.ts';
import type { AbsencesUpdate, RatingsUpdate } from './feed.ts';
import type { MatchRow } from './match-row.ts';
import { noteNames } from './player-rows.ts';
import { findIds } from './queries.ts';

/** Who misses a match, and how players are rated after it. The feed names teams; what is stored has the side of the match. */

interface Told<T> {
  matchId: number;
  update: T;
}

/** Replaces the absent players of these matches. Returns the matches whose absent players changed. */
export async function importAbsences(
  batch: Batch,
  matches: ReadonlyMap<number, MatchRow>,
  told: Told<AbsencesUpdate>[],
): Promise<Set<number>> {
  const sideOf = await sidesOf(batch, matches, told);
  const rows = told.flatMap(({ matchId, update }) =>
    SIDES.map((side) => ({
      match_id: matchId,
      side,
      players: update.players
        .filter(({ teamId }) => sideOf(matchId, teamId) === side)
        .map(({ name, kind, reason }) => ({ name, kind, reason })),
    })),
  );
  const changed = await writeAbsences(batch.db, rows);
  note(batch, matches, changed, rows, false);
  return changed;
}

/** Replaces the ratings of these matches. Returns the matches whose ratings changed. */
export async function importRatings(
  batch: Batch,
  matches: ReadonlyMap<number, MatchRow>,
  told: Told<RatingsUpdate>[],
): Promise<Set<number>> {
  const sideOf = await sidesOf(batch, matches, told);
  const rows = told.flatMap(({ matchId, update: { source, players } }) =>
    SIDES.map((side) => ({
      match_id: matchId,
      side,
      source,
      players: players
        .filter(({ teamId }) => sideOf(matchId, teamId) === side)
        .map(({ name, number, minutes, rating }) => ({ name, number, minutes, rating })),
      seen_at: batch.now,
    })),
  );
  const changed = await writeRatings(batch.db, rows);
  note(batch, matches, changed, rows, true);
  return changed;
}

function note(
  { names }: Batch,
  matches: ReadonlyMap<number, MatchRow>,
  changed: ReadonlySet<number>,
  rows: readonly { match_id: number; side: Side; players: readonly { name: string }[] }[],
  isTelling: boolean,
): void {
  for (const { match_id, side, players } of rows) {
    const told = players.map(({ name }) => name);
    if (changed.has(match_id)) noteNames(names, matches.get(match_id)!, side, told, isTelling);
  }
}

/** Returns a function that says on which side of a match a team of the feed plays; null if on neither. */
async function sidesOf(
  { db, feed }: Batch,
  matches: ReadonlyMap<number, MatchRow>,
  told: Told<AbsencesUpdate | RatingsUpdate>[],
): Promise<(matchId: number, teamId: string) => Side | null> {
  const teamIds = new Set(told.flatMap(({ update }) => update.players.map(({ teamId }) => teamId)));
  const teams = teamIds.size === 0 ? new Map<string, number>() : await findIds(db, feed, 'team', [...teamIds]);
  return (matchId, teamId) => {
    const { home_team_id, away_team_id } = matches.get(matchId)!;
    const team = teams.get(teamId);
    if (team === home_team_id) return 'home';
    return team === away_team_id ? 'away' : null;
  };
}
