import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { PolledSettings } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { createApiBasketballFeed } from './api-basketball-feed.ts';
import { createBasketballStore, loadProgress } from './progress.ts';

/** An evening in New York, which ends on the next day in UTC. */
const START = '2026-11-21T23:30:00Z';
const minutesFrom = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * MINUTE_MS);

let database: TestDatabase;
let server: ApiSportsServer;
let clock: TestClock;
let warnings: string[];
beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startApiSportsServer({ hasPages: false })]);
  clock = testClock('2026-11-21T22:00:00Z');
  warnings = [];
  server.replies.set('/leagues', () => ({ rows: [league] }));
  server.replies.set('/teams', () => ({
    rows: [1, 2, 3, 4].map((id) => ({ id, name: `Team ${id}`, country: { name: 'USA', code: 'US' } })),
  }));
  server.replies.set('/games', games);
  server.replies.set('/odds', () => ({ rows: [{ game: { id: 7 }, bookmakers: ['Bookie', 'Odd'].map(bookmaker) }] }));
});
afterEach(() => Promise.all([database.drop(), server.close()]));

const league = {
  ...{ id: 12, name: 'NBA', type: 'League', country: { id: 5, name: 'USA', code: 'US' } },
  seasons: [
    { season: 2024, start: '2024-10-05', end: '2024-10-20' },
    { season: 'the first', start: 'long ago' },
    { season: '2026-2027', start: '2026-10-20', end: '2027-04-11', coverage: { odds: true } },
    { season: '2027-2028', start: '2027-10-20', end: '2028-04-11', coverage: { odds: false } },
  ],
};
const bookmaker = (name: string) => {
  const values = ['Home', 'Away'].map((value, index) => ({ value, odd: name === 'Odd' ? '-110' : `${index + 1}.85` }));
  return { name, bets: [{ id: 2, name: 'Home/Away', values }] };
};

type Quarters = [home: number | null, away: number | null][];
/** Minutes from the start, the provider's status, and the scores by then: level after four quarters, decided in overtime. */
const COURSE: [minutes: number, short: string, quarters: Quarters][] = [
  [0, 'Q1', [[12, 9]]],
  [25, 'BT', [[30, 24]]],
  [
    28,
    'Q2',
    [
      [30, 24],
      [2, null],
    ],
  ],
  [
    52,
    'HT',
    [
      [30, 24],
      [20, 31],
    ],
  ],
  [
    68,
    'Q3',
    [
      [30, 24],
      [20, 31],
      [0, 2],
    ],
  ],
  [
    95,
    'Q4',
    [
      [30, 24],
      [20, 31],
      [25, 25],
      [10, 4],
    ],
  ],
  [
    122,
    'BT',
    [
      [30, 24],
      [20, 31],
      [25, 25],
      [27, 22],
    ],
  ],
  [
    125,
    'OT',
    [
      [30, 24],
      [20, 31],
      [25, 25],
      [27, 22],
      [5, 6],
    ],
  ],
  [
    140,
    'AOT',
    [
      [30, 24],
      [20, 31],
      [25, 25],
      [27, 22],
      [14, 11],
    ],
  ],
];
const NAMES = ['quarter_1', 'quarter_2', 'quarter_3', 'quarter_4', 'over_time'];

function row(id: number, date: string, short: string, quarters: Quarters, teams: [number, number] = [1, 2]) {
  const side = (at: 0 | 1) => ({
    ...Object.fromEntries(NAMES.map((name, index) => [name, quarters[index]?.[at] ?? null])),
    total: quarters.length === 0 ? null : quarters.reduce((sum, quarter) => sum + (quarter[at] ?? 0), 0),
  });
  return {
    ...{
      id,
      date,
      stage: null,
      week: null,
      venue: 'Arena',
      status: { long: short, short, timer: null },
      league: { id: 12, season: '2026-2027' },
    },
    teams: { home: { id: teams[0], name: `Team ${teams[0]}` }, away: { id: teams[1], name: `Team ${teams[1]}` } },
    scores: { home: side(0), away: side(1) },
  };
}

