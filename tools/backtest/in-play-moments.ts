import { type Outcome, outcomeOf } from '#domain/forecast/evaluate.ts';
import { matrixOf } from '#domain/forecast/football-model.ts';
import { inPlayForecast, inPlayModel } from '#domain/forecast/in-play.ts';
import type { InPlayClock } from '#domain/forecast/in-play-clock.ts';
import { normalisedOutcomes, type Outcomes } from '#domain/forecast/outcomes.ts';
import type { Pair } from '#domain/forecast/played-match.ts';
import { goalProbabilities, poissonOutcomes, SCORE_PLACES } from '#domain/forecast/score-matrix.ts';
import type { International } from './internationals-file.ts';

/** A match with the goals expected before it, whose score is known at some minutes. */
export interface TimedMatch {
  rates: { home: number; away: number };
  /** The score after a minute of play, 0 to 90; 45 is half-time. */
  scoreAt(minute: number): Pair;
  outcome: Outcome;
}

/** A tournament is left out if fewer of its matches have minutes: those that have are not a random sample. */
const COMPLETE_MIN = 0.8;

/** Returns the tournaments whose goals have minutes. */
export function timedTournaments(matches: readonly International[]): Set<string> {
  const counts = new Map<string, { known: number; all: number }>();
  for (const { tournament, final, goals } of matches) {
    if (final[0] + final[1] === 0) continue;
    const count = counts.get(tournament) ?? { known: 0, all: 0 };
    counts.set(tournament, { known: count.known + (goals === null ? 0 : 1), all: count.all + 1 });
  }
  return new Set([...counts].filter(([, { known, all }]) => known >= COMPLETE_MIN * all).map(([tournament]) => tournament));
}

/** Goals at minute 45 may have fallen in stoppage time, so minute 45 is half-time. Throws a RangeError if the minutes are unknown. */
export function timedInternational({ goals, regular }: International, rates: TimedMatch['rates']): TimedMatch {
  if (goals === null) throw new RangeError('The minutes of the goals are unknown');
  const scoreAt = (until: number): Pair => {
    const score: [number, number] = [0, 0];
    for (const { minute, side } of goals) if (minute <= until) score[side]++;
    return score;
  };
  return { rates, scoreAt, outcome: outcomeOf(...regular) };
}

/** Returns a function that forecasts a match after a minute. */
export function ourForecasts({ rates, scoreAt }: TimedMatch): (minute: number) => Outcomes {
  const model = inPlayModel(matrixOf({ outcomes: poissonOutcomes(rates.home, rates.away), rates }));
  return (minute) => {
    const clock: InPlayClock = { period: minute === 0 ? 'ns' : minute < 45 ? 'h1' : minute === 45 ? 'ht' : 'h2', minute };
    return inPlayForecast(model, { ...clock, score: scoreAt(minute) }).outcomes;
  };
}

const MINUTES = 90;

/** The plain baseline: goals of both sides as Poisson at constant rates through 90 minutes, whatever the score. */
export function poissonForecast({ rates, scoreAt }: TimedMatch, minute: number): Outcomes {
  const share = (MINUTES - minute) / MINUTES;
  const [home, away] = scoreAt(minute);
  const [more, against] = [Float64Array.from(goalProbabilities(rates.home * share)), goalProbabilities(rates.away * share)];
  const sums = { home: 0, draw: 0, away: 0 };
  for (let h = 0; h < SCORE_PLACES; h++)
    for (let a = 0; a < SCORE_PLACES; a++) sums[outcomeOf(home + h, away + a)] += more[h]! * against[a]!;
  return normalisedOutcomes(sums);
}
