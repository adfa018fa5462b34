// In-play forecasts on matches that no setting was chosen on: international matches with known goal minutes (../shared/data/internationals),
// by quarter of an hour, and club matches at half-time (../shared/data/football-data). Prints the mean distance between forecast and
// frequency beside that of chance alone, the log loss beside plain Poisson goals, and the time of one forecast.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logLoss, meanOf, type Outcome } from '#domain/forecast/evaluate.ts';
import { inPlayForecast, inPlayModel } from '#domain/forecast/in-play.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { scoreMatrix } from '#domain/forecast/score-matrix.ts';
import { median } from '#test/support/measuring.ts';
import { byChance, distance } from '#tools/backtest/calibration.ts';
import { halfTimeMatches } from '#tools/backtest/half-time-matches.ts';
import { ourForecasts, poissonForecast, type TimedMatch, timedInternational, timedTournaments } from '#tools/backtest/in-play-moments.ts';
import { rateInternationals } from '#tools/backtest/internationals.ts';
import { readInternationals } from '#tools/backtest/internationals-file.ts';
import { readMatches } from '#tools/backtest/read-matches.ts';

const INTERNATIONALS = '../shared/data/internationals';
const CLUBS = '../shared/data/football-data';
/** What is asked for. Where chance alone exceeds it with this many matches, 95% of perfect forecasters' worst buckets are the limit. */
const DISTANCE_MAX = 0.015;
const MILLISECONDS_MAX = 1;
const BUCKETS = 6;
const BUCKET_MINUTES = 15;
/** Chosen before looking at the scored years: with 20 bins chance alone exceeds the limit in the first buckets. */
const BINS = 10;
const DRAWS = 300;
/** All settings were chosen on earlier matches (`--chosen-on` scores those). */
const CHOSEN_ON = process.argv.includes('--chosen-on');
const YEARS = CHOSEN_ON ? ([2009, 2016] as const) : ([2017, 2026] as const);
const SEASONS = CHOSEN_ON ? (['2013-07', '2018-06'] as const) : (['2018-07', '2023-06'] as const);
/**
 * How often the scored years were looked at: twice with the model before this one; with this one before and after minor internationals got
 * a spread of their own, which was chosen on 2009 to 2016.
 */
const LOOKS = { before: 2, now: 2 };

function internationals(): TimedMatch[] {
  const read = (name: string): string => readFileSync(join(INTERNATIONALS, `${name}.csv`), 'utf8');
  const { matches } = readInternationals({ results: read('results'), goalscorers: read('goalscorers'), shootouts: read('shootouts') });
  const timed = timedTournaments(matches);
  const rated = [...rateInternationals(matches, YEARS[0])].filter(({ match }) => match.year <= YEARS[1] && timed.has(match.tournament));
  const usable = rated.filter(({ match }) => match.goals !== null);
  console.log(
    `internationals, ${YEARS.join(' to ')} (looked at ${LOOKS.now} times, ${LOOKS.before} more with the model before): ${usable.length} matches; ${rated.length - usable.length} more left out, minutes missing or not adding up`,
  );
  return usable.map(({ match, ours }) => timedInternational(match, ours.rates));
}

/** Returns the worst bucket's distance over its limit. Each match is forecast at one moment a bucket. */
function reportBuckets(matches: readonly TimedMatch[]): number {
  const forecasts = matches.map(ourForecasts);
  const came = matches.map(({ outcome }) => outcome);
  const minuteOf = (bucket: number, match: number, shift: number): number => bucket * BUCKET_MINUTES + ((match + shift) % BUCKET_MINUTES);
  const saidAt = (bucket: number, shift: number) => forecasts.map((at, i) => at(minuteOf(bucket, i, shift)));
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => saidAt(bucket, 0));
  const chance = byChance(buckets, BINS, DRAWS);
  buckets.forEach((said, bucket) => {
    const { mean, limit } = chance.each[bucket]!;
    const plain = matches.map((match, i) => poissonForecast(match, minuteOf(bucket, i, 0)));
    const first = bucket * BUCKET_MINUTES;
    console.log(
      `minutes ${first}-${first + BUCKET_MINUTES - 1}: distance ${distance(said, came, BINS).toFixed(4)}, chance alone ${mean.toFixed(4)} (95% below ${limit.toFixed(4)}), plain Poisson ${distance(plain, came, BINS).toFixed(4)}; ${losses(said, plain, came)}`,
    );
  });
  const worstAt = (shift: number) =>
    Math.max(...Array.from({ length: BUCKETS }, (_, bucket) => distance(saidAt(bucket, shift), came, BINS)));
  const worst = Array.from({ length: BUCKET_MINUTES }, (_, shift) => worstAt(shift));
  console.log(
    `worst bucket ${worst[0]!.toFixed(4)}; chance alone ${chance.worst.mean.toFixed(4)} (95% below ${chance.worst.limit.toFixed(4)}); over all ${BUCKET_MINUTES} ways to deal out the minutes, mean ${meanOf(worst).mean.toFixed(4)}, ${Math.min(...worst).toFixed(4)} to ${Math.max(...worst).toFixed(4)}`,
  );
  return ratioOf(worst[0]!, chance.worst.limit);
}

