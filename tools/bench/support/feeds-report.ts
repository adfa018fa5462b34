import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { percentile } from '#test/support/measuring.ts';
import { DAY_BEGIN_MS, type FeedsDay } from './feeds-day.ts';
import { FEED_FACTS } from './feeds-providers.ts';
import { type FeedDiary, TRAVEL_MS } from './feeds-site.ts';

/** What the bench asks of a feed, as shares of the limits: at most 1 is met. */
export interface FeedFigures {
  name: string;
  matches: number;
  /** Processor time as a share of one core on average. */
  core: number;
  cpuMsMax: number;
  requests: number;
  /** The largest share of an allowance that was used, and which one. */
  allowanceUsed: { share: number; of: string };
  /** How much later than the provider could tell it each result was stored, in seconds. */
  lateSeconds: number[];
  /** The same in intervals, without the time that the answers were under way. */
  lateIntervals: number[];
  intervalSeconds: [least: number, most: number];
  /** What went wrong: results that are missing or wrong, refusals. */
  faults: string[];
}

/** Returns the figures of a feed that was followed for `hours`. Results of the last interval before the end are left out. */
export function figuresOf(diary: FeedDiary, day: FeedsDay, hours: number): FeedFigures {
  const { name, requestsMs, polls, results, cost, allowance } = diary;
  const endMs = DAY_BEGIN_MS + hours * HOUR_MS;
  const { followed, usualMs, answers } = FEED_FACTS[name];
  const matches = followed(day, diary.followed);
  const faults = diary.refusals.map(({ reason, count }) => `${count} refused: ${reason}`);
  const late = matches.flatMap(({ id, course }) => {
    const everyMs = intervalAt(polls, course.endMs, usualMs);
    if (course.endMs > endMs - everyMs - answers * TRAVEL_MS - SECOND_MS) return [];
    const result = results.get(String(id));
    if (result === undefined) faults.push(`the result of match ${id} is missing`);
    else if (result.score.join(':') !== course.final.join(':'))
      faults.push(`match ${id} ended ${course.final.join(':')}, not ${result.score.join(':')}`);
    const lateMs = (result?.storedMs ?? Number.POSITIVE_INFINITY) - course.endMs;
    if (lateMs < 0) faults.push(`the result of match ${id} was stored before its end`);
    return [{ id, lateMs, intervals: (lateMs - answers * TRAVEL_MS) / everyMs, everyMs }];
  });
  const everyMs = late.map((one) => one.everyMs);
  return {
    name,
    matches: late.length,
    core: cost.cpuMs / (hours * HOUR_MS),
    cpuMsMax: cost.cpuMsMax,
    requests: requestsMs.length,
    allowanceUsed: mostUsed(requestsMs, allowance),
    lateSeconds: late.map(({ lateMs }) => lateMs / SECOND_MS),
    lateIntervals: late.map(({ intervals }) => intervals),
    intervalSeconds: [Math.min(...everyMs) / SECOND_MS, Math.max(...everyMs) / SECOND_MS],
    faults,
  };
}

/** Returns the interval that the adapter planned around the end of a match: it grows while other requests use up the allowance. */
function intervalAt(polls: FeedDiary['polls'], endMs: number, usualMs: number): number {
  const before = polls.findLast(({ atMs }) => atMs <= endMs)?.everyMs ?? usualMs;
  return Math.max(before, polls.find(({ atMs }) => atMs > endMs)?.everyMs ?? usualMs);
}

/** Returns the most requests within a UTC day and within any hour and minute, as shares of what is allowed. */
function mostUsed(requestsMs: readonly number[], { perDay, perHour, perMinute }: FeedDiary['allowance']): { share: number; of: string } {
  const days = new Map<number, number>();
  for (const ms of requestsMs) days.set(Math.floor(ms / DAY_MS), (days.get(Math.floor(ms / DAY_MS)) ?? 0) + 1);
  const used = [
    { of: 'day', count: Math.max(0, ...days.values()), allowed: perDay },
    { of: 'hour', count: mostWithin(requestsMs, HOUR_MS), allowed: perHour },
    { of: 'minute', count: mostWithin(requestsMs, MINUTE_MS), allowed: perMinute },
  ];
  return used
    .flatMap(({ of, count, allowed }) => (allowed === undefined ? [] : [{ share: count / allowed, of: `${count} of ${allowed} a ${of}` }]))
    .reduce((most, one) => (one.share > most.share ? one : most));
}

function mostWithin(timesMs: readonly number[], spanMs: number): number {
  let [from, most] = [0, 0];
  timesMs.forEach((ms, index) => {
    while (timesMs[from]! <= ms - spanMs) from++;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** Prints the figures of a site's feeds as a table. */
export function tell(title: string, figures: readonly FeedFigures[]): void {
  console.log(`\n## ${title}\n`);
  console.log(
    '| feed | results | of a core | longest turn | requests | allowance most used | interval | late, 99th | late, worst | in intervals |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const { name, matches, core, cpuMsMax, requests, allowanceUsed, lateSeconds, lateIntervals, intervalSeconds, faults } of figures) {
    const isUnjudged = matches === 0;
    const [least, most] = intervalSeconds.map((seconds) => seconds.toFixed(0));
    const cells = [
      ...[name, matches, percent(core), `${cpuMsMax.toFixed(0)} ms`, requests, allowanceUsed.of],
      ...[least === most ? `${least} s` : `${least} to ${most} s`, `${percentile(lateSeconds, 99).toFixed(1)} s`],
      ...[`${Math.max(...lateSeconds).toFixed(1)} s`, Math.max(...lateIntervals).toFixed(2)],
    ];
    console.log(`| ${(isUnjudged ? [...cells.slice(0, 6), '', '', '', ''] : cells).join(' | ')} |`);
    for (const fault of faults.slice(0, 10)) console.error(`FAULT ${name}: ${fault}`);
    if (faults.length > 10) console.error(`FAULT ${name}: ${faults.length - 10} more`);
  }
}
