import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { type Course, type SeriesRow, seriesRow, team } from '#test/support/pandascore-rows.ts';
import { type PandascoreServer, startPandascoreServer } from '#test/support/pandascore-server.ts';
import { createPandascoreFeed, type PandascoreSettings } from './pandascore-feed.ts';
import { createPandascoreStore, loadProgress } from './progress.ts';

const START_MS = Date.parse('2026-11-21T18:00:00Z');
const at = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS);
const iso = (minutes: number) => at(minutes).toISOString();

let database: TestDatabase;
let server: PandascoreServer;
let clock: TestClock;
let warnings: string[];
/** The course of the evening's series, from minutes after its start. */
let course: [minutes: number, Course][];
let changed: Partial<SeriesRow>;
beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startPandascoreServer()]);
  clock = testClock(iso(-60));
  warnings = [];
  changed = {};
  course = [
    [1, { isPlaying: true }],
    [6, { won: [0], isPlaying: true }],
    [11, { won: [0, 1], isPlaying: true }],
    [16, { won: [0, 1, 1] }],
  ];
  server.matches = () => [evening()];
  server.incidents = () => {
    const [minutes] = course.findLast(([from]) => at(from) <= clock.now()) ?? [-120];
    return [{ change_type: 'update', id: 7, modified_at: iso(minutes), type: 'match', object: evening() }];
  };
});
afterEach(() => Promise.all([database.drop(), server.close()]));

function evening(): SeriesRow {
  const [minutes, now] = course.findLast(([from]) => at(from) <= clock.now()) ?? [null, {}];
  return seriesRow(now, { scheduled_at: iso(0), begin_at: minutes === null ? iso(0) : iso(course[0]![0]), ...changed });
}

const follow = (until: Date, more: Partial<PandascoreSettings> = {}) => {
  const settings = {
    ...{ key: 'a-test-key', baseUrl: server.url, followed: ['league-of-legends'], tiers: ['a'], perHour: 300, perMinute: 60 },
    ...{ historySeasons: 0, ...more },
  };
  const store = createPandascoreStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(
    database.db,
    clock,
    until,
    (options) => createPandascoreFeed(settings, { ...options, store, timeoutMs: 2000 }),
    warnings,
  );
};
const matches = () =>
  database.db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['h.name as home', 'a.name as away', 'm.status', 'm.home_score', 'm.away_score', 'm.period', 'm.parts', 'm.kickoff_at'])
    .select(['m.started_at', 'm.contest_barred', 'm.draw_possible', 'm.awarded_to', 'm.season', 'm.series_parts', 'm.series_race'])
    .orderBy('m.id')
    .execute();
const refused = () => database.db.selectFrom('quarantine').select(['kind', 'feed_id', 'reason']).orderBy('id').execute();
const asked = (path: string) => server.asked.filter((one) => one.path === path).length;