const evening = () => {
  const played = (clock.now().getTime() - Date.parse(START)) / MINUTE_MS;
  const [, short, quarters] = COURSE.findLast(([minutes]) => played >= minutes) ?? [0, 'NS', []];
  return row(7, START, short, quarters);
};

/** Returns the evening's game, one that cannot be read, and, in a day's list, a game of a league that is not followed. */
function games({ date, league: of, id }: Record<string, string>): { rows: unknown[] } {
  if (id !== undefined) return { rows: id === '7' ? [evening()] : [] };
  if (of !== undefined) return { rows: [evening(), { id: 8, league: { id: 12 } }] };
  return { rows: date === START.slice(0, 10) ? [evening(), { ...row(9, START, 'Q1', [[1, 0]]), league: { id: 99, season: 2026 } }] : [] };
}

const follow = (until: Date, more: Partial<PolledSettings> = {}) => {
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: ['12'], perDay: 120, perMinute: 60, ...more };
  const store = createBasketballStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(
    database.db,
    clock,
    until,
    (options) => createApiBasketballFeed(settings, { ...options, store, timeoutMs: 2000 }),
    warnings,
  );
};
const matches = () =>
  database.db
    .selectFrom('matches')
    .select(['status', 'home_score', 'away_score', 'period', 'parts', 'fulltime', 'season', 'round'])
    .orderBy('id')
    .execute();
const partsOf = (quarters: Quarters) => quarters.map(([home, away]) => ({ home: home ?? 0, away: away ?? 0 }));
const askedDays = () => server.asked.flatMap(({ query }) => query.date ?? []);

