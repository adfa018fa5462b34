import { existsSync, readFileSync } from 'node:fs';
import { ESPORTS_PARAMETERS } from '#domain/forecast/elo-esports.ts';
import { type TwoWayForecast, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { type EsportsFile, type EsportsSeries, mapsWon, readDota, readLol } from './esports-file.ts';
import { eloOfSeries, forecastSeries, mapEloOfSeries } from './esports-forecasts.ts';
import { searchParameters } from './parameter-search.ts';
import type { Tell } from './tell.ts';

const FOLDER = '../shared/data/histories/esports';
/** All parameters, ours and of the peers, are chosen on series from this share of a file to the half; the second half is reported. */
const SEARCH_FROM = 0.15;
const SEARCH_TO = 0.5;
const BETTER_BY = 0.01;

/** Measures esports on the histories: winners of series of Dota and LoL against plain Elo. */
export function measureEsports(tell: Tell): void {
  if (!existsSync(FOLDER)) {
    console.log(`Skipped: ${FOLDER} does not exist.`);
    return;
  }
  measureGame(tell, 'Dota', readDota(readFileSync(`${FOLDER}/dota2_pro_games.csv`, 'utf8')), 'dota');
  measureGame(tell, 'LoL', readLol(readFileSync(`${FOLDER}/lol_2023_major.csv`, 'utf8')), 'lol');
}

function measureGame(tell: Tell, title: string, { series, problems }: EsportsFile, game: keyof typeof ESPORTS_PARAMETERS): void {
  console.log(`\n${title}: ${series.length} series, ${problems.length} rows left out`);
  const isReported = (_: unknown, i: number): boolean => i >= Math.floor(SEARCH_TO * series.length);
  const [seriesK, mapK] = [chosenK(series, eloOfSeries), chosenK(series, mapEloOfSeries)];
  const withoutLengths = series.map((one) => ({ ...one, maps: one.maps.map((map) => ({ ...map, seconds: 1_000 })) }));
  const plainElo = eloOfSeries(series, seriesK);
  const forecasts: Record<string, (number | null)[]> = {
    ours: forecastSeries(series, ESPORTS_PARAMETERS[game]),
    'ours, any game': forecastSeries(series, ESPORTS_PARAMETERS.any),
    'ours, lengths unknown': forecastSeries(withoutLengths, ESPORTS_PARAMETERS[game]),
    'any game, no lengths': forecastSeries(withoutLengths, ESPORTS_PARAMETERS.any),
    [`plain Elo, k ${seriesK.toFixed(0)}`]: plainElo,
    [`Elo on maps, k ${mapK.toFixed(0)}`]: mapEloOfSeries(series, mapK),
    '50%': series.map(({ format }) => (format === null ? null : 0.5)),
  };
  const scored = Object.entries(forecasts).map(([name, p]) => ({ name, wins: winsOf(series, p, isReported) }));
  console.log(
    `the second half, ${scored[0]!.wins.length} series\n${''.padEnd(24)}   Brier log loss  calib.  (luck)   right   ours minus theirs`,
  );
  for (const { name, wins } of scored) {
    const { brier, logLoss, calibrationError, calibrationNoise, accuracy } = twoWayScores(wins);
    const cells = [brier, logLoss, calibrationError, calibrationNoise, accuracy].map((value) => value.toFixed(4).padStart(8));
    console.log(`${name.padEnd(24)}${cells.join('')}${name === 'ours' ? '' : `   ${brierDifference(scored[0]!.wins, wins)}`}`);
  }
  const plain = twoWayScores(winsOf(series, plainElo, isReported)).brier;
  tell(`Brier of series, ${title}, against plain Elo minus ${BETTER_BY}`, twoWayScores(scored[0]!.wins).brier, plain - BETTER_BY);
}

/** The k of an Elo that is best on the part of the file where ours were chosen, by the same search. */
function chosenK(series: readonly EsportsSeries[], elo: (series: readonly EsportsSeries[], k: number) => (number | null)[]): number {
  const part = series.slice(0, Math.floor(SEARCH_TO * series.length));
  const from = Math.floor(SEARCH_FROM * series.length);
  const loss = ({ k }: { k: number }) => {
    const { brier, logLoss } = twoWayScores(winsOf(part, elo(part, k), (_, i) => i >= from));
    return brier + logLoss;
  };
  return searchParameters({ k: 24 }, ['k'], loss, { steps: 40, seed: 'elo' }).best.k;
}

/** Forecasts of the series that have a winner. */
function winsOf(
  series: readonly EsportsSeries[],
  forecasts: readonly (number | null)[],
  isScored: (one: EsportsSeries, i: number) => boolean,
): TwoWayForecast[] {
  return series.flatMap((one, i) => {
    const p = forecasts[i]!;
    const [home, away] = mapsWon(one.maps);
    return p === null || !isScored(one, i) ? [] : [{ p, won: home > away }];
  });
}

/** Mean difference of squares on the same series, and its standard error. */
function brierDifference(ours: readonly TwoWayForecast[], theirs: readonly TwoWayForecast[]): string {
  const square = ({ p, won }: TwoWayForecast) => (p - (won ? 1 : 0)) ** 2;
  const differences = ours.map((one, i) => square(one) - square(theirs[i]!));
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (differences.length - 1);
  return `${mean.toFixed(4)} ± ${Math.sqrt(variance / differences.length).toFixed(4)}`;
}
