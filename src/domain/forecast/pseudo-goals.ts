import type { Pair, PlayedMatch } from './played-match.ts';

/**
 * The value of a side's performance in goals. Goals alone are few and noisy: shots and corners predict the next match better than the
 * score. A side that leads shoots less, so chances while leading count for more ("game state").
 */
export interface PseudoGoalSettings {
  /** Weights of goals, shots on target, other shots and corners; they add up to 1. */
  goals: number;
  onTarget: number;
  offTarget: number;
  corners: number;
  /** Value of a one-goal lead at half-time and at full time (at most two goals count). */
  leadHalfTime: number;
  leadFullTime: number;
  /** Reduction of a side's value for each red card the opponent has more. */
  redCard: number;
}

/** Average counts in a division, per side and match. */
export interface DivisionRates {
  goals: number;
  onTarget: number;
  offTarget: number;
  corners: number;
}

/** Averages of European leagues, used until a division has its own data. */
const AT_FIRST: DivisionRates = { goals: 1.3, onTarget: 4.3, offTarget: 7.5, corners: 5 };
const FIRST_WEIGHT = 40;
const KEPT_A_MATCH = 0.998;

/** Running averages of a division that fade by 0.2% per match. */
export function createRateCounter(): { rates(): DivisionRates; count(match: PlayedMatch): void } {
  const sums = { goals: 0, onTarget: 0, offTarget: 0, corners: 0 };
  const sides = { goals: FIRST_WEIGHT, onTarget: FIRST_WEIGHT, offTarget: FIRST_WEIGHT, corners: FIRST_WEIGHT };
  const kinds = ['goals', 'onTarget', 'offTarget', 'corners'] as const;
  for (const kind of kinds) sums[kind] = AT_FIRST[kind] * FIRST_WEIGHT;
  const add = (kind: (typeof kinds)[number], pair: Pair | null) => {
    if (pair === null) return;
    sums[kind] = sums[kind] * KEPT_A_MATCH + pair[0] + pair[1];
    sides[kind] = sides[kind] * KEPT_A_MATCH + 2;
  };
  return {
    rates: () => ({
      goals: sums.goals / sides.goals,
      onTarget: sums.onTarget / sides.onTarget,
      offTarget: sums.offTarget / sides.offTarget,
      corners: sums.corners / sides.corners,
    }),
    count(match) {
      add('goals', match.goals);
      add('onTarget', match.shotsOnTarget);
      add('offTarget', offTarget(match));
      add('corners', match.corners);
    },
  };
}

/** Some rows have more shots on target than shots. */
const offTarget = ({ shots, shotsOnTarget }: PlayedMatch): Pair | null =>
  shots === null || shotsOnTarget === null ? null : [Math.max(0, shots[0] - shotsOnTarget[0]), Math.max(0, shots[1] - shotsOnTarget[1])];

export interface Seen {
  home: number;
  away: number;
  /** Whether more than goals was counted, which reduces noise. */
  counted: boolean;
}

/** Both sides' pseudo-goals, from goals alone if a statistic in the settings was not counted. */
export function pseudoGoals(match: PlayedMatch, rates: DivisionRates, settings: PseudoGoalSettings): Seen {
  const off = offTarget(match);
  const { shotsOnTarget: on, corners } = match;
  const asked = settings.onTarget + settings.offTarget + settings.corners > 0;
  const counted = asked && (settings.corners === 0 || corners !== null) && on !== null && off !== null;
  if (!counted) return { home: match.goals[0], away: match.goals[1], counted: false };
  const side = (own: 0 | 1): number => {
    const other = own === 0 ? 1 : 0;
    const chances =
      settings.onTarget * on[own] * (rates.goals / rates.onTarget) +
      settings.offTarget * off[own] * (rates.goals / rates.offTarget) +
      settings.corners * (corners?.[own] ?? 0) * (rates.goals / rates.corners);
    const worth = settings.goals * match.goals[own] + Math.exp(gameState(match, own, settings)) * chances;
    const cards = match.redCards === null ? 0 : match.redCards[other] - match.redCards[own];
    return worth * Math.exp(-settings.redCard * cards);
  };
  return { home: side(0), away: side(1), counted: true };
}

function gameState({ goals, halfTime }: PlayedMatch, own: 0 | 1, settings: PseudoGoalSettings): number {
  const lead = (score: Pair) => Math.max(-2, Math.min(2, score[own] - score[own === 0 ? 1 : 0]));
  return 0.5 * (settings.leadFullTime * lead(goals) + settings.leadHalfTime * (halfTime === null ? 0 : lead(halfTime)));
}