describe('following an evening of basketball', () => {
  it('imports a game from before the start to the end of the overtime, step by step', async () => {
    await follow(minutesFrom(START, -1));
    expect(await matches()).toEqual([
      {
        ...{ status: 'ns', home_score: null, away_score: null, period: null, parts: null, fulltime: null },
        season: '2026/27',
        round: 'Season',
      },
    ]);
    const seen: unknown[] = [];
    for (const [minutes] of COURSE) {
      await follow(minutesFrom(START, minutes + 2));
      const [match] = await matches();
      seen.push([match?.status, match?.period, match?.parts]);
    }
    const quarter = (n: number) => ({ kind: 'quarter', n });
    const overtime = { kind: 'overtime', n: 1 };
    const [q1, b1, q2, ht, q3, q4, b4, ot, end] = COURSE.map(([, , quarters]) => partsOf(quarters));
    expect(seen).toEqual([
      ...[
        ['live', quarter(1), q1],
        ['live', quarter(1), b1],
        ['live', quarter(2), q2],
        ['ht', quarter(2), ht],
        ['live', quarter(3), q3],
      ],
      ...[
        ['live', quarter(4), q4],
        ['live', quarter(4), b4],
        ['live', overtime, ot],
        ['aet', null, end],
      ],
    ]);
    expect(await matches()).toMatchObject([{ home_score: 116, away_score: 113, fulltime: [116, 113] }]);
    const started = await database.db.selectFrom('matches').select('started_at').executeTakeFirstOrThrow();
    expect(Math.abs(started.started_at!.getTime() - Date.parse(START))).toBeLessThan(MINUTE_MS);
    // The unreadable row is quarantined, and so are the prices of the bookmaker with another format.
    expect(await database.db.selectFrom('quarantine').select(['feed', 'kind', 'feed_id']).orderBy('kind').execute()).toEqual([
      { feed: 'api-basketball', kind: 'game', feed_id: '8' },
      { feed: 'api-basketball', kind: 'odds', feed_id: '7' },
    ]);
    expect(await database.db.selectFrom('odds').select(['bookmaker', 'home', 'draw', 'away']).execute()).toEqual([
      { bookmaker: 'Bookie', home: 185, draw: null, away: 285 },
    ]);
    const [kept] = await database.db.selectFrom('leagues').select(['sport', 'draw_possible', 'settles_on', 'country_code']).execute();
    expect(kept).toEqual({ sport: 'basketball', draw_possible: false, settles_on: 'whole_match', country_code: 'us' });
    expect(server.asked.every(({ key }) => key === 'a-test-key')).toBe(true);
  });

  it('stays within the hundred requests of the free plan, and sends no requests when the game is over', async () => {
    await follow(minutesFrom(START, 240), { perDay: 100, perMinute: 10 });
    expect(await matches()).toMatchObject([{ status: 'aet' }]);
    const { used } = await loadProgress(database.db);
    expect(used.count).toBeLessThanOrEqual(100);
    const before = askedDays().length;
    // The evening is part of two days, each with its own allowance: about a score every minute and a half.
    expect(before).toBeGreaterThan(80);
    await follow(minutesFrom(START, 300), { perDay: 100, perMinute: 10 });
    expect(askedDays()).toHaveLength(before);
  });

  it('imports past seasons, whose games do not become the current season', async () => {
    const seasons = ['2024-2025', '2025-2026', '2026-2027'].map((season) => ({ season, start: `${season.slice(0, 4)}-10-20` }));
    const replied = server.replies.get('/leagues')!({});
    const rows = 'rows' in replied ? replied.rows.map((one) => ({ ...Object(one), seasons })) : [];
    server.replies.set('/leagues', () => ({ rows }));
    const past = (season: string) => {
      const quarters: Quarters = [
        [20, 10],
        [20, 10],
        [20, 10],
        [20, 10],
      ];
      const over = {
        ...row(Number(season.slice(0, 4)), `${season.slice(0, 4)}-12-01T18:00:00+00:00`, 'FT', quarters, [3, 4]),
        league: { id: 12, season },
      };
      return [over, { ...over, id: over.id + 1, status: { short: 'POST' }, date: over.date.replace('-01T', '-02T') }];
    };
    server.replies.set('/games', (query) =>
      query.season !== undefined && query.season < '2026' ? { rows: past(query.season) } : games(query),
    );
    await follow(minutesFrom(clock.now().toISOString(), 5), { historySeasons: 5 });
    const league = await database.db.selectFrom('leagues').select('current_season').execute();
    expect(league).toEqual([{ current_season: '2026/27' }]);
    const told = (await matches()).map(({ season, status, home_score }) => ({ season, status, home_score }));
    expect(told.filter(({ season }) => season !== '2026/27')).toEqual([
      { season: '2025/26', status: 'ft', home_score: 80 },
      { season: '2024/25', status: 'ft', home_score: 80 },
    ]);
    server.replies.set('/games', games);
  });

  it('requests both days of games around midnight', async () => {
    const late = row(10, '2026-11-22T00:30:00Z', 'Q1', [[2, 3]], [3, 4]);
    server.replies.set('/games', (query) =>
      'league' in query ? { rows: [evening(), late] } : { rows: query.date === '2026-11-22' ? [late] : [evening()] },
    );
    await follow(minutesFrom(START, 62));
    expect(await matches()).toMatchObject([{ status: 'ht' }, { status: 'live', home_score: 2 }]);
    expect(new Set(askedDays())).toEqual(new Set(['2026-11-21', '2026-11-22']));
  });
});

