import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { startTennisServer, type TennisServer } from '#test/support/tennis-server.ts';
import { createApiTennisFeed } from './api-tennis-feed.ts';
import { nextPastDay } from './history.ts';
import { createTennisStore, loadProgress } from './progress.ts';

const START = '2026-09-30T10:30:00Z';
const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS);

let database: TestDatabase;
let server: TennisServer;
let clock: TestClock;
let warnings: string[];
beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startTennisServer()]);
  clock = testClock('2026-09-30T08:00:00Z');
  warnings = [];
  server.replies.set('get_events', () => ok([{ event_type_key: 266, event_type_type: 'Wta Singles' }]));
  server.replies.set('get_tournaments', () =>
    ok([{ tournament_key: 2050, event_type_type: 'Wta Singles', tournament_sourface: 'Clay (Indoor)' }]),
  );
  server.replies.set('get_standings', () => ok([{ place: '7', player: 'Anna First', player_key: 11, country: 'Serbia' }]));
  server.replies.set('get_fixtures', fixtures);
  server.replies.set('get_livescore', () => ok([row(7)].filter(({ event_live }) => event_live === '1')));
  server.replies.set('get_odds', () => ({ success: 1, result: { 7: { 'Home/Away': PRICES, 'Set Betting': {} }, 99: {} } }));
});
afterEach(() => Promise.all([database.drop(), server.close()]));

const ok = (result: unknown[]) => ({ success: 1, result });
const PRICES = { Home: { bet365: '1.53', Pncl: '1.505', Odd: '-110' }, Away: { bet365: '2.50', Pncl: '2.78', Odd: '200' } };
const set = (home: string, away: string, n: number) => ({ score_first: home, score_second: away, score_set: String(n) });

/** The match begins late, and is decided in a tie-break: minutes from the planned start, and the fields from then on. */
const COURSE: [minutes: number, fields: object][] = [
  [0, { event_status: '1', event_live: '0' }],
  [40, { event_status: 'Set 1', event_live: '1', event_game_result: '15 - 0', event_serve: 'First Player', scores: [set('0', '0', 1)] }],
  [60, { event_status: 'Set 1', event_live: '1', event_final_result: '0 - 0', scores: [set('3', '2', 1)] }],
  [80, { event_status: 'Set 2', event_live: '1', event_final_result: '1 - 0', scores: [set('6', '2', 1), set('1', '1', 2)] }],
  [
    120,
    {
      ...{ event_status: 'Set 2', event_live: '1', event_final_result: '1 - 0', event_game_result: '5 - 6' },
      ...{ event_serve: 'Second Player', scores: [set('6', '2', 1), set('6', '6', 2)] },
    },
  ],
  [
    125,
    {
      ...{ event_status: 'Finished', event_live: '0', event_final_result: '2 - 0', event_winner: 'First Player' },
      ...{ scores: [set('6', '2', 1), set('7.10', '6.8', 2)] },
    },
  ],
];

function row(id: number, change: object = {}) {
  const played = (clock.now().getTime() - Date.parse(START)) / MINUTE_MS;
  const [, fields] = COURSE.findLast(([minutes]) => played >= minutes) ?? COURSE[0]!;
  return {
    ...{ event_key: id, event_date: '2026-09-30', event_time: '10:30', event_type_type: 'Wta Singles', event_qualification: 'False' },
    ...{ event_first_player: 'A. First', first_player_key: 11, event_second_player: 'B. Second', second_player_key: 22 },
    ...{ event_final_result: '-', event_game_result: '-', event_serve: null, event_winner: null, scores: [] as unknown[], event_live: '0' },
    ...{
      tournament_name: 'Somewhere',
      tournament_key: 2050,
      tournament_round: 'WTA Somewhere - Quarter-finals',
      tournament_season: '2026',
    },
    ...fields,
    ...change,
  };
}

/** Answers with the rows of the asked days and match, and of each past day one result. */
function fixtures({ date_start, date_stop, match_key }: Record<string, string>) {
  if (date_stop! < '2026-09-29') return ok([past(date_start!)]);
  const isAsked = (match: ReturnType<typeof row>) =>
    match.event_date >= date_start! && match.event_date <= date_stop! && (match_key === undefined || match_key === String(match.event_key));
  return ok([row(7)].filter(isAsked));
}

const past = (date: string) =>
  row(Number(date.replaceAll('-', '')), {
    ...{
      event_date: date,
      event_status: 'Finished',
      event_final_result: '0 - 2',
      event_winner: 'Second Player',
      tournament_season: date.slice(0, 4),
    },
    scores: [],
  });

