import type { Fixture } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';

/**
 * Elo's ratings on margins. They know nothing of divisions and seasons and forget slowly, so that they carry what a club has been for
 * years, which ratings that follow form lose.
 */
export interface EloLadderSettings {
  /** Points that a side gains for a whole win more than expected: 10 to 70. */
  step: number;
  /** How much of a win a margin of one (pseudo-)goal is: the result is 1 / (1 + e^(-steepness margin)). */
  steepness: number;
}

/** Points of home advantage; 400 points are ten to one. */
const HOME_POINTS = 60;
const POINTS_OF_TEN_TO_ONE = 400;

export interface EloLadder {
  /** How far the home side is ahead without being at home, in hundreds of points times four: 1 is ten to one. */
  lead(fixture: Fixture): number;
  learn(fixture: Fixture, seen: Seen): void;
}

export function createEloLadder({ step, steepness }: EloLadderSettings): EloLadder {
  const points = new Map<string, number>();
  const lead = ({ home, away }: Fixture): number => ((points.get(home) ?? 0) - (points.get(away) ?? 0)) / POINTS_OF_TEN_TO_ONE;
  return {
    lead,
    learn(fixture, { home, away }) {
      if (!Number.isFinite(home) || !Number.isFinite(away)) return;
      const advantage = fixture.neutral ? 0 : HOME_POINTS / POINTS_OF_TEN_TO_ONE;
      const expected = 1 / (1 + 10 ** -(lead(fixture) + advantage));
      const gained = step * (1 / (1 + Math.exp(-steepness * (home - away))) - expected);
      points.set(fixture.home, (points.get(fixture.home) ?? 0) + gained);
      points.set(fixture.away, (points.get(fixture.away) ?? 0) - gained);
    },
  };
}
