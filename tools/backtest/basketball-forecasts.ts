import { type BasketballForecast, type BasketballParameters, createBasketball } from '#domain/forecast/elo-basketball.ts';
import { ELO_POINTS, logistic } from '#domain/forecast/elo-rating.ts';
import { groupBy } from '#domain/grouping.ts';
import type { BasketballGame } from './basketball-file.ts';
import { createPlainElo, type PlainEloParameters } from './plain-elo.ts';

/** A game, and what was forecast before its day. */
export interface ForecastGame {
  game: BasketballGame;
  forecast: BasketballForecast;
}

const dayOf = ({ date }: BasketballGame): number => Date.parse(date) / 86_400_000;

/** Calls `forecast` for all games of a day, and then `learn` for each of them; games come by date. */
function walkDays<T>(games: readonly BasketballGame[], forecast: (game: BasketballGame) => T, learn: (game: BasketballGame) => void): T[] {
  return [...groupBy(games, ({ date }) => date).values()].flatMap((day) => {
    const forecasts = day.map(forecast);
    for (const game of day) learn(game);
    return forecasts;
  });
}

/** Forecasts every game of a league from what was known before its day. */
export function forecastGames(games: readonly BasketballGame[], parameters?: BasketballParameters): ForecastGame[] {
  const model = createBasketball(undefined, parameters);
  return walkDays(
    games,
    (game) => ({ game, forecast: model.forecast({ ...game, day: dayOf(game) }) }),
    (game) => model.learn({ ...game, day: dayOf(game) }),
  );
}

/** Probabilities of home by plain Elo, in the order of the games. */
export function eloOfGames(games: readonly BasketballGame[], parameters: PlainEloParameters): number[] {
  const elo = createPlainElo(parameters);
  return walkDays(games, elo.forecast, (game) => elo.learn(game, game.homePoints > game.awayPoints ? 1 : 0));
}

/** The share of earlier home wins, as a forecast. */
export function homeShareOfGames(games: readonly BasketballGame[]): number[] {
  let [won, all] = [6, 10];
  return walkDays(
    games,
    ({ isNeutral }) => (isNeutral ? 0.5 : won / all),
    ({ isNeutral, homePoints, awayPoints }) => {
      if (isNeutral) return;
      won += homePoints > awayPoints ? 1 : 0;
      all++;
    },
  );
}

/** FiveThirtyEight's parameters for the NBA. */
const MARGIN_K = 20;
const MARGIN_HOME = 100;
const MARGIN_KEPT = 0.75;

/**
 * Probabilities of home by the Elo that FiveThirtyEight published for the NBA (2015, "How We Calculate NBA Elo Ratings"): a win counts more
 * the larger it is, and ratings move a quarter of the way back between seasons.
 */
export function marginEloOfGames(games: readonly BasketballGame[]): number[] {
  const teams = new Map<string, { points: number; season: string }>();
  const pointsOf = (name: string, season: string): number => {
    const known = teams.get(name);
    return (known?.points ?? 0) * (known === undefined || known.season === season ? 1 : MARGIN_KEPT);
  };
  const leadOf = ({ home, away, season, isNeutral }: BasketballGame): number =>
    pointsOf(home, season) - pointsOf(away, season) + (isNeutral ? 0 : MARGIN_HOME);
  const forecast = (game: BasketballGame): number => logistic(leadOf(game) / ELO_POINTS);
  return walkDays(games, forecast, (game) => {
    const margin = game.homePoints - game.awayPoints;
    const weight = (Math.abs(margin) + 3) ** 0.8 / (7.5 + 0.006 * Math.sign(margin) * leadOf(game));
    const step = MARGIN_K * weight * ((margin > 0 ? 1 : 0) - forecast(game));
    const { home, away, season } = game;
    const [homePoints, awayPoints] = [pointsOf(home, season) + step, pointsOf(away, season) - step];
    teams.set(home, { points: homePoints, season }).set(away, { points: awayPoints, season });
  });
}