function follow(until: Date, more: Partial<PolledSettings> = {}) {
  const settings = {
    ...{ key: 'a-test-key', baseUrl: server.url, followed: ['wta-singles'], perDay: 4500, perMinute: 60, historySeasons: 0 },
    ...more,
  };
  const store = createTennisStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(
    database.db,
    clock,
    until,
    (options) => createApiTennisFeed(settings, { ...options, store, timeoutMs: 2000 }),
    warnings,
  );
}

const MATCH = ['status', 'home_score', 'away_score', 'period', 'parts'] as const;
const matches = () => database.db.selectFrom('matches').select(MATCH).orderBy('id').execute();
const refused = () => database.db.selectFrom('quarantine').select(['kind', 'feed_id', 'reason']).orderBy('reason').execute();
const askedFor = (method: string) => server.asked.filter(({ query }) => query.method === method);

describe('following a day of tennis', () => {
  it('imports a match from its fixture to its result, step by step and across restarts', async () => {
    // A small allowance, for speed: scores are asked about every minute.
    const small = { perDay: 250 };
    await follow(at(-1), small);
    expect(await matches()).toEqual([{ status: 'ns', home_score: null, away_score: null, period: null, parts: null }]);
    const seen: unknown[] = [];
    for (const [minutes] of COURSE.slice(1)) {
      await follow(at(minutes + 3), small);
      const [match] = await matches();
      seen.push([match?.status, match?.period, match?.home_score, match?.parts]);
    }
    const first = { home: 6, away: 2 };
    expect(seen).toEqual([
      ['live', { kind: 'set', n: 1 }, 0, [{ home: 0, away: 0, points: ['15', '0'], serving: 'home' }]],
      ['live', { kind: 'set', n: 1 }, 0, [{ home: 3, away: 2 }]],
      ['live', { kind: 'set', n: 2 }, 1, [first, { home: 1, away: 1 }]],
      ['live', { kind: 'set', n: 2 }, 1, [first, { home: 6, away: 6, tiebreak: [5, 6], serving: 'away' }]],
      ['ft', null, 2, [first, { home: 7, away: 6, tiebreak: [10, 8] }]],
    ]);
    const [league] = await database.db
      .selectFrom('leagues')
      .select(['name', 'surface', 'rating_group', 'sport', 'current_season'])
      .execute();
    expect(league).toEqual({
      name: 'Somewhere · WTA singles',
      surface: 'clay',
      rating_group: 'women-singles',
      sport: 'tennis',
      current_season: '2026',
    });
    const teams = await database.db.selectFrom('teams').select(['name', 'aliases', 'rank', 'country_code']).orderBy('id').execute();
    expect(teams).toEqual([
      { name: 'Anna First', aliases: ['A. First'], rank: 7, country_code: 'rs' },
      { name: 'B. Second', aliases: [], rank: null, country_code: null },
    ]);
    // Prices are those from before the start; the one in another format is quarantined, and prices of unknown matches are not read.
    expect(await database.db.selectFrom('odds').select(['bookmaker', 'home', 'draw', 'away']).orderBy('bookmaker').execute()).toEqual([
      { bookmaker: 'Pncl', home: 150, draw: null, away: 278 },
      { bookmaker: 'bet365', home: 153, draw: null, away: 250 },
    ]);
    expect(await refused()).toEqual([{ kind: 'odds', feed_id: '7', reason: 'no prices: Odd' }]);
    expect(server.asked.every(({ query }) => query.timezone === 'UTC' && query.APIkey === 'a-test-key')).toBe(true);
    expect(askedFor('get_odds').length).toBeLessThanOrEqual(2);
    // A start that is not punctual is seen as soon as the scores are asked.
    const { started_at } = await database.db.selectFrom('matches').select('started_at').executeTakeFirstOrThrow();
    expect(started_at!.getTime() - at(40).getTime()).toBeLessThanOrEqual(90_000);
  });

  it('checks results after the end, keeps to the allowance, and then asks little', async () => {
    await follow(at(4 * 60), { perDay: 400 });
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
    expect((await loadProgress(database.db)).used.count).toBeLessThanOrEqual(400);
    const before = server.asked.length;
    server.replies.set('get_fixtures', () =>
      ok([row(7, { event_winner: 'Second Player', event_final_result: '0 - 2', scores: [set('2', '6', 1), set('6.8', '7.10', 2)] })]),
    );
    await follow(at(24 * 60 + 3 * 60), { perDay: 400 });
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 0, away_score: 2 }]);
    expect(server.asked.length - before).toBeLessThan(20);
  });

  it('asks for a match by its id when it vanishes from the live list, and does not take it for finished', async () => {
    await follow(at(61));
    server.replies.set('get_livescore', () => ok([]));
    server.replies.set('get_fixtures', (query) => (query.match_key === '7' ? ok([row(7, COURSE[2]![1])]) : ok([])));
    await follow(at(70));
    expect(await matches()).toMatchObject([{ status: 'live', home_score: 0 }]);
    server.replies.set('get_fixtures', (query) =>
      query.match_key === '7'
        ? ok([row(7, { ...COURSE[2]![1], event_status: 'Retired', event_live: '0', event_winner: 'Second Player' })])
        : ok([]),
    );
    await follow(at(80));
    expect(await matches()).toMatchObject([{ status: 'awd', home_score: 0 }]);
    const byId = askedFor('get_fixtures').filter(({ query }) => query.match_key === '7');
    expect(byId.length).toBeLessThan(10);
    expect(byId[0]!.query).toMatchObject({ date_start: '2026-09-29', date_stop: '2026-10-07' });
  });

  it('takes over the results of a long pause', async () => {
    await follow(at(61));
    clock.set(at(9 * 60));
    await follow(at(9 * 60 + 5));
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 2 }]);
  });

  it('imports a cancelled match that comes back under another id', async () => {
    await follow(at(-1));
    server.replies.set('get_livescore', () => ok([]));
    server.replies.set('get_fixtures', () =>
      ok([row(7, { event_status: 'Cancelled' }), row(8, { event_time: '11:30', event_status: '', event_live: '0' })]),
    );
    await follow(at(60));
    await follow(at(100));
    expect(await matches()).toMatchObject([{ status: 'canc' }, { status: 'ns' }]);
  });

  it('moves a match with its date and time', async () => {
    await follow(at(-1));
    server.replies.set('get_fixtures', () => ok([row(7, { event_date: '2026-10-01', event_time: '9:05' })]));
    await follow(at(30));
    const [match] = await database.db.selectFrom('matches').select('kickoff_at').execute();
    expect(match).toEqual({ kickoff_at: new Date('2026-10-01T09:05:00Z') });
  });

  it('refuses an unknown status and keeps the last state', async () => {
    await follow(at(61));
    server.replies.set('get_livescore', () => ok([row(7, { event_status: 'Suspended by rain' })]));
    server.replies.set('get_fixtures', () => ok([row(7, { event_status: 'Suspended by rain' })]));
    await follow(at(130));
    expect(await matches()).toMatchObject([{ status: 'live', home_score: 0 }]);
    expect(await refused()).toContainEqual({ kind: 'match', feed_id: '7', reason: 'unknown status Suspended by rain' });
  });

  it('confirms five hundred live matches with every answer, and imports their fixtures once', async () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      row(1000 + n, { ...COURSE[2]![1], event_first_player: `F. ${n}`, first_player_key: 5000 + 2 * n, second_player_key: 5001 + 2 * n }),
    );
    let points = 0;
    server.replies.set('get_fixtures', () => ok([...many, row(7)]));
    server.replies.set('get_livescore', () =>
      ok([{ ...many[0]!, event_game_result: ['15 - 0', '30 - 0', '40 - 0'][points++ % 3] }, ...many.slice(1)]),
    );
    clock.set(at(61));
    await follow(at(66));
    // Every 20 seconds, as far as the allowance lasts.
    expect(askedFor('get_livescore').length).toBeGreaterThanOrEqual(13);
    expect(askedFor('get_livescore').length).toBeLessThanOrEqual(16);
    const live = await database.db.selectFrom('matches').select(['seen_at', 'confirmed_at']).where('status', '=', 'live').execute();
    expect(live.length).toBeGreaterThan(499);
    const lastMs = Math.max(...live.map(({ confirmed_at }) => confirmed_at.getTime()));
    expect(Math.min(...live.map(({ confirmed_at }) => confirmed_at.getTime()))).toBeGreaterThan(lastMs - MINUTE_MS);
  });
});

