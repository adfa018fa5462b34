import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { NOTHING_USED } from '#server/modules/match-data/providers/polled/allowance.ts';
import { type KnownMatch, liveMsToday, noteChecked } from '#server/modules/match-data/providers/polled/known-match.ts';
import { newProgress, type Progress } from './progress.ts';
import { keyOf, listEveryMs, type PlanSettings, plan, type Request } from './requests.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const settings = { followed: ['39'], perDay: 7500, perMinute: 300 } satisfies PlanSettings;
const league = {
  name: 'Premier League',
  year: 2026,
  season: '2026/27',
  country: 'England',
  countryCode: 'gb-eng',
  isCup: false,
  hasOdds: true,
};
const fixture = (kickoffMs: number, more: Partial<KnownMatch> = {}): KnownMatch => ({
  ...{ league: '39', kickoffMs, status: 'ns', checkedMs: 0, liveMs: 0, overMs: null },
  ...more,
});

/** Progress in which everything but matches was just requested. */
function upToDate(fixtures: Progress['fixtures'] = {}, nowMs = NOON): Progress {
  const answeredMs = {
    leagues: nowMs,
    'teams:39:2026': nowMs,
    'fixtures:39:2026': nowMs,
    'odds:39:2026': nowMs,
    'injuries:39:2026': nowMs,
    live_odds: nowMs,
  };
  return { ...newProgress(), leagues: { '39': league }, answeredMs, fixtures };
}
const left = (count: number, progress: Progress): Progress => ({
  ...progress,
  used: { ...NOTHING_USED, day: '2026-11-21', count: settings.perDay - count },
});
const asks = (progress: Progress, nowMs = NOON, now = settings): Request | null => {
  const next = plan(progress, now, nowMs);
  return next.kind === 'ask' ? next.request : null;
};

describe('the order of requests', () => {
  it('is leagues, then a league’s teams, a cup’s groups, and its fixtures', () => {
    const progress = newProgress();
    const kinds: string[] = [];
    for (let i = 0; i < 4; i++) {
      const request = asks(progress)!;
      kinds.push(request.kind);
      progress.answeredMs[keyOf(request)] = NOON;
      progress.leagues['39'] = { ...league, isCup: true };
    }
    expect(kinds).toEqual(['leagues', 'teams', 'standings', 'fixtures']);
    expect(asks(progress)).toBeNull();
  });

  it('continues with the next step when one was refused', () => {
    const progress = { ...upToDate(), answeredMs: { leagues: NOON }, failed: { 'teams:39:2026': { times: 1, retryMs: NOON + HOUR_MS } } };
    expect(asks(progress)).toMatchObject({ kind: 'fixtures' });
    const told = { ...progress, answeredMs: { leagues: NOON + HOUR_MS, 'fixtures:39:2026': NOON + HOUR_MS } };
    expect(asks(told, NOON + HOUR_MS)).toMatchObject({ kind: 'teams' });
  });

  it('is live matches before results, line-ups, odds and squads', () => {
    const progress = upToDate({
      '1': fixture(NOON - HOUR_MS, { status: 'h1' }),
      '2': fixture(NOON - 3 * HOUR_MS, { status: 'ft', overMs: NOON - HOUR_MS }),
      '3': fixture(NOON + 30 * MINUTE_MS),
    });
    Object.assign(progress.answeredMs, { 'odds:39:2026': NOON - DAY_MS, live_odds: NOON - HOUR_MS });
    progress.teams['33'] = '39';
    expect(asks(progress)).toEqual({ kind: 'live', leagues: ['39'] });
    progress.answeredMs.live = NOON;
    progress.fixtures['1']!.liveMs = NOON;
    progress.fixtures['1']!.checkedMs = NOON;
    expect(asks(progress)).toEqual({ kind: 'details', ids: ['2', '3'] });
    for (const id of ['2', '3']) progress.fixtures[id]!.checkedMs = NOON;
    expect(asks(progress)).toMatchObject({ kind: 'odds', page: 1 });
    progress.answeredMs['odds:39:2026'] = NOON;
    expect(asks(progress)).toEqual({ kind: 'live_odds' });
    progress.answeredMs.live_odds = NOON;
    expect(asks(progress)).toEqual({ kind: 'squad', team: '33' });
    progress.answeredMs['squad:33'] = NOON;
    expect(plan(progress, settings, NOON)).toEqual({ kind: 'wait', untilMs: NOON + 15_000 });
  });
});

