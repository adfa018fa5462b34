// The forecast worker with every match of ../shared/data/football-data: measures how long it takes to learn them all, to learn a finished
// match and update its teams' forecasts, and to compute a match's score matrix with all markets.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matrixOf } from '#domain/forecast/football-model.ts';
import type { Pair } from '#domain/forecast/played-match.ts';
import { type Catalogue, type PastMatch, PLAIN_TERMS } from '#server/modules/forecasting/forecasts/known-match.ts';
import { createLearner } from '#server/modules/forecasting/forecasts/learner.ts';
import { scoreView } from '#server/modules/forecasting/forecasts/score-view.ts';
import { median } from '#test/support/measuring.ts';
import { type PricedMatch, readMatches } from '#tools/backtest/read-matches.ts';

const FOLDER = '../shared/data/football-data';
const UPDATE_MS_MAX = 5;
const MATRIX_US_MAX = 50;
/** The last matches of the files play the role of matches that finish while the site runs. */
const FINISHING = 1_000;
const MATRICES = 10_000;

function read(): PricedMatch[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.csv'));
  const matches = files.flatMap((file) => readMatches(file, readFileSync(join(FOLDER, file), 'utf8')).matches);
  return matches.sort((a, b) => a.day - b.day);
}

/** Numbers names as the database's ids would. */
function numbered() {
  const ids = new Map<string, number>();
  return (name: string): number => ids.get(name) ?? ids.set(name, ids.size + 1).get(name)!;
}

const hundredths = (price: number): number => Math.round(100 * price);
const pair = (of: Pair | null): [number, number] | null => of && [...of];

function asPast(matches: readonly PricedMatch[]): PastMatch[] {
  const [teamOf, leagueOf] = [numbered(), numbered()];
  return matches.map((match, id) => {
    const { home, draw, away } = match.prices.AvgC ?? match.prices.PSC ?? match.prices.Avg ?? match.prices.B365 ?? {};
    const prices: PastMatch['prices'] = home && draw && away ? [[hundredths(home), hundredths(draw), hundredths(away)]] : [];
    return {
      id,
      sport: 'football',
      leagueId: leagueOf(match.division),
      season: `${match.season}/${match.season + 1}`,
      day: match.day,
      homeId: teamOf(match.home),
      awayId: teamOf(match.away),
      terms: PLAIN_TERMS,
      score: pair(match.goals)!,
      halfTime: pair(match.halfTime),
      shots: pair(match.shots),
      shotsOnTarget: pair(match.shotsOnTarget),
      corners: pair(match.corners),
      redCards: pair(match.redCards),
      prices,
      parts: null,
    };
  });
}

const CATALOGUE: Catalogue = {
  leagueOf: (id) => ({ id, isLeague: true, countryCode: null, name: 'League', hasPromotion: false }),
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function measure(): boolean {
  const past = asPast(read());
  const [before, finishing] = [past.slice(0, -FINISHING), past.slice(-FINISHING)];
  const began = performance.now();
  const learner = createLearner(CATALOGUE, before, before.at(-1)!.day + 1);
  console.log(`${before.length} matches learned in ${((performance.now() - began) / 1_000).toFixed(1)} s`);

  const updates: number[] = [];
  for (const match of finishing) {
    const start = performance.now();
    if (!learner.learn([match])) throw new Error('the worker did not learn a match');
    learner.forecast({ ...match, day: match.day + 7 });
    updates.push(performance.now() - start);
  }
  const stored = finishing.map((match) => learner.forecast(match)!);
  const matrices: number[] = [];
  for (let i = 0; i < 2 * MATRICES; i++) {
    const { outcomes, football } = stored[i % stored.length]!;
    const start = performance.now();
    scoreView(matrixOf({ outcomes, rates: football!.rates }));
    if (i >= MATRICES) matrices.push((performance.now() - start) * 1_000);
  }
  const [updateMs, matrixUs] = [mean(updates), median(matrices)];
  console.log(
    `a finished match and the forecast after it: mean ${updateMs.toFixed(2)} ms, median ${median(updates).toFixed(2)}, most ${Math.max(...updates).toFixed(2)}`,
  );
  console.log(`matrix with all markets, median of ${MATRICES}: ${matrixUs.toFixed(1)} us`);
  console.log(`finished-match-vs-5-ms ${(updateMs / UPDATE_MS_MAX).toFixed(2)}`);
  console.log(`matrix-vs-50-us ${(matrixUs / MATRIX_US_MAX).toFixed(2)}`);
  return updateMs <= UPDATE_MS_MAX && matrixUs <= MATRIX_US_MAX;
}

if (!existsSync(FOLDER)) console.log(`skipped: there is no ${FOLDER}`);
else if (!measure()) process.exitCode = 1;
