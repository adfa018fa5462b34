import { logistic } from '#domain/forecast/elo-rating.ts';
import { createTennis, type Tennis, type TennisForecast } from '#domain/forecast/tennis.ts';
import type { TennisParameters } from '#domain/forecast/tennis-parameters.ts';
import { groupBy } from '#domain/group-by.ts';
import { impliedProbabilities } from '#domain/matches/odds.ts';
import { BOOKMAKERS, type TennisMatch } from './tennis-file.ts';

/** A match as it was forecast before its day; probabilities of home. */
export interface ForecastMatch {
  match: TennisMatch;
  forecast: TennisForecast;
  /** By forecaster: "ours", "ranks", "even", and each bookmaker who had a price. */
  home: Record<string, number>;
}

/**
 * Every match of the file (by date) that was played out, forecast from what was known before its day: all of a day's forecasts
 * first, then its results. A match given up is learned from and not scored, as bets on it are given back.
 */
export function forecastWalking(matches: readonly TennisMatch[], parameters?: TennisParameters): ForecastMatch[] {
  const models = new Map<string, Tennis>();
  const modelOf = (tour: string) => models.get(tour) ?? models.set(tour, createTennis(undefined, parameters)).get(tour)!;
  const ranks = createRankForecast();
  return [...groupBy(matches, ({ date }) => date).values()].flatMap((day) => {
    const forecasts = day
      .filter(({ result }) => result.ending === 'completed')
      .map((match) => {
        const forecast = modelOf(match.tour).forecast(match.result);
        return { match, forecast, home: { ours: forecast.outcomes.home, ranks: ranks.forecast(match), even: 0.5, ...byMarket(match) } };
      });
    for (const match of day) {
      modelOf(match.tour).learn(match.result);
      ranks.learn(match);
    }
    return forecasts;
  });
}

function byMarket({ prices }: TennisMatch): Record<string, number> {
  const home: Record<string, number> = {};
  for (const bookmaker of BOOKMAKERS) {
    const implied = prices[bookmaker] && impliedProbabilities(prices[bookmaker]);
    if (implied) home[bookmaker] = implied[0]!;
  }
  return home;
}

/** Who has no rank is taken to be behind those who have one. */
const UNRANKED = 1_500;

/** The logistic of so much times the logarithm of the ranks' quotient; how much is learned from the matches before, by Newton's steps. */
function createRankForecast() {
  let [slope, information] = [0.4, 20];
  const distance = ({ result: { homeRank, awayRank } }: TennisMatch) => Math.log((awayRank ?? UNRANKED) / (homeRank ?? UNRANKED));
  return {
    forecast: (match: TennisMatch) => logistic(slope * distance(match)),
    learn(match: TennisMatch): void {
      if (match.result.ending !== 'completed') return;
      const x = distance(match);
      const p = logistic(slope * x);
      information += x * x * p * (1 - p);
      slope += (x * ((match.homeHasWon ? 1 : 0) - p)) / information;
    },
  };
}