describe('following an evening of esports', () => {
  it('imports a series from before its start to its result, map by map, with restarts between', async () => {
    await follow(at(-1));
    expect(await matches()).toMatchObject([
      { home: 'Team 1', away: 'Team 2', status: 'ns', kickoff_at: at(0), season: '2026 Summer', series_parts: 3, draw_possible: false },
    ]);
    const seen: unknown[] = [];
    for (const [minutes] of course) {
      await follow(at(minutes + 1));
      const [match] = await matches();
      seen.push([match!.status, match!.home_score, match!.away_score, match!.period, (match!.parts as unknown[]).length]);
    }
    expect(seen).toEqual([
      ['live', 0, 0, { kind: 'map', n: 1 }, 1],
      ['live', 1, 0, { kind: 'map', n: 2 }, 2],
      ['live', 1, 1, { kind: 'map', n: 3 }, 3],
      ['ft', 1, 2, null, 3],
    ]);
    expect(await matches()).toMatchObject([{ started_at: at(1) }]);
    const leagues = await database.db
      .selectFrom('leagues')
      .select(['name', 'sport', 'form', 'rating_group', 'current_season', 'country_code'])
      .execute();
    expect(leagues).toEqual([
      {
        name: 'LCK · LoL',
        sport: 'esports',
        form: 'cup',
        rating_group: 'league-of-legends',
        current_season: '2026 Summer',
        country_code: null,
      },
    ]);
    expect(await refused()).toEqual([]);
    expect(server.asked.every(({ authorization, query }) => authorization === 'Bearer a-test-key' && !('token' in query))).toBe(true);
  });

  it('finds a series that was under way before the first start', async () => {
    clock.set(at(7));
    server.incidents = () => [];
    await follow(at(8));
    expect(await matches()).toMatchObject([{ status: 'live', home_score: 1, away_score: 0 }]);
  });

  it('knows the result within one interval of the live list, and hardly asks for the live list before and after', async () => {
    await follow(at(-16));
    expect(asked('/matches/running')).toBe(1);
    await follow(at(16.6));
    expect(await matches()).toMatchObject([{ status: 'ft', away_score: 2 }]);
    const before = asked('/matches/running');
    expect(before).toBeGreaterThan(50);
    await follow(at(35));
    expect(asked('/matches/running')).toBeLessThanOrEqual(before + 1);
    // The result is confirmed after it is known.
    expect(server.asked.filter(({ query }) => query['filter[id]'] === '7').length).toBeGreaterThanOrEqual(2);
  });

  it('stays within its allowance, whatever the hour holds', async () => {
    await follow(at(180), { perHour: 40, historySeasons: 5 });
    const { used } = await loadProgress(database.db);
    expect(used.count).toBeLessThanOrEqual(4 * 40);
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
  });

  it('corrects a result that the provider corrects later', async () => {
    await follow(at(20));
    course[3] = [16, { won: [0, 1, 0] }];
    server.incidents = () => [];
    await follow(at(35));
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 2, away_score: 1 }]);
  });

  it('follows matches by changes alone when these contain only ids', async () => {
    await follow(at(-50));
    changed = { scheduled_at: iso(90), begin_at: iso(90), rescheduled: true };
    server.incidents = () => [
      { change_type: 'update', id: 7, modified_at: iso(-49), type: 'match', object: { id: 7, status: 'not_started' } },
    ];
    await follow(at(-47));
    expect(await matches()).toMatchObject([{ kickoff_at: at(90) }]);
  });
});

