import { impossibleParts, type MatchScore, NO_SCORE, type PartScore } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Game, MatchRow } from './formats.ts';

/** The two opponents of a match, by the provider's numbers of teams or players. */
export interface Opponents {
  home: number;
  away: number;
}

/** Most maps that a series may have for contests (`formatFault`). */
const MAPS_MAX = 9;

/** Returns the format of a series; null for types whose ending is not documented, and for lengths that never occurred. */
export function formatOf({ match_type, number_of_games: n }: MatchRow): SeriesFormat | null {
  if (n == null || n < 1) return null;
  const format =
    match_type === 'best_of' ? { parts: n, race: n % 2 === 1 } : match_type === 'first_to' ? { parts: 2 * n - 1, race: true } : null;
  return format !== null && format.parts <= MAPS_MAX ? format : null;
}

export const sideOf = ({ home, away }: Opponents, id: number | null | undefined): Side | null =>
  id === home ? 'home' : id === away ? 'away' : null;

/** Returns the maps won by each side; null unless the row tells both. */
function mapsWon({ results }: MatchRow, { home, away }: Opponents): { home: number; away: number } | null {
  const of = (id: number) => results.find((result) => (result.team_id ?? result.player_id) === id)?.score;
  const [homeMaps, awayMaps] = [of(home), of(away)];
  return homeMaps === undefined || awayMaps === undefined ? null : { home: homeMaps, away: awayMaps };
}

/** Returns the score so far, with the winner of each map if the maps agree with it. */
export function scoreOf(row: MatchRow, opponents: Opponents): MatchScore {
  const won = mapsWon(row, opponents);
  if (won === null) return NO_SCORE;
  const parts = partsOf(row.games, opponents);
  const score = { ...NO_SCORE, ...won, parts };
  // A map that a side is given in advance, or an answer in which only the total is up to date.
  return parts.length === 0 || impossibleParts('esports', score) !== null ? { ...NO_SCORE, ...won } : score;
}

/** Returns the maps in order: 1:0 or 0:1 when one is won, because rounds are not told, and 0:0 for the one in play. */
function partsOf(games: readonly Game[], opponents: Opponents): PartScore[] {
  const parts: PartScore[] = [];
  for (const { status, winner } of inOrder(games)) {
    const side = status === 'finished' ? sideOf(opponents, winner?.id) : null;
    if (side !== null) parts.push({ home: side === 'home' ? 1 : 0, away: side === 'away' ? 1 : 0 });
    else if (status === 'running') parts.push({ home: 0, away: 0 });
    if (side === null) break;
  }
  return parts;
}

const inOrder = (games: readonly Game[]): Game[] => games.toSorted((one, other) => one.position - other.position);

/** Returns the number of the map in play, or of the next one between two; null if the row tells none that can be. */
export function mapInPlay({ games }: MatchRow): number | null {
  const next = inOrder(games).find(({ status }) => status === 'running') ?? inOrder(games).find(({ status }) => status === 'not_started');
  return next !== undefined && next.position <= MAPS_MAX ? next.position : null;
}

/** Returns whether a map was given to a side without being played to its end. */
export const hasForfeitedMap = ({ games }: MatchRow): boolean => games.some(({ forfeit }) => forfeit === true);

/** Returns why a finished series cannot have ended as the row says; null if it can. A result that contradicts itself is not believed. */
export function resultFault(row: MatchRow, opponents: Opponents, format: SeriesFormat | null): string | null {
  const won = mapsWon(row, opponents);
  if (won === null) return 'finished without results';
  const leader = won.home === won.away ? null : won.home > won.away ? 'home' : 'away';
  if (leader === null) return row.winner_id == null && row.draw === true ? lengthFault(row, won, format) : 'finished level without a draw';
  if (row.draw === true) return 'a draw with a winner';
  if (row.winner_id == null) return 'finished without a winner';
  return sideOf(opponents, row.winner_id) === leader ? lengthFault(row, won, format) : 'the winner contradicts the results';
}

/** Returns whether the maps are as many as the format asks for. How a map given in advance is counted is not documented. */
function lengthFault(row: MatchRow, { home, away }: { home: number; away: number }, format: SeriesFormat | null): string | null {
  if (format === null || row.game_advantage != null) return null;
  const isWhole = format.race ? Math.max(home, away) === (format.parts + 1) / 2 : home + away === format.parts;
  return isWhole ? null : 'finished with too few or too many maps';
}
