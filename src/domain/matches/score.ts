import { isFinal, type MatchStatus } from './match-status.ts';
import type { PeriodKind, Pick, Side, Sport } from './sport.ts';

/** Home's and away's goals (or points, sets, maps). */
export type Score = [home: number, away: number];

/** A match's score now, and at the end of each part; null if unknown or not reached. */
export interface MatchScore {
  /** The score now, including extra time but not a shoot-out. */
  home: number | null;
  away: number | null;
  halftime: Score | null;
  /** After 90 minutes and stoppage time. */
  fulltime: Score | null;
  extratime: Score | null;
  /** Goals of the shoot-out alone. */
  penalty: Score | null;
  /** Quarters, sets or maps, in order; the last one may be in progress. Absent in football, and if a feed does not provide them. */
  parts?: readonly PartScore[];
  /** Winner of a match decided without a result: by an award, a walkover, a retirement. Absent if not reported. */
  awardedTo?: Side;
}

/** The score of a match without any. */
export const NO_SCORE: Readonly<MatchScore> = Object.freeze({
  ...{ home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null },
});

/** Returns the side that is ahead, as a pick. */
export function outcomeOf(home: number, away: number): Pick {
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

/**
 * The score football settles on, after 90 minutes and stoppage time (docs/rules.md#settlement); null while it is not known.
 * At `ft` the score now is that score; once extra time began only `fulltime` can tell.
 */
export function ninetyMinuteScore(status: MatchStatus, score: MatchScore): Score | null {
  const over = isFinal(status) || status === 'et' || status === 'bt' || status === 'p';
  if (!over) return null;
  if (score.fulltime !== null || status !== 'ft') return score.fulltime;
  return currentScore(score);
}

/** Which score a league's contests settle on: football's after 90 minutes, or the final one. */
export const SETTLEMENT_RULES = ['regular_time', 'whole_match'] as const;
export type SettlementRule = (typeof SETTLEMENT_RULES)[number];

/** Default settlement score of each sport. */
export const usualSettlement = (sport: Sport): SettlementRule => (sport === 'football' ? 'regular_time' : 'whole_match');

/** Returns the score that a league's contests settle on; null while it is unknown. */
export const settledScore = (rule: SettlementRule, status: MatchStatus, score: MatchScore): Score | null =>
  rule === 'regular_time' ? ninetyMinuteScore(status, score) : isFinal(status) ? currentScore(score) : null;

export type ImpossibleScore =
  | 'not_a_count'
  | 'one_side_missing'
  | 'halftime_above_fulltime'
  | 'below_earlier_part'
  | 'halftime_shrank'
  | 'dropped';

/** How much of a score may be taken back at once: a goal by VAR, a basket after review, a replayed map; a set never. */
const TAKEN_BACK_MAX: Record<Sport, number> = { football: 1, basketball: 3, tennis: 0, esports: 1 };

/** Returns why a score cannot be correct after `previous` (null at the first one); null if it can. */
export function impossibleScore(sport: Sport, previous: MatchScore | null, next: MatchScore): ImpossibleScore | null {
  const now = currentScore(next);
  if (now === null && (next.home !== null || next.away !== null)) return 'one_side_missing';
  const parts = [now, next.halftime, next.fulltime, next.extratime, next.penalty];
  if (parts.flatMap((part) => part ?? []).some((n) => !Number.isSafeInteger(n) || n < 0)) return 'not_a_count';
  if (isBelow(next.fulltime, next.halftime)) return 'halftime_above_fulltime';
  if (isBelow(now, next.fulltime) || isBelow(now, next.halftime)) return 'below_earlier_part';
  if (isBelow(next.halftime, previous?.halftime ?? null)) return 'halftime_shrank';
  if (isBelow(now, previous && currentScore(previous), TAKEN_BACK_MAX[sport])) return 'dropped';
  return null;
}

function currentScore({ home, away }: MatchScore): Score | null {
  return home === null || away === null ? null : [home, away];
}

/** Returns whether either side's count is more than `slack` below the earlier one. */
function isBelow(later: Score | null, earlier: Score | null, slack = 0): boolean {
  return later !== null && earlier !== null && (later[0] < earlier[0] - slack || later[1] < earlier[1] - slack);
}

/** One part of a match: a quarter's points, a set's games, a map's rounds; `tiebreak` are the points that decided a set. */
export interface PartScore {
  home: number;
  away: number;
  tiebreak?: Score;
  /** For the set in progress: the points of its present game, as they are called, unless that is a tie-break; and who serves. */
  points?: [home: GamePoints, away: GamePoints];
  serving?: Side;
}

/** A side's points in a game of tennis; A is the advantage after 40 all. */
export const GAME_POINTS = ['0', '15', '30', '40', 'A'] as const;
export type GamePoints = (typeof GAME_POINTS)[number];

/** Returns points won in a game as they are called: from three all on only the lead counts. The game is not over. */
export function calledPoints(home: number, away: number): [home: GamePoints, away: GamePoints] {
  if (Math.min(home, away) < 3) return [GAME_POINTS[home]!, GAME_POINTS[away]!];
  return [home > away ? 'A' : '40', away > home ? 'A' : '40'];
}

/** How the parts of a sport add up to its score: by all their points, or one for each part won. Football has no such parts. */
const MAKE_UP: Record<Sport, 'sum' | 'wins' | null> = { football: null, basketball: 'sum', tennis: 'wins', esports: 'wins' };

/** More than ever occurred: a basketball game with eight overtimes, a tennis match of five sets, a series of nine maps. */
const PARTS_MAX: Record<Sport, number> = { football: 0, basketball: 12, tennis: 5, esports: 9 };

const QUARTERS = 4;

/** Returns the name of the `n`th part of a match, n from 1: basketball's fifth is its first overtime. */
export function partName(sport: Exclude<Sport, 'football'>, n: number): { kind: PeriodKind; n: number } {
  if (sport === 'tennis') return { kind: 'set', n };
  if (sport === 'esports') return { kind: 'map', n };
  return n <= QUARTERS ? { kind: 'quarter', n } : { kind: 'overtime', n: n - QUARTERS };
}

export type ImpossibleParts = 'parts_too_many' | 'parts_not_counts' | 'parts_not_points' | 'parts_do_not_add_up';

/** Returns why the parts cannot add up to their score; null if they can, or there are none. The last part may be in progress. */
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

/** Returns whether all parts except one in progress have a winner, and the score counts them. */
function isWonIn(parts: readonly PartScore[], home: number | null, away: number | null): boolean {
  if (home === null || away === null) return false;
  const over = parts.slice(0, home + away);
  if (parts.length - over.length > 1 || over.length < home + away) return false;
  return over.filter((part) => part.home > part.away).length === home && over.filter((part) => part.away > part.home).length === away;
}

/** Only the last set has a game in progress, with valid points; an advantage is over 40. */
function isGame(sport: Sport, { points, serving, tiebreak }: PartScore, isLast: boolean): boolean {
  if (points === undefined) return serving === undefined || (sport === 'tennis' && isLast);
  const isCalled = points.every((point) => GAME_POINTS.includes(point)) && (!points.includes('A') || points.includes('40'));
  return sport === 'tennis' && isLast && tiebreak === undefined && isCalled;
}