describe('a series', () => {
  it.each<[string, Partial<SeriesRow>, object]>([
    ['canceled', { status: 'canceled', begin_at: null }, { status: 'canc' }],
    ['forfeited', { status: 'canceled', begin_at: null, forfeit: true, winner_id: 2 }, { status: 'wo', awarded_to: 'away' }],
    ['postponed', { status: 'postponed' }, { status: 'pst', kickoff_at: at(0) }],
    ['moved', { scheduled_at: iso(300), begin_at: iso(300), rescheduled: true }, { status: 'ns', kickoff_at: at(300) }],
    ['with an advantage', { game_advantage: 1 }, { status: 'ns', contest_barred: 'map_advantage' }],
    ['of an unknown type', { match_type: 'custom' }, { contest_barred: 'unknown_format' }],
    ['without an opponent', { opponents: [team(1)] }, { status: 'ns', contest_barred: 'opponents_undecided' }],
    ['in the other order', { opponents: [team(2), team(1)] }, { home: 'Team 1', away: 'Team 2' }],
    ['with another opponent', { opponents: [team(3), team(1)] }, { home: 'Team 1', away: 'Team 3' }],
  ])('that is %s', async (_, change, wanted) => {
    await follow(at(-50));
    course = [];
    changed = change;
    await follow(at(-30));
    expect(await matches()).toMatchObject([wanted]);
  });

  it('appears when both opponents are known, and not before', async () => {
    changed = { opponents: [] };
    await follow(at(-50));
    expect(await matches()).toEqual([]);
    changed = { opponents: [team(1)] };
    await follow(at(-40));
    expect([await matches(), await refused()]).toEqual([[], []]);
    changed = {};
    await follow(at(-30));
    expect(await matches()).toHaveLength(1);
  });

  it('of two maps can end level', async () => {
    course = [
      [1, { isPlaying: true, bestOf: 2 }],
      [6, { won: [1, 0], bestOf: 2 }],
    ];
    changed = { number_of_games: 2 };
    await follow(at(8));
    expect(await matches()).toMatchObject([
      { status: 'ft', home_score: 1, away_score: 1, draw_possible: true, series_parts: 2, series_race: false },
    ]);
  });

  it('of another title or tier is not followed, and a followed one that falls in tier is', async () => {
    const low = { id: 1, name: 'Playoffs', tier: 'd', has_bracket: true };
    server.matches = () => [
      evening(),
      seriesRow({ teams: [3, 4] }, { id: 8, tournament: low }),
      seriesRow({ teams: [5, 6] }, { id: 9, videogame: { id: 3, name: 'Counter-Strike', slug: 'cs-go' } }),
      seriesRow({ teams: [7, 8] }, { id: 10, tournament: { ...low, tier: null } }),
    ];
    await follow(at(-50));
    changed = { tournament: low };
    await follow(at(20));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
    expect(await refused()).toEqual([]);
  });

  it('keeps its state when its row is unreadable or contradicts itself', async () => {
    await follow(at(8));
    changed = {
      status: 'finished',
      winner_id: 2,
      games: [],
      results: [
        { team_id: 1, score: 2 },
        { team_id: 2, score: 0 },
      ],
    };
    await follow(at(9));
    expect(await matches()).toMatchObject([{ status: 'live', home_score: 1 }]);
    changed = { results: 'none' as never };
    await follow(at(10));
    expect((await refused()).map(({ reason }) => reason)).toEqual([
      'the winner contradicts the results',
      expect.stringMatching(/^unreadable results/),
    ]);
    changed = {};
    await follow(at(20));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
  });

  it('that vanished is unknown, and not over', async () => {
    await follow(at(8));
    server.matches = () => [];
    server.incidents = () => [];
    await follow(at(40));
    expect(await matches()).toMatchObject([{ status: 'live' }]);
    const byId = server.asked.filter(({ query }) => query['filter[id]'] === '7').length;
    expect(byId).toBeGreaterThan(2);
    expect(byId).toBeLessThan(15);
    server.matches = () => [evening()];
    await follow(at(110));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
  });

  const deleted = (reason: string) => {
    server.matches = () => [];
    server.incidents = () => [
      { change_type: 'deletion', id: 7, modified_at: iso(-49), type: 'match', object: { deleted_at: iso(-49), reason, videogame_id: 1 } },
    ];
  };
  it('that was deleted is cancelled', async () => {
    await follow(at(-50));
    deleted('Model deleted');
    await follow(at(-40));
    expect(await matches()).toMatchObject([{ status: 'canc' }]);
    expect(await refused()).toEqual([]);
  });

  it('that was merged goes on under its new id', async () => {
    await follow(at(-50));
    deleted('Merged with 3428');
    server.matches = () => [{ ...evening(), id: 3428 }];
    await follow(at(20));
    expect(await matches()).toMatchObject([{ status: 'ft', home_score: 1, away_score: 2 }]);
    expect(await database.db.selectFrom('feed_ids').select('feed_id').where('kind', '=', 'match').execute()).toEqual([{ feed_id: '3428' }]);
  });

  it('keeps its teams when one of them was merged', async () => {
    await follow(at(-50));
    server.incidents = () => [
      { change_type: 'deletion', id: 2, modified_at: iso(-49), type: 'team', object: { reason: 'Merged with 12' } },
    ];
    changed = { opponents: [team(12), team(1)], results: [] };
    course = [];
    await follow(at(-30));
    expect(await matches()).toMatchObject([{ home: 'Team 1', away: 'Team 12' }]);
    expect(await refused()).toEqual([]);
    expect(await database.db.selectFrom('teams').select('id').execute()).toHaveLength(2);
  });
});

