import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { type TestClock, testClock } from '#test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { startTennisServer, type TennisServer } from '#test/support/tennis-server.ts';
import { createLiveTennisFeed, createLiveTennisStore, loadProgress } from './live-tennis-feed.ts';

const START = '2026-08-16T10:00:00Z';
const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS);

let database: TestDatabase;
let server: TennisServer;
let clock: TestClock;
let warnings: string[];
beforeEach(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startTennisServer({ data: [], meta: {} })]);
  clock = testClock('2026-08-16T06:00:00Z');
  warnings = [];
  server.replies.set('/matches', (query, path) => {
    if (path !== '/matches') return rows().find(({ id }) => path === `/matches/${id}`);
    const wanted = rows().filter(
      ({ status, tour, draw }) => status === query.status && (query.tour ?? tour) === tour && (query.draw ?? draw) === draw,
    );
    return { data: wanted, meta: { has_more: false } };
  });
});
afterEach(() => Promise.all([database.drop(), server.close()]));

const minutes = () => (clock.now().getTime() - Date.parse(START)) / MINUTE_MS;
const games = (home: number[], away: number[], sets: [number, number], more: object = {}) => ({
  sets,
  games: [home, away],
  points: ['15', '0'],
  server: 1,
  ...more,
});

/** The course of a match, by minutes from its start: its score is stale for an hour after its end. */
function course(): object {
  const now = minutes();
  if (now < 30) return { status: 'upcoming' };
  if (now < 60) return { status: 'live', score: games([3], [2], [0, 0]) };
  if (now < 90) return { status: 'live', score: games([6, 1], [2, 1], [1, 0]) };
  if (now < 150) return { status: 'live', score: games([6, 5], [2, 0], [1, 0], { stale: true, age_seconds: 60 }) };
  return { status: 'completed', winner: 1, score: games([6, 6], [2, 0], [2, 0]) };
}

const row = (id: number, change: object) => ({
  ...{ id, tour: 'atp', draw: 'singles', tournament: 'Somewhere', tournament_id: 't-9', surface: 'hard', format: 'BO3', round_code: 'F' },
  ...{ status: 'upcoming', event_status: null, scheduled_time: START, score: null, winner: null },
  players: { p1: { id: 2 * id, name: `Home ${id}`, ranking: 5 }, p2: { id: 2 * id + 1, name: `Away ${id}`, ranking: null } },
  ...change,
});
const rows = () => [row(7, course()), row(8, { tour: 'itf', status: 'live' })];

const follow = (until: Date) => {
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: ['atp-singles'], perDay: 100, perMinute: 30 };
  const store = createLiveTennisStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  return followService(
    database.db,
    clock,
    until,
    (options) => createLiveTennisFeed(settings, { ...options, store, timeoutMs: 2000 }),
    warnings,
  );
};
const matches = () => database.db.selectFrom('matches').select(['status', 'home_score', 'away_score', 'parts']).orderBy('id').execute();

it('follows a match within the hundred requests of the free plan, and finds its result by its id', async () => {
  await follow(at(-1));
  expect(await matches()).toEqual([{ status: 'ns', home_score: null, away_score: null, parts: null }]);
  await follow(at(58));
  expect(await matches()).toMatchObject([
    { status: 'live', home_score: 0, parts: [{ home: 3, away: 2, points: ['15', '0'], serving: 'home' }] },
  ]);
  // The stale score is not believed, and the match is not over.
  await follow(at(149));
  expect(await matches()).toMatchObject([
    {
      status: 'live',
      home_score: 1,
      parts: [
        { home: 6, away: 2 },
        { home: 1, away: 1 },
      ],
    },
  ]);
  await follow(at(149 + 60));
  expect(await matches()).toMatchObject([
    {
      status: 'ft',
      home_score: 2,
      away_score: 0,
      parts: [
        { home: 6, away: 2 },
        { home: 6, away: 0 },
      ],
    },
  ]);
  await follow(at(12 * 60));
  expect((await loadProgress(database.db)).used.count).toBeLessThanOrEqual(100);
  expect(server.asked.every(({ key, query }) => key === 'a-test-key' && query.status !== 'completed')).toBe(true);
  expect(await database.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
});

it('continues after faults', async () => {
  server.faults.push({ kind: 'status', status: 500 }, { kind: 'cut' }, { kind: 'text', text: '{"data":5}' });
  server.faults.push({ kind: 'status', status: 429, headers: { 'Retry-After': '120' }, text: '{"error":"rate_limited"}' });
  await follow(at(58));
  expect(warnings.filter((reason) => /500|terminated|no answer|429/.test(reason))).toHaveLength(4);
  expect(await matches()).toMatchObject([{ status: 'live' }]);
  await follow(at(6 * 60));
  expect(await matches()).toMatchObject([{ status: 'ft' }]);
});

it('asks for a match that vanished rarely if the provider does not know it', async () => {
  await follow(at(58));
  server.replies.set('/matches', (_, path) => (path === '/matches' ? { data: [] } : undefined));
  const before = server.asked.length;
  await follow(at(11 * 60));
  expect(await matches()).toMatchObject([{ status: 'live' }]);
  const since = server.asked.slice(before).map(({ path, query }) => (path === '/matches' ? query.status : 'match'));
  expect(since.filter((what) => what === 'match').length).toBeLessThan(12);
  // A match that the provider does not know is no reason to ask what is played.
  expect(since.filter((what) => what === 'live').length).toBeLessThan(50);
});

it('names the setting of a rejected key', async () => {
  server.replies.clear();
  server.faults.push({ kind: 'status', status: 401, text: '{"error":"unauthorized","detail":"a-test-key"}' });
  const { failure } = await follow(new Date('2026-08-16T06:05:00Z'));
  expect(failure).toMatch(/refuses LIVE_TENNIS_KEY/);
  expect(failure).not.toContain('a-test-key');
});
