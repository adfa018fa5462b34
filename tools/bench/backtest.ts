// Measures football forecasts on real matches, walking forward, against the required figures (docs/forecast.md): matches of 2016-17 to
// 2022-23 that FiveThirtyEight forecast and Bet365 and Pinnacle priced. Prints the worst ratio last: above 1 a requirement is not met.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATISTICS_BASES } from '#domain/forecast/bases.ts';
import { createRatings } from '#domain/forecast/ratings.ts';
import { createSeasonBook } from '#domain/forecast/season-moves.ts';
import { walkForward } from '#domain/forecast/walk-forward.ts';
import type { PriceUse } from '#tools/backtest/ours.ts';
import { placeOf, readMatches } from '#tools/backtest/read-matches.ts';
import { runBacktest } from '#tools/backtest/run.ts';
import { type CheckedApproval, type Figures, figuresOf } from '#tools/backtest/score.ts';

const FOLDER = '../shared/data/football-data';
const FIVE_THIRTY_EIGHT = '../shared/data/fivethirtyeight/spi_matches_merged.csv';
const RPS_MAX: Readonly<Partial<Record<PriceUse, number>>> = { none: 0.2038, past: 0.2025, pre: 0.2017 };
const CALIBRATION_MAX = 0.0075;
const SCORE_LOG_LOSS_MAX = 2.852;
const OVER_UNDER_MAX = 0.679;
const OVER_UNDER_FROM = '2018-07';
const SECONDS_MAX = 60;
const FILTER_SECONDS_MAX = 0.5;

if (!existsSync(FOLDER) || !existsSync(FIVE_THIRTY_EIGHT)) {
  console.log(`Skipped: ${FOLDER} and ${FIVE_THIRTY_EIGHT} do not exist.`);
  process.exit(0);
}

const ratios: number[] = [];
function tell(what: string, value: number, max: number, digits = 4): void {
  ratios.push(value / max);
  console.log(`${what}: ${value.toFixed(digits)} (limit ${max}, ratio ${(value / max).toFixed(4)})`);
}

const startMs = performance.now();
const matches = readdirSync(FOLDER)
  .filter((file) => /^[A-Z]+\d?\.csv$/.test(file))
  .flatMap((file) => readMatches(file, readFileSync(join(FOLDER, file), 'utf8')).matches);
const fiveThirtyEight = readFileSync(FIVE_THIRTY_EIGHT, 'utf8');
const readSeconds = (performance.now() - startMs) / 1000;
tell(`seconds for one filter and ${matches.length} matches`, filterSeconds(), FILTER_SECONDS_MAX, 3);
const isPriced = ({ match }: CheckedApproval) => match.prices.B365 !== undefined && match.prices.PSC !== undefined;

const walkStartMs = performance.now();
for (const use of ['none', 'past', 'pre'] as const) {
  const judged = runBacktest({ matches, divisions: null, from: '2016-07', to: '2023-06', use, fiveThirtyEight }).ours.filter(isPriced);
  if (use === 'none')
    tell(
      'seconds for the files, the forecasts and the peers without prices',
      readSeconds + (performance.now() - walkStartMs) / 1000,
      SECONDS_MAX,
      1,
    );
  tell(`RPS of ${judged.length} matches, prices ${use}`, figuresOf(judged).rps, RPS_MAX[use]!, 5);
  if (use === 'none') tellMore(figuresOf(judged), figuresOf(judged.filter(({ match }) => match.date >= OVER_UNDER_FROM)));
}
console.log(`backtest-worst-vs-asked ${Math.max(...ratios).toFixed(4)}`);
process.exit(Math.max(...ratios) <= 1 ? 0 : 1);

function tellMore(all: Figures, late: Figures): void {
  tell('calibration error, bins of equal width', all.calibrationByWidth, CALIBRATION_MAX);
  console.log(`calibration error, bins of equal count: ${all.calibrationByCount.toFixed(4)} (chance alone makes about 0.0083)`);
  tell('log loss of exact scores', all.exactLogLoss!, SCORE_LOG_LOSS_MAX);
  tell(`log loss of over and under 2.5 from ${OVER_UNDER_FROM}`, late.overUnderLogLoss!, OVER_UNDER_MAX);
}

/**
 * Times the leading base model alone, from the first match to the last, with a forecast for each. Takes the best of five runs, because
 * other processes disturb the machine.
 */
function filterSeconds(): number {
  const once = (): number => {
    const ratings = createRatings(STATISTICS_BASES.slice(0, 1), []);
    const seasons = createSeasonBook(placeOf);
    const forecaster = {
      startSeason(...told: Parameters<typeof seasons.start>) {
        const start = seasons.start(...told);
        if (start !== null) ratings.startSeason(start);
      },
      forecast: ratings.expect,
      learn: ratings.learn,
    };
    const beganMs = performance.now();
    for (const { forecast } of walkForward(matches, forecaster, () => true))
      if (!Number.isFinite(forecast.expected[0]!.home)) throw new Error('the measured time is not a number');
    return (performance.now() - beganMs) / 1000;
  };
  return Math.min(once(), once(), once(), once(), once());
}
