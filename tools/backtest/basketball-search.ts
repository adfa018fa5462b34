// `tsx tools/backtest/basketball-search.ts [STEPS]`: finds the parameters of the basketball model on Euroleague and ABA games before 2018.
import { readFileSync } from 'node:fs';
import { BASKETBALL_PARAMETERS, type BasketballParameters } from '#domain/forecast/elo-basketball.ts';
import { twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { type BasketballGame, readAba, readEuroleague } from './basketball-file.ts';
import { forecastGames } from './basketball-forecasts.ts';
import { searchParameters } from './parameter-search.ts';

const FOLDER = '../shared/data/histories/basketball';
/** Ratings need the seasons before `FROM` to form. */
const FROM = '2008-08';
const TO = '2018';
/** Makes a squared error of margins weigh about as much as the log loss of winners: margins have less chance in them. */
const MARGIN_WEIGHT = 1 / 300;

const leagues = [
  readEuroleague(readFileSync(`${FOLDER}/euroleague_2007_2025.csv`, 'utf8')),
  readAba(readFileSync(`${FOLDER}/aba_2001_2022.csv`, 'utf8')),
].map(({ games }) => games.filter(({ date }) => date < TO));

function lossOf(games: readonly BasketballGame[], parameters: BasketballParameters): { winner: number; margin: number } {
  const scored = forecastGames(games, parameters).filter(({ game }) => game.date >= FROM);
  const wins = scored.map(({ game, forecast }) => ({ p: forecast.outcomes.home, won: game.homePoints > game.awayPoints }));
  const squares = scored.map(({ game, forecast }) => (game.homePoints - game.awayPoints - forecast.expected.margin) ** 2);
  return { winner: twoWayScores(wins).logLoss, margin: squares.reduce((sum, square) => sum + square, 0) / squares.length };
}

const keys = ['home', 'homeDailyVariance', 'newcomerVariance', 'newcomerGap', 'kept', 'seasonVariance'] as const;
const loss = (parameters: BasketballParameters): number => {
  const losses = leagues.map((games) => lossOf(games, parameters));
  return losses.reduce((sum, { winner, margin }) => sum + winner + MARGIN_WEIGHT * margin, 0) / leagues.length;
};
for (const seed of ['first', 'second']) {
  const found = searchParameters(BASKETBALL_PARAMETERS, keys, loss, { steps: Number(process.argv[2] ?? 300), seed });
  console.log(found.loss.toFixed(5), found.best);
  for (const games of leagues) console.log(lossOf(games, found.best));
}
