import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { createBasketballForecasts, createEsportsForecasts, createTennisForecasts } from './elo-forecasts.ts';
import { createFootballForecasts } from './football-forecasts.ts';
import type { Catalogue, ComingMatch, PastMatch, SportModel } from './known-match.ts';
import type { StoredForecast } from './stored-forecast.ts';

const MODELS: Record<Sport, (catalogue: Catalogue) => SportModel> = {
  football: createFootballForecasts,
  basketball: createBasketballForecasts,
  tennis: createTennisForecasts,
  esports: createEsportsForecasts,
};

/** Results may come so many days late and still be learned when they come; ratings look no further back. */
const LATE_DAYS_MAX = 3;

/** The models of all sports, and what they have learned. */
export interface Learner {
  /** How many matches it has learned. */
  size: number;
  /**
   * Learns those that are new, in the order told. False where that is not enough, as one that was learned has changed or was played long
   * before others that were: then nothing has changed, and a new learner has to learn them all.
   */
  learn(matches: readonly PastMatch[]): boolean;
  /** Those of these that `learn` would take in, or stumble over. */
  newsAmong(matches: readonly PastMatch[]): PastMatch[];
  forecast(match: ComingMatch): StoredForecast | null;
}

/** Learns all of these, by day, and weighs what it knows. */
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

  for (const today of daysOf(past)) take(today);
  for (const sport of SPORTS) models[sport].train(day);

  return {
    get size() {
      return learned.size;
    },
    newsAmong: (matches) => matches.filter((match) => learned.get(match.id) !== resultOf(match)),
    learn(matches) {
      if (matches.some((match) => learned.has(match.id) || match.day < lastDay - LATE_DAYS_MAX)) return false;
      take(matches);
      return true;
    },
    forecast: (match) => models[match.sport].forecast(match),
  };
}

/** Days in their order; a day is learned as a whole. */
function daysOf(matches: readonly PastMatch[]): PastMatch[][] {
  const days = new Map<number, PastMatch[]>();
  for (const match of matches) {
    const today = days.get(match.day);
    if (today === undefined) days.set(match.day, [match]);
    else today.push(match);
  }
  return [...days].sort(([a], [b]) => a - b).map(([, today]) => today);
}

/** What makes a result another one. Statistics that come in after the final whistle are taken up when all is learned anew. */
const resultOf = ({ score, day, homeId, awayId }: PastMatch): string => `${score} ${day} ${homeId} ${awayId}`;
