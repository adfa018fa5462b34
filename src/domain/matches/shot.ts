import type { ExpectedGoalsPoint, MatchClock } from './pressure.ts';
import type { Side } from './sport.ts';

export const SHOT_OUTCOMES = ['goal', 'saved', 'off_target', 'blocked', 'woodwork'] as const;
export type ShotOutcome = (typeof SHOT_OUTCOMES)[number];

/** A shot, as a feed tells it; kicks of a shoot-out are none. */
export interface Shot extends MatchClock {
  /** Unique within the match. */
  id: string;
  side: Side;
  period: 'H1' | 'H2' | 'ET';
  player: string | null;
  /** From the shooting side's own goal line (0) to the other one (1). */
  x: number;
  /** From one touchline (0) to the other (1): the left one of the shooting side is 0. */
  y: number;
  /** The probability of a goal that the feed gives the shot, 0 to 1; null: not told. */
  expected_goals: number | null;
  outcome: ShotOutcome;
}

/** Returns how both sides' expected goals grew by each shot; empty unless the feed tells the probability of all shots. */
export function expectedGoalsByShot(shots: readonly Shot[]): ExpectedGoalsPoint[] {
  const now = { home: 0, away: 0 };
  if (shots.some(({ expected_goals }) => expected_goals === null)) return [];
  return shots.map(({ side, minute, stoppage, expected_goals }) => {
    now[side] += expected_goals ?? 0;
    return { minute, stoppage, ...now };
  });
}
