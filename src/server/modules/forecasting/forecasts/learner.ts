import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { createBasketballForecasts, createEsportsForecasts, createTennisForecasts } from './elo-forecasts.ts';
import type { Catalogue, ComingMatch, PastMatch, SportModel } from './known-match.ts';
import { createAllFootballForecasts } from './national-forecasts.ts';
import type { StoredForecast } from './stored-forecast.ts';

const MODELS: Record<Sport, (catalogue: Catalogue) => SportModel> = {
  football: createAllFootballForecasts,
  basketball: createBasketballForecasts,
  tennis: createTennisForecasts,
  esports: createEsportsForecasts,
};

/** Maximum number of days by which a result may be late and still be learned incrementally; ratings look no further back. */
const LATE_DAYS_MAX = 3;

/** The models of all sports, with what they have learned. */
export interface Learner {
  /** Number of matches learned. */
  size: number;
  /**
   * Learns new matches, in the given order. Returns false, and changes nothing, if a match that was already learned has changed or if one
   * was played long before others: a new learner must then learn all of them.
   */
  learn(matches: readonly PastMatch[]): boolean;
  /**
   * Returns those of these matches that are not learned yet and can only be learned with all others anew: they were played long before
   * the last learned day, or nothing was learned before.
   */
  lateAmong(matches: readonly PastMatch[]): PastMatch[];
  /** Returns those of these matches that are new or have changed. */
  newsAmong(matches: readonly PastMatch[]): PastMatch[];
  forecast(match: ComingMatch): StoredForecast | null;
}

/** Creates a learner that has learned all of these matches, day by day, and is trained. */
export function createLearner(catalogue: Catalogue, past: readonly PastMatch[], day: number): Learner {
  const models = Object.fromEntries(SPORTS.map((sport) => [sport, MODELS[sport](catalogue)])) as Record<Sport, SportModel>;
  const learned = new Map<number, string>();
  let lastDay = Number.NEGATIVE_INFINITY;

  const take = (matches: readonly PastMatch[]): void => {
    for (const sport of SPORTS) {
      const ofSport = matches.filter((match) => match.sport === sport);
      if (ofSport.length > 0) models[sport].learn(ofSport);
    }
    for (const match of matches) {
      learned.set(match.id, resultOf(match));
      lastDay = Math.max(lastDay, match.day);
    }
  };

  const isLate = (match: PastMatch): boolean => match.day < lastDay - LATE_DAYS_MAX;

  for (const today of daysOf(past)) take(today);
  for (const sport of SPORTS) models[sport].train(day);

  return {
    get size() {
      return learned.size;
    },
    lateAmong: (matches) => matches.filter((match) => !learned.has(match.id) && (learned.size === 0 || isLate(match))),
    newsAmong: (matches) => matches.filter((match) => learned.get(match.id) !== resultOf(match)),
    learn(matches) {
      if (matches.some((match) => learned.has(match.id) || isLate(match))) return false;
      take(matches);
      return true;
    },
    forecast(match) {
      const forecast = models[match.sport].forecast(match);
      return forecast && { ...forecast, format: match.terms.format };
    },
  };
}

/** Groups matches by day, in order; a day is learned as a whole. */
function daysOf(matches: readonly PastMatch[]): PastMatch[][] {
  const days = new Map<number, PastMatch[]>();
  for (const match of matches) {
    const today = days.get(match.day);
    if (today === undefined) days.set(match.day, [match]);
    else today.push(match);
  }
  return [...days].sort(([a], [b]) => a - b).map(([, today]) => today);
}

/**
 * Returns what identifies a result, and how it is learned. Statistics that arrive after the final whistle are included when everything is
 * learned again.
 */
const resultOf = ({
  score,
  day,
  homeId,
  awayId,
  parts,
  terms: { format, surface, ratingGroup, drawPossible, neutral },
}: PastMatch): string =>
  [score, day, homeId, awayId, format?.parts, format?.race, drawPossible, surface, ratingGroup, neutral, JSON.stringify(parts)].join(' ');
