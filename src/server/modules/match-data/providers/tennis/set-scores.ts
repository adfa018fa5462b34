import {
  GAME_POINTS,
  type GamePoints,
  impossibleParts,
  type MatchScore,
  NO_SCORE,
  type PartScore,
  type Score,
} from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';

/**
 * Returns the score of the sets won and their games, and whether the games agree with it. Games that disagree are left out, because
 * providers do not always update both together.
 */
export function scoreOfSets([home, away]: Score, sets: readonly PartScore[]): { score: MatchScore; agrees: boolean } {
  const score = { ...NO_SCORE, home, away };
  const agrees = impossibleParts('tennis', { ...score, parts: sets }) === null;
  return { score: agrees && sets.length > 0 ? { ...score, parts: sets } : score, agrees };
}

/** The state within the set in progress, as a provider words it. */
export interface InPlay {
  /** The points of both sides, such as ["40", "A"], or ["4", "5"] in a tie-break; null if they are unknown. */
  points: [string, string] | null;
  serving: Side | null;
  /** Whether a tie-break is being played; undefined if the provider does not say. */
  isTiebreak?: boolean;
}

/** Adds points and server to the last set if it is in progress: more sets were begun than won. */
export function withInPlay(sets: readonly PartScore[], [home, away]: Score, { points, serving, isTiebreak }: InPlay): PartScore[] {
  const last = sets.at(-1);
  if (last === undefined || sets.length <= home + away) return [...sets];
  const told = points === null ? {} : pointsIn(last, points, isTiebreak);
  return [...sets.slice(0, -1), { home: last.home, away: last.away, ...told, ...(serving && { serving }) }];
}

/** At six games all a tie-break is played, whose points are counted; in other games points are called. Anything else is left out. */
function pointsIn(set: PartScore, [home, away]: [string, string], isTiebreak = set.home === set.away && set.home >= 6): Partial<PartScore> {
  const counts: Score = [Number(home), Number(away)];
  if (isTiebreak) return [home, away].every((text) => /^\d{1,2}$/.test(text)) ? { tiebreak: counts } : {};
  const called = [home, away].map((text) => CALLED[text.trim().toUpperCase()]);
  const [ours, theirs] = called;
  if (ours === undefined || theirs === undefined) return {};
  // Both cannot have the advantage, and there is none before 40 all.
  if (called.includes('A') && !called.includes('40')) return {};
  return { points: [ours, theirs] };
}

const CALLED: Record<string, GamePoints> = { ...Object.fromEntries(GAME_POINTS.map((point) => [point, point])), AD: 'A' };
