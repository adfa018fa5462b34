import type { Fixture } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';

/**
 * Elo ratings based on margins. They ignore divisions and seasons and fade slowly, so they keep a club's long-term strength, which
 * form-based ratings lose.
 */
export interface EloLadderSettings {
  /** Points gained for a whole win above expectation: 10 to 70. */
  step: number;
  /** How much of a win a margin of one (pseudo-)goal is: the result is 1 / (1 + e^(-steepness margin)). */
  steepness: number;
}

/** Home advantage in points; 400 points are odds of ten to one. */
const HOME_POINTS = 60;
const POINTS_OF_TEN_TO_ONE = 400;
/** A tier in units of 400 points: half of what the filters' steps come to, because teams that move between divisions carry their points. */
const TIER = 0.15;

export interface EloLadder {
  /** The home side's lead without home advantage, in units of 400 points: 1 is odds of ten to one. */
  lead(fixture: Fixture): number;
  learn(fixture: Fixture, seen: Seen): void;
}

export function createEloLadder({ step, steepness }: EloLadderSettings): EloLadder {
  const points = new Map<string, number>();
  const lead = ({ home, away, tiersAbove = 0 }: Fixture): number =>
    ((points.get(home) ?? 0) - (points.get(away) ?? 0)) / POINTS_OF_TEN_TO_ONE + TIER * tiersAbove;
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
