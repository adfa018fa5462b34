import type { PlayedMatch } from '#domain/forecast/played-match.ts';
import { poissonOutcomes } from '#domain/forecast/score-matrix.ts';
import type { Forecaster } from '#domain/forecast/walk-forward.ts';
import type { Said } from './peers.ts';
import type { PricedMatch } from './read-matches.ts';

/** A match counts half after this many days. */
const HALF_LIFE_DAYS = 300;
/** Goals that a team is taken to have scored and conceded as often as its division does, before its first match. */
const PRIOR_GOALS = 6;
/** Goals of a match before the first of a division: home and away. */
const USUAL_GOALS = [1.5, 1.15] as const;
const PRIOR_MATCHES = 20;

/** Sums that fade with time. */
interface Faded {
  day: number;
  sums: number[];
}

/**
 * Goals as two independent Poisson numbers whose rates are averages that fade: a team's attack is its goals over those that an average team
 * would have scored in the same matches, its defence likewise. Opponents' strengths are not taken into account.
 */
export function createDecayedPoisson(): Forecaster<PricedMatch, Said> {
  const all = new Map<string, Faded>();
  const sumsOf = (name: string, day: number, first: readonly number[]): number[] => {
    const kept = all.get(name) ?? { day, sums: [...first] };
    const fading = 2 ** ((kept.day - day) / HALF_LIFE_DAYS);
    kept.sums = kept.sums.map((sum) => sum * fading);
    kept.day = day;
    all.set(name, kept);
    return kept.sums;
  };
  /** A division's matches, home goals and away goals. */
  const divisionSums = ({ division, day }: Dated) =>
    sumsOf(division, day, [PRIOR_MATCHES, ...USUAL_GOALS.map((goals) => goals * PRIOR_MATCHES)]);
  /** A team's goals scored, what an average team would have scored, goals conceded, and what an average team would have. */
  const teamSums = ({ division, day }: Dated, team: string) => sumsOf(`${division} ${team}`, day, [0, 0, 0, 0]);
  const average = (match: Dated): [home: number, away: number] => {
    const [matches = 1, home = 0, away = 0] = divisionSums(match);
    return [home / matches, away / matches];
  };
  const strength = (goals: number, usual: number) => (goals + PRIOR_GOALS) / (usual + PRIOR_GOALS);
  return {
    forecast(match) {
      const [home, away] = average(match);
      const [h, a] = [teamSums(match, match.home), teamSums(match, match.away)];
      const rates = [
        home * strength(h[0]!, h[1]!) * strength(a[2]!, a[3]!),
        away * strength(a[0]!, a[1]!) * strength(h[2]!, h[3]!),
      ] as const;
      return { outcomes: poissonOutcomes(...rates), scores: null, over25: null };
    },
    learn(matches) {
      for (const match of matches) {
        const { goals } = match;
        const usual = average(match);
        add(teamSums(match, match.home), [goals[0], usual[0], goals[1], usual[1]]);
        add(teamSums(match, match.away), [goals[1], usual[1], goals[0], usual[0]]);
        add(divisionSums(match), [1, ...goals]);
      }
    },
  };
}

type Dated = Pick<PlayedMatch, 'division' | 'day'>;

function add(sums: number[], more: readonly number[]): void {
  for (const [i, value] of more.entries()) sums[i]! += value;
}
