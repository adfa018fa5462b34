// Forecasts of international matches (../shared/data/internationals) beside the World Football Elo Ratings, both walking forward from 2006
// on: log loss of the three outcomes after 90 minutes. Prints the worst ratio last: above 1 the published ratings are better somewhere.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logLossesOf, rateInternationals, SETS } from '#tools/backtest/internationals.ts';
import { readInternationals } from '#tools/backtest/internationals-file.ts';

const FOLDER = '../shared/data/internationals';
/** The settings were chosen on 2009 to 2016 (`--chosen-on` scores those). */
const [FIRST, LAST] = process.argv.includes('--chosen-on') ? [2009, 2016] : [2017, 2026];
/** How often the scored years were looked at: before and after minor matches got a spread of their own, which was chosen on 2009 to 2016. */
const LOOKS = 2;

if (!existsSync(FOLDER)) {
  console.log(`Skipped: ${FOLDER} does not exist.`);
  process.exit(0);
}

const read = (name: string): string => readFileSync(join(FOLDER, `${name}.csv`), 'utf8');
const { matches, problems } = readInternationals({
  results: read('results'),
  goalscorers: read('goalscorers'),
  shootouts: read('shootouts'),
});
for (const problem of problems) console.log(problem);
const startMs = performance.now();
const rated = [...rateInternationals(matches, FIRST)].filter(({ match }) => match.year <= LAST);
console.log(
  `${matches.length} matches, ${FIRST} to ${LAST} scored (looked at ${LOOKS} times), ${Math.round(performance.now() - startMs)} ms`,
);

const ratios = SETS.map(({ name, has }) => {
  const { matches: count, ours, elo, difference, standardError } = logLossesOf(rated.filter(({ match }) => has(match.tournament)));
  console.log(
    `${name}, ${count} matches: log loss ${ours.toFixed(4)}, World Football Elo ${elo.toFixed(4)}, difference ${difference.toFixed(4)} ± ${standardError.toFixed(4)}`,
  );
  return ours / elo;
});
console.log(`internationals-log-loss-vs-elo ${Math.max(...ratios).toFixed(4)}`);
process.exit(Math.max(...ratios) <= 1 ? 0 : 1);
