// `tsx tools/backtest/tennis.ts --data FILE [--from YYYY-MM] [--to YYYY-MM] [--json FILE]`: measures the tennis model on every match of a
// file, each forecast from what was known before its day, beside ranks alone and the market's prices.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { logLossDifference, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { groupBy } from '#domain/grouping.ts';
import { BOOKMAKERS, readTennisFile } from './tennis-file.ts';
import { type ForecastMatch, forecastWalking } from './tennis-forecasts.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    // Ratings need about half a year of the file to become meaningful.
    from: { type: 'string', default: '2022-07' },
    to: { type: 'string', default: '9999-12' },
    json: { type: 'string' },
  },
});

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}

if (values.data === undefined) fail('--data FILE: a file with the columns Tour, Date, Surface, Best of, Winner, Loser ... is needed');
for (const name of ['from', 'to'] as const)
  if (!/^\d{4}-\d{2}$/.test(values[name])) fail(`--${name} ${values[name]}: must be a month as YYYY-MM`);

/** Formats a forecaster's scores on the matches forecast by it and by us. */
function line(forecasts: readonly ForecastMatch[], forecaster: string): string {
  const common = forecasts.filter(({ home }) => home[forecaster] !== undefined);
  if (common.length < 2) return `  ${forecaster.padEnd(7)} no forecasts`;
  const by = (name: string) => common.map(({ match, home }) => ({ p: home[name]!, won: match.homeHasWon }));
  const scores = twoWayScores(by(forecaster));
  const cells = [scores.logLoss, scores.brier, scores.calibrationError, scores.calibrationNoise, scores.accuracy].map((n) => n.toFixed(4));
  const { difference, standardError } = logLossDifference(by('ours'), by(forecaster));
  const beside = forecaster === 'ours' ? '' : `${difference < 0 ? '' : '+'}${difference.toFixed(4)} ± ${standardError.toFixed(4)}`;
  return `  ${forecaster.padEnd(7)}${String(scores.matches).padStart(6)}  ${cells.map((cell) => cell.padStart(8)).join('')}    ${beside}`;
}

function print(title: string, forecasts: readonly ForecastMatch[]): void {
  console.log(`\n${title}`);
  console.log('         matches  log loss   Brier   calib.  (luck)  right      ours minus theirs');
  for (const forecaster of ['ours', 'even', 'ranks', ...BOOKMAKERS]) console.log(line(forecasts, forecaster));
}

const { matches, problems } = readTennisFile(readFileSync(values.data, 'utf8'));
for (const problem of problems) console.error(`left out: ${problem}`);
if (matches.length === 0) fail(`${values.data}: has no match that can be read`);
const started = performance.now();
const all = forecastWalking(matches);
const seconds = (performance.now() - started) / 1_000;
const forecasts = all.filter(({ match }) => match.date >= values.from && match.date.slice(0, 7) <= values.to);
if (forecasts.length < 2) fail(`There are fewer than two matches from ${values.from} to ${values.to}`);

console.log(`${all.length} matches forecast in ${seconds.toFixed(1)} s; scored from ${values.from} to ${values.to}`);
for (const [year, ofYear] of groupBy(forecasts, ({ match }) => match.date.slice(0, 4))) print(year, ofYear);
for (const [tour, ofTour] of groupBy(forecasts, ({ match }) => match.tour)) print(tour, ofTour);
for (const [surface, onSurface] of groupBy(forecasts, ({ match }) => match.result.surface)) print(surface, onSurface);
for (const [bestOf, sets] of groupBy(forecasts, ({ match }) => String(match.result.bestOf))) print(`best of ${bestOf}`, sets);
print(
  'a player with fewer than 10 past matches',
  forecasts.filter(({ forecast }) => forecast.pastMatchesFewest < 10),
);
print('all', forecasts);

if (values.json !== undefined) {
  const rows = forecasts.map(({ match: { tour, date, tournament, result }, home }) => {
    return { tour, date, tournament, home: result.home, away: result.away, p_home: home.ours, p_away: 1 - home.ours! };
  });
  writeFileSync(values.json, JSON.stringify({ forecasts: rows }));
}
