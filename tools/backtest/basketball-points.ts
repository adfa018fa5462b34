import { type BasketballInPlay, basketballInPlay } from '#domain/forecast/basketball-in-play.ts';
import { marginOver } from '#domain/forecast/elo-basketball-points.ts';
import { type TwoWayForecast, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import type { BasketballGame } from './basketball-file.ts';
import type { ForecastGame } from './basketball-forecasts.ts';

const LINES = [-15, -10, -5, 0, 5, 10, 15];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const marginOf = ({ homePoints, awayPoints }: BasketballGame): number => homePoints - awayPoints;
const totalOf = ({ homePoints, awayPoints }: BasketballGame): number => homePoints + awayPoints;
const line = (title: string, cells: readonly (string | number)[]): void =>
  console.log(title.padEnd(30) + cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(4) : cell).padStart(10)).join(''));

/** Prints errors of expected margins and totals, and how well the chances of handicaps are calibrated. */
export function tellPoints(title: string, forecasts: readonly ForecastGame[]): void {
  console.log(`\nPoints, ${title}: ${forecasts.length} games`);
  const meanMargin = mean(forecasts.map(({ game }) => marginOf(game)));
  line('mean absolute error of', ['ours', 'constant']);
  const absolute = (error: (one: ForecastGame) => number): number => mean(forecasts.map((one) => Math.abs(error(one))));
  line('the margin', [
    absolute(({ game, forecast }) => marginOf(game) - forecast.expected.margin),
    absolute(({ game }) => marginOf(game) - meanMargin),
  ]);
  const meanTotal = mean(forecasts.map(({ game }) => totalOf(game)));
  line('the total', [
    absolute(({ game, forecast }) => totalOf(game) - forecast.expected.total!),
    absolute(({ game }) => totalOf(game) - meanTotal),
  ]);
  line('bias of margin and total', [
    mean(forecasts.map(({ game, forecast }) => marginOf(game) - forecast.expected.margin)),
    mean(forecasts.map(({ game, forecast }) => totalOf(game) - forecast.expected.total!)),
  ]);
  line('home leads by more than', ['forecast', 'share', 'calib.', '(luck)']);
  for (const least of LINES) {
    const said = forecasts.map(({ game, forecast }) => ({ p: marginOver(forecast.expected, least), won: marginOf(game) > least }));
    line(`  ${least} points`, [mean(said.map(({ p }) => p)), mean(said.map(({ won }) => (won ? 1 : 0))), ...calibrationOf(said)]);
  }
}

const calibrationOf = (said: readonly TwoWayForecast[]): number[] => {
  const { calibrationError, calibrationNoise } = twoWayScores(said);
  return [calibrationError, calibrationNoise];
};

/** Prints forecasts in play after each quarter, beside the one before the game and one from the lead alone. */
export function tellInPlay(title: string, forecasts: readonly ForecastGame[]): void {
  const withQuarters = forecasts.filter(({ game }) => game.quarters !== null);
  console.log(`\nIn play, ${title}: ${withQuarters.length} games with quarters`);
  line('after quarter', ['log loss', 'before', 'calib.', '(luck)', 'total MAE', 'by pace', 'bias']);
  for (const quarter of [1, 2, 3, 4]) {
    const at = withQuarters.map((one) => afterQuarter(one, quarter)).filter(({ isOpen }) => isOpen);
    const [inPlay, before] = [
      twoWayScores(at.map(({ now, won }) => ({ p: now.home, won }))),
      twoWayScores(at.map(({ before, won }) => ({ p: before, won }))),
    ];
    line(quarter === 4 ? '4, when level' : String(quarter), [
      inPlay.logLoss,
      before.logLoss,
      inPlay.calibrationError,
      inPlay.calibrationNoise,
      mean(at.map(({ now, total }) => Math.abs(total - now.total!))),
      mean(at.map(({ byPace, total }) => Math.abs(total - byPace))),
      mean(at.map(({ now, total }) => total - now.total!)),
    ]);
  }
}

interface AfterQuarter {
  now: BasketballInPlay;
  before: number;
  /** Total if all continued at the pace so far. */
  byPace: number;
  won: boolean;
  total: number;
  /** After the fourth quarter only a level game goes on. */
  isOpen: boolean;
}

function afterQuarter({ game, forecast }: ForecastGame, quarter: number): AfterQuarter {
  const played = game.quarters!.slice(0, quarter);
  const [homePoints, awayPoints] = [0, 1].map((side) => played.reduce((sum, points) => sum + points[side]!, 0)) as [number, number];
  return {
    now: basketballInPlay(
      forecast.expected,
      quarter === 4 ? { homePoints, awayPoints, period: 4, left: 0 } : { homePoints, awayPoints, period: quarter + 1, left: 1 },
    ),
    before: forecast.outcomes.home,
    byPace: ((homePoints + awayPoints) * 4) / quarter,
    won: game.homePoints > game.awayPoints,
    total: totalOf(game),
    isOpen: quarter < 4 || homePoints === awayPoints,
  };
}
