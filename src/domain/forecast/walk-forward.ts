import { inFixedOrder, type PlayedMatch } from './played-match.ts';

/** A forecaster that uses only what is known before a match, and learns from the match afterwards. */
export interface Forecaster<M extends PlayedMatch, F> {
  /** Sets the teams of a division's season before their first match in it. */
  startSeason?(division: string, season: number, teams: Iterable<string>): void;
  forecast(match: M): F;
  /** Learns a day's matches. */
  learn(matches: readonly M[]): void;
  /** Called once a year between the seasons of most leagues, with the current day. */
  train?(day: number): void;
}

/** The month of training: July. */
const TRAINING_MONTH = 6;

/**
 * Processes matches day by day: makes all requested forecasts of a day, then learns the day, so that a forecast uses only what was known
 * before its day, without even the later teams of the season. Yields each requested match with its forecast, in order of days and, within a
 * day, of divisions and teams, whatever the order of the matches.
 */
export function* walkForward<M extends PlayedMatch, F>(
  matches: readonly M[],
  forecaster: Forecaster<M, F>,
  isAsked: (match: M) => boolean,
): Generator<{ match: M; forecast: F }> {
  let trainedYear = Number.NEGATIVE_INFINITY;
  for (const today of byDay(matches)) {
    const day = today[0]!.day;
    const year = trainingYear(day);
    if (year > trainedYear) forecaster.train?.(day);
    trainedYear = year;
    for (const { division, season, home, away } of today) forecaster.startSeason?.(division, season, [home, away]);
    for (const match of today) if (isAsked(match)) yield { match, forecast: forecaster.forecast(match) };
    forecaster.learn(today);
  }
}

function byDay<M extends PlayedMatch>(matches: readonly M[]): M[][] {
  const days = new Map<number, M[]>();
  for (const match of matches) {
    const day = days.get(match.day);
    if (day === undefined) days.set(match.day, [match]);
    else day.push(match);
  }
  return [...days].sort(([a], [b]) => a - b).map(([, today]) => inFixedOrder(today));
}

function trainingYear(day: number): number {
  const date = new Date(day * 86_400_000);
  return date.getUTCFullYear() - (date.getUTCMonth() < TRAINING_MONTH ? 1 : 0);
}
