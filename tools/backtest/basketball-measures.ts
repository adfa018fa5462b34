import { existsSync, readFileSync } from 'node:fs';
import { logLossDifference, type TwoWayForecast, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { type BasketballFile, type BasketballGame, readAba, readEuroleague, readNbaPlayoffs } from './basketball-file.ts';
import { eloOfGames, type ForecastGame, forecastGames, homeShareOfGames, marginEloOfGames } from './basketball-forecasts.ts';
import { tellInPlay, tellPoints } from './basketball-points.ts';
import { searchParameters } from './parameter-search.ts';
import type { PlainEloParameters } from './plain-elo.ts';
import type { Tell } from './tell.ts';

const FOLDER = '../shared/data/histories/basketball';
/** All parameters, ours and of the peers, are chosen on games from `SEARCH_FROM` to before `SEARCH_TO`. */
const SEARCH_FROM = '2008-08';
const SEARCH_TO = '2018';
/** First season of the required figure, and the first that no choice has seen. */
const SEASON_FROM = '2015';
const SEASON_UNSEEN = '2018';
const BETTER_BY = 0.02;

/** A league's games with our forecasts and those of the peers, by name. */
interface Forecast extends ForecastGame {
  home: Record<string, number>;
}

/** Measures basketball on the histories: winners of the Euroleague against plain Elo, then margins, totals and forecasts in play. */
export function measureBasketball(tell: Tell): void {
  if (!existsSync(FOLDER)) {
    console.log(`Skipped: ${FOLDER} does not exist.`);
    return;
  }
  const euroleague = read('Euroleague', 'euroleague_2007_2025.csv', readEuroleague);
  const aba = read('ABA', 'aba_2001_2022.csv', readAba);
  const nba = read('NBA play-offs', 'nba_playoffs_2010_2024.csv', readNbaPlayoffs);
  // Each peer is chosen on the league that is reported, which suits it better than both leagues together as for ours.
  const elo = chosenElo(euroleague);

  const required = forecastAll(euroleague, elo).filter(({ game }) => game.season >= SEASON_FROM);
  const unseen = required.filter(({ game }) => game.season >= SEASON_UNSEEN);
  printWinners('Euroleague from the season 2015 (games before 2018 were in the search)', required);
  printWinners('Euroleague from the season 2018, in no search', unseen);
  printWinners(
    'ABA from the season 2018',
    forecastAll(aba, chosenElo(aba)).filter(({ game }) => game.season >= SEASON_UNSEEN),
  );
  printWinners(
    'NBA play-offs from 2018 (no regular seasons; Elo as in the Euroleague)',
    forecastAll(nba, elo).filter(({ game }) => game.season >= SEASON_UNSEEN),
  );
  tell(
    `log loss of winners, Euroleague from ${SEASON_FROM}, against plain Elo minus ${BETTER_BY}`,
    twoWayScores(winsOf(required, 'ours')).logLoss,
    twoWayScores(winsOf(required, 'plain Elo')).logLoss - BETTER_BY,
  );
  tellPoints('Euroleague from the season 2018', unseen);
  tellInPlay('Euroleague from the season 2018', unseen);
}

function read(league: string, file: string, reader: (text: string) => BasketballFile): BasketballGame[] {
  const { games, problems, badQuarters } = reader(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  console.log(`${league}: ${games.length} games, ${problems.length} rows left out, quarters of ${badQuarters} games left out`);
  return games;
}

const hasHomeWon = ({ homePoints, awayPoints }: BasketballGame): boolean => homePoints > awayPoints;

/** Plain Elo with the k and home advantage that were best before 2018, by the same search as ours. */
function chosenElo(games: readonly BasketballGame[]): PlainEloParameters {
  const before = games.filter(({ date }) => date < SEARCH_TO);
  const loss = (parameters: PlainEloParameters): number => {
    const p = eloOfGames(before, parameters);
    const wins = before.map((game, i) => ({ p: p[i]!, won: hasHomeWon(game), date: game.date }));
    return twoWayScores(wins.filter(({ date }) => date >= SEARCH_FROM)).logLoss;
  };
  const { best } = searchParameters({ k: 20, homeAdvantage: 100 }, ['k', 'homeAdvantage'], loss, { steps: 150, seed: 'elo' });
  console.log(`plain Elo: k ${best.k.toFixed(1)}, home advantage ${best.homeAdvantage.toFixed(1)}`);
  return best;
}

function forecastAll(games: readonly BasketballGame[], elo: PlainEloParameters): Forecast[] {
  const [plain, margin, share] = [eloOfGames(games, elo), marginEloOfGames(games), homeShareOfGames(games)];
  return forecastGames(games).map((one, i) => ({
    ...one,
    home: { ours: one.forecast.outcomes.home, 'plain Elo': plain[i]!, "FiveThirtyEight's Elo": margin[i]!, 'home share': share[i]! },
  }));
}

const winsOf = (forecasts: readonly Forecast[], forecaster: string): TwoWayForecast[] =>
  forecasts.map(({ game, home }) => ({ p: home[forecaster]!, won: hasHomeWon(game) }));

function printWinners(title: string, forecasts: readonly Forecast[]): void {
  console.log(`\n${title}: ${forecasts.length} games\n${''.padEnd(22)}  log loss   Brier  calib.  (luck)   right   ours minus theirs`);
  for (const forecaster of Object.keys(forecasts[0]!.home)) {
    const wins = winsOf(forecasts, forecaster);
    const { logLoss, brier, calibrationError, calibrationNoise, accuracy } = twoWayScores(wins);
    const cells = [logLoss, brier, calibrationError, calibrationNoise, accuracy].map((value) => value.toFixed(4).padStart(8));
    const { difference, standardError } = logLossDifference(winsOf(forecasts, 'ours'), wins);
    const beside = forecaster === 'ours' ? '' : `   ${difference.toFixed(4)} ± ${standardError.toFixed(4)}`;
    console.log(`${forecaster.padEnd(22)}${cells.join('')}${beside}`);
  }
}