describe('a basketball game', () => {
  it.each([
    ['POST', 'pst'],
    ['CANC', 'canc'],
    ['SUSP', 'susp'],
    ['ABD', 'abd'],
    ['AWD', 'awd'],
  ])('with the provider status %s is imported as %s', async (short, status) => {
    const isPlayed = status === 'susp' || status === 'abd';
    server.replies.set('/games', () => ({ rows: [row(7, START, short, isPlayed ? [[12, 9]] : [])] }));
    await follow(minutesFrom(START, 5));
    expect(await matches()).toMatchObject([{ status, home_score: isPlayed ? 12 : null }]);
    expect(askedDays().length).toBeLessThan(status === 'susp' ? 30 : 4);
  });

  it('is requested by its id when it was moved to another day', async () => {
    await follow(minutesFrom(START, -1));
    const moved = row(7, '2026-11-23T23:30:00Z', 'NS', []);
    server.replies.set('/games', ({ id, date }) => ({ rows: id === '7' || date === '2026-11-23' ? [moved] : [] }));
    await follow(minutesFrom(START, 10));
    const [match] = await database.db.selectFrom('matches').select(['status', 'kickoff_at']).execute();
    expect(match).toEqual({ status: 'ns', kickoff_at: new Date('2026-11-23T23:30:00Z') });
  });

  it('is refused with a level final score or an unknown status', async () => {
    await follow(minutesFrom(START, 1));
    server.replies.set('/games', () => ({ rows: [row(7, START, 'FT', [[90, 90]]), row(11, START, 'ET', [], [3, 4])] }));
    await follow(minutesFrom(START, 5));
    expect(await matches()).toMatchObject([{ status: 'live' }]);
    expect(
      await database.db
        .selectFrom('quarantine')
        .select(['feed_id', 'reason'])
        .where('feed_id', 'in', ['7', '11'])
        .where('kind', '<>', 'odds')
        .orderBy('reason')
        .execute(),
    ).toEqual([
      { feed_id: '7', reason: 'level_where_no_match_can_be' },
      { feed_id: '11', reason: 'unknown status ET' },
    ]);
  });

  it('keeps its total score when the quarters do not add up to it', async () => {
    const odd = row(7, START, 'Q2', [
      [30, 24],
      [5, 5],
    ]);
    server.replies.set('/games', () => ({ rows: [{ ...odd, scores: { ...odd.scores, home: { ...odd.scores.home, total: 37 } } }] }));
    await follow(minutesFrom(START, 40));
    expect(await matches()).toMatchObject([
      { status: 'live', home_score: 37, away_score: 29, parts: null, period: { kind: 'quarter', n: 2 } },
    ]);
  });
});

describe('API-Basketball faults', () => {
  it('are retried after broken connections, error replies and rate limits, without losing data', async () => {
    server.faults.push({ kind: 'status', status: 500 }, { kind: 'cut' }, null, { kind: 'text', text: 'oops' });
    server.faults.push({ kind: 'status', status: 429, headers: { 'Retry-After': '120' } });
    await follow(minutesFrom(START, -60));
    server.replies.set('/games', () => ({ errors: { bug: 'This is on our side, please report us this bug' } }));
    await follow(minutesFrom(START, 30));
    server.replies.set('/games', games);
    await follow(minutesFrom(START, 145));
    expect(await matches()).toMatchObject([{ status: 'aet', home_score: 116, parts: partsOf(COURSE.at(-1)![2]) }]);
    expect(warnings.filter((reason) => /500|terminated|JSON|429|our side/.test(reason)).length).toBeGreaterThan(4);
    expect((await loadProgress(database.db)).problem).toBeNull();
  });

  it('name the setting of a rejected key', async () => {
    server.replies.set('/leagues', () => ({ errors: { token: 'Error/Missing application key.' } }));
    const { failure } = await follow(minutesFrom('2026-11-21T22:00:00Z', 25));
    expect(failure).toMatch(/refuses API_BASKETBALL_KEY: token/);
    expect(server.asked).toHaveLength(3);
  });

  it('do not lose results: games that ended during a long pause get their results', async () => {
    await follow(minutesFrom(START, -30));
    const before = server.asked.length;
    await follow(minutesFrom(START, -29));
    expect(server.asked).toHaveLength(before);
    clock.set(minutesFrom(START, 9 * 60));
    server.replies.set('/leagues', () => ({ errors: { plan: 'no leagues today' } }));
    server.replies.set('/games', ({ league: of, ...query }) =>
      of === undefined ? games(query) : { errors: { plan: 'no seasons today' } },
    );
    await follow(minutesFrom(START, 9 * 60 + 2));
    expect(await matches()).toMatchObject([{ status: 'aet', home_score: 116 }]);
  });
});