describe('past seasons', () => {
  const ALL = { historySeasons: 1, perDay: 100_000, perMinute: 10_000 };
  const pastDays = () => askedFor('get_fixtures').flatMap(({ query }) => (query.date_start! < '2026-09-29' ? [query.date_start!] : []));

  it('are read day by day, newest first, and continued after a restart until they are complete', async () => {
    await follow(at(-149), ALL);
    const before = pastDays().length;
    expect(before).toBeGreaterThan(5);
    await follow(at(-148), ALL);
    expect(pastDays().length).toBeGreaterThan(before + 5);
    expect(pastDays()[0]).toBe('2026-09-28');
    expect(pastDays()).toEqual([...new Set(pastDays())].sort().reverse());
    // The rest of the way is shortened.
    const store = createTennisStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
    await store.save({ ...(await store.load()), history: { 'wta-singles': { from: '2025-01-03', to: '2026-09-28' } } });
    await follow(at(-146), ALL);
    expect((await loadProgress(database.db)).history).toEqual({ 'wta-singles': { from: '2025-01-01', to: '2026-09-28' } });
    expect(pastDays().slice(-2)).toEqual(['2025-01-02', '2025-01-01']);
    expect((await database.db.selectFrom('leagues').select('current_season').execute())[0]).toEqual({ current_season: '2026' });
    const results = await database.db.selectFrom('matches').select(['season', 'status']).where('status', '=', 'ft').execute();
    expect(results).toHaveLength(pastDays().length);
    expect(new Set(results.map(({ season }) => season))).toEqual(new Set(['2025', '2026']));
  });

  it('include the days of a long pause, and end with the setting', () => {
    const now = Date.parse('2026-09-30T08:00:00Z');
    expect(nextPastDay(undefined, 2, now)).toBe('2026-09-28');
    expect(nextPastDay({ from: '2025-05-05', to: '2026-09-20' }, 2, now)).toBe('2026-09-21');
    expect(nextPastDay({ from: '2025-05-05', to: '2026-09-28' }, 2, now)).toBe('2025-05-04');
    expect(nextPastDay({ from: '2024-01-01', to: '2026-09-28' }, 2, now)).toBeNull();
    expect(nextPastDay({ from: '2024-01-01', to: '2026-09-28' }, 3, now)).toBe('2023-12-31');
    expect(nextPastDay(undefined, 0, now)).toBeNull();
  });

  it('skip days that the provider refuses', async () => {
    server.replies.set('get_fixtures', (query) =>
      query.date_stop! < '2026-09-28' ? { error: '1', result: [{ msg: 'no data' }] } : fixtures(query),
    );
    await follow(at(-140), { historySeasons: 1, perDay: 100_000, perMinute: 10_000 });
    const { history } = await loadProgress(database.db);
    expect(history['wta-singles']!.from < '2026-09-26').toBe(true);
    expect(await matches()).toHaveLength(2);
  });

  it('wait for a day that fails for a reason that passes', async () => {
    server.replies.set('get_fixtures', (query) =>
      query.date_stop! < '2026-09-28' ? { error: '1', result: [{ msg: 'internal error' }] } : fixtures(query),
    );
    await follow(at(-140), { historySeasons: 1, perDay: 100_000, perMinute: 10_000 });
    const skipped = (await loadProgress(database.db)).history['wta-singles']?.from ?? '2026-09-28';
    expect(skipped >= '2026-09-28').toBe(true);
  });
});