function reportHalfTimes(): number {
  const matches = readdirSync(CLUBS)
    .filter((file) => /^[A-Z]+\d?\.csv$/.test(file))
    .flatMap((file) => readMatches(file, readFileSync(join(CLUBS, file), 'utf8')).matches);
  const timed = halfTimeMatches(matches, SEASONS[0], SEASONS[1]);
  const came = timed.map(({ outcome }) => outcome);
  const said = timed.map((match) => ourForecasts(match)(45));
  const plain = timed.map((match) => poissonForecast(match, 45));
  const chance = byChance([said], BINS, DRAWS).worst;
  const off = distance(said, came, BINS);
  console.log(
    `clubs at half-time, ${SEASONS.join(' to ')} (looked at ${LOOKS.now} times, once more for the score's effect before), rates from one filter: ${timed.length} matches: distance ${off.toFixed(4)}, chance alone ${chance.mean.toFixed(4)} (95% below ${chance.limit.toFixed(4)}), plain Poisson ${distance(plain, came, BINS).toFixed(4)}; ${losses(said, plain, came)}`,
  );
  return ratioOf(off, chance.limit);
}

function ratioOf(off: number, limitOfChance: number): number {
  console.log(`distance over the ${DISTANCE_MAX} asked for: ${(off / DISTANCE_MAX).toFixed(2)}`);
  return off / Math.max(DISTANCE_MAX, limitOfChance);
}

function losses(said: readonly Outcomes[], plain: readonly Outcomes[], came: readonly Outcome[]): string {
  const of = (forecasts: readonly Outcomes[]) => forecasts.map((forecast, i) => logLoss({ forecast, outcome: came[i]! }));
  const [ours, theirs] = [of(said), of(plain)];
  const { mean, standardError } = meanOf(ours.map((loss, i) => loss - theirs[i]!));
  return `log loss ${meanOf(ours).mean.toFixed(4)}, plain Poisson ${meanOf(theirs).mean.toFixed(4)} (${mean.toFixed(4)} ± ${standardError.toFixed(4)})`;
}

function isFast(): boolean {
  const model = inPlayModel(scoreMatrix(1.5, 1.2, -0.08));
  const times: number[] = [];
  for (let i = 0; i < 10_000; i++) {
    const minute = i % 90;
    const startMs = performance.now();
    inPlayForecast(model, { period: minute < 45 ? 'h1' : 'h2', minute, score: [i % 3, i % 2], reds: [i % 5 === 0 ? 1 : 0, 0] });
    times.push(performance.now() - startMs);
  }
  const ms = median(times);
  console.log(`one forecast: median of 10,000 ${(ms * 1000).toFixed(1)} microseconds`);
  console.log(`in-play-milliseconds-vs-1 ${(ms / MILLISECONDS_MAX).toFixed(3)}`);
  return ms <= MILLISECONDS_MAX;
}

if (!isFast()) process.exitCode = 1;
if (!existsSync(INTERNATIONALS) || !existsSync(CLUBS)) {
  console.log(`Calibration skipped: ${INTERNATIONALS} and ${CLUBS} do not exist.`);
} else {
  const worst = Math.max(reportBuckets(internationals()), reportHalfTimes());
  console.log(`in-play-distance-vs-limit ${worst.toFixed(2)}`);
  if (worst > 1) process.exitCode = 1;
}
