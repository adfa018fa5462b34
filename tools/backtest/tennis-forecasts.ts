import { logistic } from '#domain/forecast/elo-rating.ts';
import { createTennis, type Tennis, type TennisForecast, type TennisParameters } from '#domain/forecast/tennis.ts';
import { groupBy } from '#domain/grouping.ts';
import { impliedProbabilities } from '#domain/matches/odds.ts';
import { BOOKMAKERS, type TennisMatch } from './tennis-file.ts';

/** The forecasts of a match before its day; probabilities of home. */
export interface ForecastMatch {
  match: TennisMatch;
  forecast: TennisForecast;
  /** By forecaster: "ours", "ranks", "even", and each bookmaker with a price. */
  home: Record<string, number>;
}

/**
 * Forecasts every completed match of the file (by date) from what was known before its day: first all forecasts of a day, then its results.
 * Retired matches are learned from but not scored, because bets on them are refunded.
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

/** Rank assumed for unranked players: behind all ranked ones. */
const UNRANKED = 1_500;

/**
 * Forecasts by a logistic function of the logarithm of the rank ratio; the coefficient is fitted to earlier matches with Newton's method.
 */
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