describe('requests for single matches', () => {
  const after = (more: Partial<KnownMatch>, liveMs: number | undefined, kickoffMs = NOON - HOUR_MS) => {
    const progress = upToDate({ '1': fixture(kickoffMs, more) });
    if (liveMs !== undefined) progress.answeredMs.live = liveMs;
    return asks(progress);
  };
  const inFull = { kind: 'details', ids: ['1'] };

  it('are made once a match has left the live list, not while it is in it', () => {
    expect(after({ status: 'h2', liveMs: NOON, checkedMs: NOON - 2 * MINUTE_MS }, NOON)).toBeNull();
    expect(after({ status: 'h2', liveMs: NOON, checkedMs: NOON - 10 * MINUTE_MS }, NOON)).toEqual(inFull);
    expect(after({ status: 'h2', liveMs: NOON - MINUTE_MS, checkedMs: NOON - 2 * MINUTE_MS }, NOON)).toEqual(inFull);
  });

  it('are made every five minutes for matches that do not begin, and after a long pause without waiting for the live list', () => {
    expect(after({ checkedMs: NOON - 4 * MINUTE_MS }, NOON)).toBeNull();
    expect(after({ checkedMs: NOON - 5 * MINUTE_MS }, NOON)).toEqual(inFull);
    expect(after({}, undefined, NOON - 10 * HOUR_MS)).toEqual(inFull);
    expect(after({ checkedMs: NOON - 23 * HOUR_MS }, undefined, NOON - 9 * DAY_MS)).toBeNull();
  });

  it('are made less and less often for matches unknown to the provider, for which no live list is requested either', () => {
    const progress = upToDate({ '1': fixture(NOON, { status: 'h1', liveMs: NOON }) });
    const asked: number[] = [];
    const live = () => asks({ ...progress, answeredMs: { ...progress.answeredMs, live: NOON - HOUR_MS } }, NOON)?.kind === 'live';
    expect(live()).toBe(true);
    for (let nowMs = NOON + MINUTE_MS; nowMs < NOON + 6 * HOUR_MS; nowMs += MINUTE_MS) {
      Object.assign(progress.answeredMs, { ...upToDate({}, nowMs).answeredMs, live: nowMs });
      if (asks(progress, nowMs)?.kind !== 'details') continue;
      asked.push((nowMs - NOON) / MINUTE_MS);
      noteChecked(progress.fixtures, ['1'], new Set(), nowMs);
    }
    expect(asked).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243, 303]);
    expect([live(), liveMsToday(progress.fixtures, NOON)]).toEqual([false, 0]);
  });

  it('are repeated after the end of a match, less and less often', () => {
    const checks: number[] = [];
    const progress = upToDate({ '1': fixture(NOON - 2 * HOUR_MS, { status: 'ft', overMs: NOON }) });
    for (let nowMs = NOON; nowMs < NOON + 4 * DAY_MS; nowMs += 5 * MINUTE_MS) {
      Object.assign(progress.answeredMs, upToDate({}, nowMs).answeredMs);
      if (asks(progress, nowMs)?.kind !== 'details') continue;
      checks.push((nowMs - NOON) / MINUTE_MS);
      progress.fixtures['1']!.checkedMs = nowMs;
    }
    expect(checks).toEqual([0, 15, 180, 1440, 4320]);
  });

  it('contain twenty matches each, those with missing results first', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [String(i + 10), fixture(NOON + 20 * MINUTE_MS)]));
    const request = asks(upToDate({ ...many, '1': fixture(NOON - 2 * HOUR_MS, { status: 'ft', overMs: NOON }) }));
    expect(request?.kind === 'details' && [request.ids[0], request.ids.length]).toEqual(['1', 20]);
  });
});

