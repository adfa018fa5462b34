import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { withRequest } from '#server/modules/match-data/providers/polled/allowance.ts';
import { noteAnswered } from '#server/modules/match-data/providers/polled/client.ts';
import { type SeriesRow, seriesRow } from '#test/support/pandascore-rows.ts';
import { plan } from './plan.ts';
import { newProgress } from './progress.ts';
import { PER_PAGE } from './protocol.ts';
import { keyOf, notePage, type Request } from './requests.ts';
import { takeAnswer } from './take-answer.ts';

const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** 200 series around the clock, which begin up to 40 minutes late and take up to five hours; of 40 the feed is told no changes. */
const SERIES = Array.from({ length: 200 }, (_, i) => {
  const plannedMs = MIDNIGHT + HOUR_MS + Math.floor((i * 22 * HOUR_MS) / 200 / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
  const beginMs = plannedMs + ((i * 7) % 9) * 5 * MINUTE_MS - 5 * MINUTE_MS + ((i * 13) % 60) * 1000;
  return { id: i + 1, plannedMs, beginMs, endMs: beginMs + (40 + ((i * 37) % 260)) * MINUTE_MS, isQuiet: i % 5 === 0 };
});
type Series = (typeof SERIES)[number];

function rowAt({ id, plannedMs, beginMs, endMs }: Series, nowMs: number): SeriesRow {
  const course = nowMs >= endMs ? { won: [0, 0] as (0 | 1)[] } : nowMs >= beginMs ? { isPlaying: true } : {};
  const began = nowMs >= beginMs ? beginMs : plannedMs;
  return seriesRow({ ...course, teams: [2 * id, 2 * id + 1] }, { id, scheduled_at: iso(plannedMs), begin_at: iso(began) });
}

/** The rows that the provider would answer with, of all pages. */
function rowsFor(request: Request, nowMs: number): unknown[] {
  const those = (isWanted: (series: Series) => boolean) => SERIES.filter(isWanted).map((series) => rowAt(series, nowMs));
  switch (request.kind) {
    case 'running':
      return those(({ beginMs, endMs }) => beginMs <= nowMs && endMs > nowMs);
    case 'upcoming':
      return those(({ beginMs }) => beginMs > nowMs);
    case 'matches':
      return those(({ id }) => request.ids.includes(String(id)));
    case 'incidents':
      return SERIES.flatMap((series) => {
        const changedMs = [series.endMs, series.beginMs].find((ms) => ms <= nowMs);
        if (series.isQuiet || changedMs === undefined || changedMs < request.sinceMs) return [];
        return [{ change_type: 'update', type: 'match', id: series.id, modified_at: iso(changedMs), object: rowAt(series, nowMs) }];
      });
    case 'past':
      // As many past matches as anybody could want.
      return Array(100 * PER_PAGE).fill(null);
  }
}

/** Plays a day; returns the most requests within an hour, those of each kind, and the seconds until each start and result is known. */
function playDay(allowance: { perHour: number; perMinute: number }) {
  const settings = { followed: ['league-of-legends', 'cs-go'], historySeasons: 5, ...allowance };
  const progress = newProgress();
  const asked: { atMs: number; kind: Request['kind'] }[] = [];
  const late: { startMs: number[]; resultMs: number[] } = { startMs: [], resultMs: [] };
  const open = new Set(SERIES);
  const coming = new Set(SERIES);
  let nowMs = MIDNIGHT;
  while (nowMs < MIDNIGHT + 30 * HOUR_MS) {
    const next = plan(progress, settings, nowMs);
    if (next.kind === 'wait') {
      nowMs = next.untilMs;
      continue;
    }
    const { request } = next;
    asked.push({ atMs: nowMs, kind: request.kind });
    progress.used = withRequest(progress.used, nowMs);
    const all = rowsFor(request, nowMs);
    const page = 'page' in request ? request.page : 1;
    const rows = request.kind === 'past' ? [] : all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const { refusals } = takeAnswer(['a'], progress, request, {
      rows,
      askedAt: new Date(nowMs),
      followed: settings.followed,
      held: new Map(),
    });
    expect(refusals).toEqual([]);
    const wholeMs = 'page' in request ? notePage(request, progress, Math.ceil(all.length / PER_PAGE), nowMs) : nowMs;
    noteAnswered(progress, keyOf(request), wholeMs ?? nowMs, wholeMs !== null);
    nowMs += 300;
    for (const series of coming) {
      const status = progress.fixtures[series.id]?.status;
      if (status === undefined || status === 'ns') continue;
      late.startMs.push(nowMs - series.beginMs);
      coming.delete(series);
    }
    for (const series of open) {
      if (progress.fixtures[series.id]?.status !== 'ft') continue;
      late.resultMs.push(nowMs - series.endMs);
      open.delete(series);
    }
  }
  let from = 0;
  const perHour = asked.map(({ atMs }, index) => {
    while (asked[from]!.atMs <= atMs - HOUR_MS) from++;
    return index - from + 1;
  });
  const count = (kind: Request['kind']) => asked.filter((one) => one.kind === kind && one.atMs < MIDNIGHT + DAY_MS).length;
  return { mostPerHour: Math.max(...perHour), count, late, missing: open.size };
}

it('three hundred requests an hour follow 200 series a day, and know each result after one interval', () => {
  const { mostPerHour, count, late, missing } = playDay({ perHour: 300, perMinute: 60 });
  expect(mostPerHour).toBeLessThanOrEqual(300);
  expect([missing, late.resultMs.length]).toEqual([0, 200]);
  expect(Math.max(...late.resultMs)).toBeLessThanOrEqual(32_000);
  expect(Math.max(...late.startMs)).toBeLessThanOrEqual(32_000);
  // Past matches go on meanwhile.
  expect(count('past')).toBeGreaterThan(300);
});

it('a tenth of that keeps to it, and knows each result within ten minutes', () => {
  const { mostPerHour, late, missing } = playDay({ perHour: 30, perMinute: 60 });
  expect(mostPerHour).toBeLessThanOrEqual(30);
  expect(missing).toBe(0);
  expect(Math.max(...late.resultMs)).toBeLessThanOrEqual(10 * MINUTE_MS);
});
