import type { Side } from '#domain/matches/sport.ts';

/** Probability of winning the point, for each player when serving, 0 to 1. */
export interface ServePoints {
  home: number;
  away: number;
}

/** Points won by each side in a game or a tie-break, from 0. In a game, 4-3 is the advantage and 3-3 (or 4-4 and so on) is deuce. */
export interface PointsWon {
  home: number;
  away: number;
}

/** Number of points that wins a game: with two more than the other side. */
const GAME_POINTS = 4;

/** Returns the probability that the server wins a game that stands at `won` to `lost` points, winning each point with probability `p`. */
export function gameWon(p: number, won: number, lost: number): number {
  const lead = won - lost;
  if (won >= GAME_POINTS && lead >= 2) return 1;
  if (lost >= GAME_POINTS && lead <= -2) return 0;
  if (won >= GAME_POINTS - 1 && lost >= GAME_POINTS - 1) {
    const atDeuce = twoAhead(p, p);
    return lead === 0 ? atDeuce : lead > 0 ? p + (1 - p) * atDeuce : p * atDeuce;
  }
  return p * gameWon(p, won + 1, lost) + (1 - p) * gameWon(p, won, lost + 1);
}

/**
 * Returns the probability of getting two points (or games) ahead from level, in pairs of which the first is won with probability `first`
 * and the second with `second`.
 */
export function twoAhead(first: number, second: number): number {
  const both = first * second;
  const neither = (1 - first) * (1 - second);
  return both + neither === 0 ? 0.5 : both / (both + neither);
}

/**
 * Returns the probability that home wins a tie-break to `to` points that stands at `points`. `opener` serves its first point; then each
 * side serves two in turn.
 */
export function tieBreakWon(serve: ServePoints, to: number, opener: Side, points: PointsWon = { home: 0, away: 0 }): number {
  const homeOn = { home: serve.home, away: 1 - serve.away };
  const known = new Map<number, number>();
  const from = (home: number, away: number): number => {
    if (home >= to && home - away >= 2) return 1;
    if (away >= to && away - home >= 2) return 0;
    // Level from here on means that the next two points have one server each; which of them serves first makes no difference.
    if (home >= to - 1 && home === away) return twoAhead(homeOn.home, homeOn.away);
    const key = home * 100 + away;
    const found = known.get(key);
    if (found !== undefined) return found;
    const p = homeOn[serverOfPoint(opener, home + away)];
    const chance = p * from(home + 1, away) + (1 - p) * from(home, away + 1);
    known.set(key, chance);
    return chance;
  };
  return from(points.home, points.away);
}

/** Returns who serves the point after `played` points of a tie-break. */
export const serverOfPoint = (opener: Side, played: number): Side => (Math.floor((played + 1) / 2) % 2 === 0 ? opener : other(opener));

export const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');
