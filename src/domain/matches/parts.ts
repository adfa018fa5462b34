import type { MatchScore, Score } from './score.ts';
import type { PeriodKind, Side, Sport } from './sport.ts';

/** A part of a match by itself: a quarter's points, a set's games, a map's rounds; `tiebreak` are the points that decided a set. */
export interface PartScore {
  home: number;
  away: number;
  tiebreak?: Score;
  /** Of the set under way: the points of its present game, as they are called, unless that is a tie-break; and who serves. */
  points?: [home: GamePoints, away: GamePoints];
  serving?: Side;
}

/** A side's points in a game of tennis; A is the advantage after 40 all. */
export const GAME_POINTS = ['0', '15', '30', '40', 'A'] as const;
export type GamePoints = (typeof GAME_POINTS)[number];

/** Points won in a game, as they are called: from three all on only the lead counts. The game is not over. */
export function calledPoints(home: number, away: number): [home: GamePoints, away: GamePoints] {
  if (Math.min(home, away) < 3) return [GAME_POINTS[home]!, GAME_POINTS[away]!];
  return [home > away ? 'A' : '40', away > home ? 'A' : '40'];
}

/** How a sport's parts make up its score: all of their points, or one for each part that is won. Football has no parts of this kind. */
const MAKE_UP: Record<Sport, 'sum' | 'wins' | null> = { football: null, basketball: 'sum', tennis: 'wins', esports: 'wins' };

/** More than were ever played: a basketball game with eight overtimes, a tennis match of five sets, a series of nine maps. */
const PARTS_MAX: Record<Sport, number> = { football: 0, basketball: 12, tennis: 5, esports: 9 };

const QUARTERS = 4;

/** What the `n`th part of a match is called, n from 1: basketball's fifth is its first overtime. */
export function partName(sport: Exclude<Sport, 'football'>, n: number): { kind: PeriodKind; n: number } {
  if (sport === 'tennis') return { kind: 'set', n };
  if (sport === 'esports') return { kind: 'map', n };
  return n <= QUARTERS ? { kind: 'quarter', n } : { kind: 'overtime', n: n - QUARTERS };
}

export type ImpossibleParts = 'parts_too_many' | 'parts_not_counts' | 'parts_not_points' | 'parts_do_not_add_up';

/** Why the parts told with a score cannot make it up; null when they can, or where none are told. The last one may be under way. */
export function impossibleParts(sport: Sport, { home, away, parts = [] }: MatchScore): ImpossibleParts | null {
  if (parts.length === 0) return null;
  if (parts.length > PARTS_MAX[sport]) return 'parts_too_many';
  const counts = parts.flatMap((part) => [part.home, part.away, ...(part.tiebreak ?? [])]);
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return 'parts_not_counts';
  if (!parts.every((part, index) => isGame(sport, part, index === parts.length - 1))) return 'parts_not_points';
  const isMadeUp = MAKE_UP[sport] === 'sum' ? isSumOf(parts, home, away) : isWonIn(parts, home, away);
  return isMadeUp ? null : 'parts_do_not_add_up';
}

const isSumOf = (parts: readonly PartScore[], home: number | null, away: number | null): boolean =>
  parts.reduce((sum, part) => sum + part.home, 0) === home && parts.reduce((sum, part) => sum + part.away, 0) === away;

/** All parts but one that is under way have a winner, and the score counts them. */
function isWonIn(parts: readonly PartScore[], home: number | null, away: number | null): boolean {
  if (home === null || away === null) return false;
  const over = parts.slice(0, home + away);
  if (parts.length - over.length > 1 || over.length < home + away) return false;
  return over.filter((part) => part.home > part.away).length === home && over.filter((part) => part.away > part.home).length === away;
}

/** Only the last set has a game under way, and points that can be called; an advantage is over 40. */
function isGame(sport: Sport, { points, serving, tiebreak }: PartScore, isLast: boolean): boolean {
  if (points === undefined) return serving === undefined || (sport === 'tennis' && isLast);
  const isCalled = points.every((point) => GAME_POINTS.includes(point)) && (!points.includes('A') || points.includes('40'));
  return sport === 'tennis' && isLast && tiebreak === undefined && isCalled;
}