describe('faults of the provider', () => {
  it('are retried, without losing data', async () => {
    server.faults.push({ kind: 'status', status: 500 }, { kind: 'cut' }, null, { kind: 'text', text: '{"success":1,"result":"no list"}' });
    server.faults.push({ kind: 'status', status: 404 }, { kind: 'status', status: 429, headers: { 'Retry-After': '120' } });
    await follow(at(-60));
    server.replies.set('get_livescore', () => ({ error: '1', result: [{ msg: 'something went wrong' }] }));
    await follow(at(90));
    server.replies.set('get_livescore', () => ({ success: 1 }));
    await follow(at(130));
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 2 }]);
    for (const reason of [/500/, /terminated/, /no answer/, /404/, /429/, /went wrong/]) {
      expect(warnings).toContainEqual(expect.stringMatching(reason));
    }
    expect(warnings.join()).not.toContain('a-test-key');
  });

  it('name the setting of a rejected key', async () => {
    server.replies.set('get_events', () => ({ error: '1', result: [{ msg: 'Wrong APIkey a-test-key' }] }));
    const { failure } = await follow(at(-130));
    expect(failure).toMatch(/refuses API_TENNIS_KEY: the provider reports an error/);
    expect(failure).not.toContain('a-test-key');
  });

  it('name a tour that the provider does not have', async () => {
    await follow(at(-140), { followed: ['wta-singles', 'moon-singles'] });
    expect(await refused()).toContainEqual({ kind: 'tour', feed_id: 'moon-singles', reason: 'the provider has no such tour' });
    expect(await matches()).toHaveLength(1);
  });
});