describe('faults of PandaScore', () => {
  it('are retried, without losing data', async () => {
    server.faults.push(
      { kind: 'status', status: 500 },
      { kind: 'cut' },
      null,
      { kind: 'text', text: 'oops' },
      { kind: 'text', text: '{"error":"Out of order"}' },
    );
    server.faults.push({ kind: 'status', status: 429, headers: { 'Retry-After': '120' }, text: '{"error":"Rate limit exceeded"}' });
    await follow(at(20));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
    expect(warnings.filter((reason) => /500|terminated|JSON|Rate limit|no list: Out of order/.test(reason))).toHaveLength(5);
    expect((await loadProgress(database.db)).problem).toBeNull();
  });

  it('name the setting of a rejected key, and not the key', async () => {
    server.faults.push({ kind: 'status', status: 401, text: '{"error":"Token a-test-key is invalid"}' });
    const { failure } = await follow(at(-59));
    expect(failure).toMatch(/refuses PANDASCORE_KEY: status 401: Token \.\.\. is invalid/);
    expect(JSON.stringify(await loadProgress(database.db))).not.toContain('a-test-key');
  });

  it.each([403, 404])('%i refuses one kind of request, and others go on', async (status) => {
    server.pathFaults.set('/incidents', { kind: 'status', status, text: '{"error":"Forbidden","message":"not in your plan"}' });
    await follow(at(20));
    expect(await matches()).toMatchObject([{ status: 'ft' }]);
    expect(asked('/incidents')).toBe(1);
    expect(await database.db.selectFrom('feed_contacts').select('feed').execute()).toEqual([{ feed: 'pandascore' }]);
  });

  it('pause all requests when the provider counts none left of the hour', async () => {
    server.headers['X-Rate-Limit-Remaining'] = '0';
    await follow(at(-56));
    expect(server.asked).toHaveLength(1);
  });

  it('do not lose a result that came during a long pause', async () => {
    await follow(at(8));
    clock.set(new Date(START_MS + 12 * HOUR_MS));
    server.incidents = () => [];
    await follow(new Date(START_MS + 12 * HOUR_MS + MINUTE_MS));
    expect(await matches()).toMatchObject([{ status: 'ft', away_score: 2 }]);
  });
});

describe('lists of several pages', () => {
  it('are read to their end, and past matches month by month', async () => {
    const coming = Array.from({ length: 150 }, (_, i) =>
      seriesRow({ teams: [100 + 2 * i, 101 + 2 * i] }, { id: 100 + i, scheduled_at: iso(300 + i), begin_at: iso(300 + i) }),
    );
    const past = Array.from({ length: 130 }, (_, i) => {
      const began = new Date(START_MS - (2 + i / 2) * DAY_MS).toISOString();
      return seriesRow({ won: [0, 0], teams: [100 + 2 * i, 101 + 2 * i] }, { id: 1000 + i, scheduled_at: began, begin_at: began });
    });
    past[5] = { ...past[5]!, results: [] };
    past[6] = { ...past[6]!, results: [] };
    server.matches = () => [...coming, ...past];
    server.incidents = () => [];
    await follow(at(-30), { historySeasons: 1 });
    expect(await matches()).toHaveLength(150 + 128);
    expect(await refused()).toEqual([{ kind: 'past_match', feed_id: 'past', reason: 'finished without results' }]);
    const ranges = server.asked.filter(({ path }) => path === '/matches/past').map(({ query }) => query['range[begin_at]']);
    expect(new Set(ranges).size).toBe(13);
    expect((await loadProgress(database.db)).past['league-of-legends']!.before < '2025-11-22').toBe(true);
    const requests = server.asked.length;
    await follow(at(-25), { historySeasons: 1 });
    expect(server.asked.length - requests).toBeLessThan(8);
  });
});