describe('the allowance of requests', () => {
  const live = () => {
    const progress = upToDate({ '1': fixture(NOON - HOUR_MS, { status: 'h1', liveMs: NOON, checkedMs: NOON - HOUR_MS }) });
    progress.answeredMs.live = NOON;
    return progress;
  };

  it('is spread over the remaining live matches of the day', () => {
    const everyMs = (count: number) => {
      const next = plan({ ...left(count, live()), fixtures: { '1': { ...live().fixtures['1']!, checkedMs: NOON } } }, settings, NOON);
      return next.kind === 'wait' ? next.untilMs - NOON : 0;
    };
    // Two hours of the match are left.
    expect(everyMs(7000)).toBe(15_000);
    expect(everyMs(250)).toBe(32_000);
    expect(everyMs(1)).toBe(MINUTE_MS);
  });

  it('is kept for results, too: one request for matches that began together', () => {
    const inPlay = (kickoffMs: number) => fixture(kickoffMs, { status: 'h1', liveMs: NOON, checkedMs: NOON });
    const matches = (everyMs: number) =>
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index), inPlay(NOON - HOUR_MS + index * everyMs)]));
    const [together, apart] = [matches(0), matches(20 * MINUTE_MS)];
    expect(listEveryMs({ fixtures: together }, 20, NOON)).toBeCloseTo(liveMsToday(together, NOON) / 18);
    expect(listEveryMs({ fixtures: apart }, 20, NOON)).toBeCloseTo(liveMsToday(apart, NOON) / 11);
  });

  it('is not used up by a match that does not begin: it is asked about no more often than the list', () => {
    const missing = () => {
      const progress = upToDate({ '1': fixture(NOON - HOUR_MS, { checkedMs: NOON - 6 * MINUTE_MS }) });
      progress.answeredMs.live = NOON;
      return progress;
    };
    expect(asks(left(7000, missing()))).toEqual({ kind: 'details', ids: ['1'] });
    expect(asks(left(10, missing()))).toBeNull();
  });

  it('is reserved for live matches: line-ups, odds and squads wait', () => {
    expect(asks(left(7000, live()))).toEqual({ kind: 'details', ids: ['1'] });
    expect(asks(left(500, live()))).toBeNull();
    const dueOdds = upToDate({ '1': fixture(NOON + 5 * DAY_MS) });
    dueOdds.answeredMs['odds:39:2026'] = 0;
    expect(asks(left(1000, dueOdds))).toMatchObject({ kind: 'odds' });
    expect(asks(left(700, dueOdds))).toBeNull();
  });

  it('blocks all requests until midnight when the day is used up, and until the minute is over when the minute is', () => {
    const midnight = Date.parse('2026-11-22T00:00:00Z');
    expect(plan(left(0, newProgress()), settings, NOON)).toEqual({ kind: 'wait', untilMs: midnight });
    expect(asks(left(0, newProgress()), midnight)).toEqual({ kind: 'leagues' });
    const used = { ...NOTHING_USED, day: '2026-11-21', count: 1, recentMs: [NOON - 10_000] };
    expect(plan({ ...newProgress(), used }, { ...settings, perMinute: 1 }, NOON)).toEqual({ kind: 'wait', untilMs: NOON + 50_000 });
  });

  it('counts simultaneous matches once, and not beyond midnight', () => {
    const starts = [NOON - HOUR_MS, NOON, NOON + HOUR_MS, NOON + 11 * HOUR_MS];
    const fixtures = Object.fromEntries(starts.map((ms, index) => [String(index), fixture(ms)]));
    expect(liveMsToday(fixtures, NOON)).toBe((4 + 1) * HOUR_MS);
  });
});

it('requests injuries once a day for leagues that play within two days', () => {
  const request = { kind: 'injuries', league: '39', year: 2026 };
  const progress = upToDate({ '1': fixture(NOON + 47 * HOUR_MS) });
  delete progress.answeredMs['injuries:39:2026'];
  expect(asks(progress)).toEqual(request);
  progress.answeredMs['injuries:39:2026'] = NOON - 23 * HOUR_MS;
  expect(asks(progress)).toBeNull();
  const later = upToDate({ '1': fixture(NOON + 49 * HOUR_MS) });
  delete later.answeredMs['injuries:39:2026'];
  expect(asks(later)).toBeNull();
  const uncovered = { ...upToDate({ '1': fixture(NOON + HOUR_MS * 20) }), leagues: { '39': { ...league, hasInjuries: false } } };
  delete uncovered.answeredMs['injuries:39:2026'];
  expect(asks(uncovered)).toBeNull();
});

it('requests the ratings of a match once, three hours after its end', () => {
  const over = (overMs: number) => upToDate({ '1': fixture(overMs - 2 * HOUR_MS, { status: 'ft', overMs, checkedMs: NOON }) });
  expect(asks(over(NOON - 2 * HOUR_MS))).toBeNull();
  const progress = over(NOON - 3 * HOUR_MS);
  expect(asks(progress)).toEqual({ kind: 'ratings', id: '1' });
  progress.answeredMs['ratings:1'] = NOON;
  expect(asks(progress)).toBeNull();
  const awarded = over(NOON - 3 * HOUR_MS);
  awarded.fixtures['1']!.status = 'awd';
  expect(asks(awarded)).toBeNull();
});

it('requests odds page by page, and the first page again after three hours', () => {
  const progress = upToDate({ '1': fixture(NOON + DAY_MS) });
  progress.oddsPages['39'] = 3;
  expect(asks(progress)).toMatchObject({ kind: 'odds', page: 3 });
  delete progress.oddsPages['39'];
  expect(asks(progress)).toBeNull();
  expect(asks(progress, NOON + 3 * HOUR_MS)).toMatchObject({ kind: 'odds', page: 1 });
});

it('delays a failed request until its retry time, and makes others meanwhile', () => {
  const progress = { ...newProgress(), leagues: { '39': league }, failed: { leagues: { times: 1, retryMs: NOON + 30_000 } } };
  expect(asks(progress)).toMatchObject({ kind: 'teams' });
  Object.assign(progress.answeredMs, { 'teams:39:2026': NOON, 'fixtures:39:2026': NOON });
  expect(asks(progress)).toBeNull();
  expect(asks(progress, NOON + 30_000)).toEqual({ kind: 'leagues' });
});
