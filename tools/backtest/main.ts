// `npm run backtest -- --data DIR`: measures our forecasts on files of football-data.co.uk, day by day; each forecast knows only what was
// known before its day. The same files always give the same figures. With `--publish` it writes those that the track record shows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL } from '#domain/forecast/backtest-figures.ts';
import { MODEL_VERSIONS } from '#server/modules/forecasting/public.ts';
import { PRICE_USES, type PriceUse } from './ours.ts';
import { figuresText, publishedFigures } from './published.ts';
import { readMatches } from './read-matches.ts';
import { reportOf } from './report.ts';
import { runBacktest } from './run.ts';

const USAGE = `npm run backtest -- --data DIR [--divisions E0,SP1] [--from 2016-07] [--to 2023-06] [--prices ${PRICE_USES.join('|')}]
    [--with-538 FILE] [--json FILE]
npm run backtest -- --data DIR --with-538 FILE --publish: writes the figures of the track record`;
/** Beside what shows them. */
const FIGURES_FILE = 'src/web/features/track-record/backtest-figures.json';
const PROBLEMS_SHOWN = 5;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    divisions: { type: 'string' },
    from: { type: 'string', default: '2016-07' },
    to: { type: 'string', default: '2023-06' },
    prices: { type: 'string', default: 'none' },
    'with-538': { type: 'string' },
    json: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
});

function refuse(problem: string): never {
  console.error(`${problem}\n${USAGE}`);
  process.exit(1);
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
const isUse = (text: string): text is PriceUse => (PRICE_USES as readonly string[]).includes(text);
if (values.data === undefined) refuse('--data DIR is needed: a folder with files such as E0.csv');
for (const name of ['from', 'to'] as const)
  if (!isMonth(values[name])) refuse(`--${name} ${values[name]}: must be a month such as 2016-07`);
if (!isUse(values.prices)) refuse(`--prices ${values.prices}: must be one of ${PRICE_USES.join(', ')}`);

const startMs = performance.now();
const read = filesOf(values.data).map((file) => readMatches(file, readFileSync(join(values.data!, file), 'utf8')));
const matches = read.flatMap((file) => file.matches);
const problems = read.flatMap((file) => file.problems);
const divisions = values.divisions === undefined ? null : new Set(values.divisions.split(',').map((division) => division.trim()));
for (const division of divisions ?? [])
  if (!matches.some((match) => match.division === division)) refuse(`--divisions ${division}: no match of it is in ${values.data}`);

console.log(`${matches.length} matches in ${read.length} files, ${problems.length} rows left out`);
for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(`  ${problem}`);
if (problems.length > PROBLEMS_SHOWN) console.log(`  and ${problems.length - PROBLEMS_SHOWN} more`);

const fiveThirtyEight = values['with-538'] === undefined ? null : readFileSync(values['with-538'], 'utf8');
const seconds = () => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
if (values.publish) {
  if (fiveThirtyEight === null) refuse('--publish needs --with-538 FILE');
  const today = new Date().toISOString().slice(0, 10);
  const figures = publishedFigures({ matches, fiveThirtyEight, model: MODEL_VERSIONS.football, today });
  writeFileSync(FIGURES_FILE, figuresText(figures));
  console.log(`\n${FIGURES_FILE}: ${figures.rows[ALL]?.[ALL]?.matches ?? 0} matches, ${seconds()}`);
  process.exit(0);
}

const backtest = runBacktest({
  matches,
  divisions,
  from: values.from,
  to: values.to,
  use: values.prices,
  fiveThirtyEight,
});
console.log(`\nPrices: ${values.prices}. Forecast from ${values.from} to ${values.to}\n\n${reportOf(backtest)}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ forecasts: backtest.ours.map(toJson) }));
console.log(`\n${seconds()}`);

/** Returns the files of a folder and of those inside it, which may hold one season each, as they are downloaded. */
function filesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /^[A-Z]+\d?\.csv$/.test(basename(file)));
  return files.length > 0 ? files : refuse(`--data ${folder}: no file such as E0.csv is there`);
}

function toJson({ match, said }: (typeof backtest.ours)[number]) {
  const { division, date, home, away } = match;
  const { home: p_home, draw: p_draw, away: p_away } = said.outcomes;
  return { division, date, home, away, p_home, p_draw, p_away };
}
