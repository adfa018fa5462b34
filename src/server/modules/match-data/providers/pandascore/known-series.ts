import type { MatchRow, Opponent } from './formats.ts';
import { type Progress, seenAgainMs } from './progress.ts';
import { leagueIdOf, seasonOf, teamIdOf } from './to-updates.ts';

/** What is remembered of series, so that corrections of names and another order of opponents do not move a match. */

/** Returns a match's opponents as home and away: as they were first told. If one of them was replaced, the other one keeps its side. */
export function placed({ sides }: Progress, id: string, [first, second]: [Opponent, Opponent]): [home: Opponent, away: Opponent] {
  const known = sides[id];
  const isTurned = known !== undefined && (known.home === teamIdOf(second) || known.away === teamIdOf(first));
  return isTurned ? [second, first] : [first, second];
}

export function noteSides({ sides }: Progress, id: string, [home, away]: [Opponent, Opponent], nowMs: number): void {
  sides[id] = { home: teamIdOf(home), away: teamIdOf(away), seenMs: seenAgainMs(sides[id], nowMs) };
}

/**
 * Returns the league of a match and the season to send with it, and whether that is the present one. Matches of several seasons of a league
 * are told side by side: the present season is the one that began last, or the next one if none has begun. `isNow` is false for past matches.
 */
export function noteLeague(
  { series, leagues }: Progress,
  row: MatchRow,
  isNow: boolean,
  nowMs: number,
): { leagueId: string; season: string; isCurrent: boolean } {
  const leagueId = series[row.serie.id]?.league ?? leagueIdOf(row);
  const told = { season: seasonOf(row), beginMs: (row.serie.begin_at ?? row.scheduled_at ?? row.begin_at)?.getTime() ?? nowMs };
  if (!isNow) return { leagueId, season: told.season, isCurrent: false };
  series[row.serie.id] = { league: leagueId, seenMs: seenAgainMs(series[row.serie.id], nowMs) };
  const known = leagues[leagueId];
  const season = known !== undefined && isPresent(known.beginMs, told.beginMs, nowMs) ? known : told;
  leagues[leagueId] = { season: season.season, beginMs: season.beginMs, seenMs: seenAgainMs(known, nowMs) };
  return { leagueId, season: season.season, isCurrent: true };
}

/** Returns whether the known season stays the present one beside another. */
function isPresent(knownMs: number, toldMs: number, nowMs: number): boolean {
  if (knownMs <= nowMs) return toldMs > nowMs || toldMs < knownMs;
  return toldMs > nowMs && toldMs > knownMs;
}
