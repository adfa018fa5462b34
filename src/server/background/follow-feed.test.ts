import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { providerStates } from '#server/modules/match-data/providers/polled/progress.ts';
import { startApiSportsServer } from '#test/support/api-sports-server.ts';
import { createTestApp, TEST_NOW } from '#test/support/app.ts';
import { followFeed } from './work.ts';

it('follows nothing with FEED=none', async () => {
  const { deps, database } = await createTestApp({ FEED: 'none' });
  expect(await followFeed(deps, new AbortController().signal)).toBeNull();
  await database.drop();
});

it('plays only the leagues of the demo that are set', async () => {
  const { deps, database } = await createTestApp({ FEED: 'demo', DEMO_LEAGUES: 'kronenliga' });
  const abort = new AbortController();
  const runner = (await followFeed(deps, abort.signal))!;
  await runner.filled;
  expect(await deps.db.selectFrom('leagues').select('name').execute()).toEqual([{ name: 'Kronenliga' }]);
  abort.abort();
  await runner.done;
  await database.drop();
});

it('follows API-Football with the settings without waiting for it, and publishes changes', async () => {
  const server = await startApiSportsServer();
  const feed = { FEED: 'api-football', API_FOOTBALL_KEY: 'k', API_FOOTBALL_URL: `${server.url}/`, API_FOOTBALL_LEAGUES: '2,39' };
  const { deps, database, published } = await createTestApp(feed);
  const kickoff = '2026-11-20T18:00:00+00:00';
  const none = { home: null, away: null };
  server.faults.push({ kind: 'slow', ms: 50 });
  server.replies.set('/leagues', () => ({
    rows: [
      {
        league: { id: 39, name: 'PL', type: 'League' },
        country: { name: 'England', code: 'GB' },
        seasons: [{ year: 2026, current: true }],
      },
    ],
  }));
  server.replies.set('/fixtures', () => ({
    rows: [
      {
        fixture: { id: 7, date: kickoff, status: { short: 'NS', elapsed: null } },
        league: { id: 39, season: 2026, round: 'Regular Season - 12' },
        teams: { home: { id: 1, name: 'Reds' }, away: { id: 2, name: 'Blues' } },
        goals: none,
        score: { halftime: none, fulltime: none, extratime: none, penalty: none },
      },
    ],
  }));
  const abort = new AbortController();
  const runner = (await followFeed(deps, abort.signal))!;
  await runner.filled;
  expect(runner.states()).toMatchObject([{ name: 'api-football', succeededAt: null }]);
  await expect.poll(() => published.length).toBeGreaterThan(0);
  const contests = () => deps.db.selectFrom('contests').select('match_id').execute();
  await expect.poll(contests).not.toEqual([]);
  abort.abort();
  await runner.done;
  await Promise.all([database.drop(), server.close()]);
});

it('follows two providers at the same time, and separates their equal ids', async () => {
  const [football, basketball] = await Promise.all([startApiSportsServer(), startApiSportsServer({ hasPages: false })]);
  const { deps, database } = await createTestApp({
    ...{ FEED: 'api-football,api-basketball', API_FOOTBALL_KEY: 'f', API_BASKETBALL_KEY: 'b' },
    ...{ API_FOOTBALL_URL: football.url, API_FOOTBALL_LEAGUES: '12', API_BASKETBALL_URL: basketball.url, API_BASKETBALL_LEAGUES: '12' },
  });
  const country = { name: 'USA', code: 'US' };
  const league = { id: 12, name: 'League of football', type: 'League' };
  football.replies.set('/leagues', () => ({ rows: [{ league, country, seasons: [{ year: 2026, current: true }] }] }));
  football.replies.set('/teams', () => ({ rows: [{ team: { id: 1, name: 'Team of football', country: 'USA' } }] }));
  const seasons = [{ season: '2026-2027', start: '2026-10-20' }];
  basketball.replies.set('/leagues', () => ({ rows: [{ ...league, name: 'League of basketball', country, seasons }] }));
  basketball.replies.set('/teams', () => ({ rows: [{ id: 1, name: 'Team of basketball', country }] }));
  const abort = new AbortController();
  const followed = (await followFeed(deps, abort.signal))!;
  const named = (table: 'leagues' | 'teams') => deps.db.selectFrom(table).select(['name', 'sport']).orderBy('name').execute();
  await expect.poll(() => named('teams')).toHaveLength(2);
  expect(await named('leagues')).toEqual(['basketball', 'football'].map((sport) => ({ name: `League of ${sport}`, sport })));
  expect(await named('teams')).toEqual(['basketball', 'football'].map((sport) => ({ name: `Team of ${sport}`, sport })));
  // A request aborted at the end below is sent but never recorded, so the allowance is compared while both feeds run.
  const providers = [football, basketball];
  const used = async () => (await providerStates(deps)).map(({ leftToday }, n) => leftToday! + providers[n]!.asked.length);
  await expect.poll(used).toEqual([100, 100]);
  abort.abort();
  await followed.done;
  expect(followed.states().map(({ name }) => name)).toEqual(['api-football', 'api-basketball']);
  const keys = providers.map(({ asked }) => new Set(asked.map(({ key }) => key)));
  expect(keys).toEqual([new Set(['f']), new Set(['b'])]);
  expect(await providerStates(deps)).toMatchObject([
    { feed: 'api-football', problem: null },
    { feed: 'api-basketball', problem: null },
  ]);
  await Promise.all([database.drop(), football.close(), basketball.close()]);
});

describe('a replay', () => {
  const FOLDER = '../shared/data/fjelstul-worldcup';
  const settings = { FEED: 'replay', REPLAY_PATH: FOLDER, REPLAY_DATE: '2022-12-18', REPLAY_SPEED: '30' };

  it('without data explains why', async () => {
    const { deps, database } = await createTestApp({ ...settings, REPLAY_PATH: '/nowhere' });
    await expect(followFeed(deps, new AbortController().signal)).rejects.toThrow('There is nothing to replay: /nowhere does not exist.');
    await database.drop();
  });

  it.skipIf(!existsSync(FOLDER))('kicks off in two minutes, and at the same time after a restart', async () => {
    const { deps, database, clock } = await createTestApp(settings);
    const play = async () => {
      const abort = new AbortController();
      const runner = (await followFeed(deps, abort.signal))!;
      await runner.filled;
      abort.abort();
      await runner.done;
      const next = deps.db.selectFrom('matches').select(['kickoff_at', 'status']).where('status', '=', 'ns').orderBy('kickoff_at');
      return next.executeTakeFirst();
    };
    const kickoff = new Date(Date.parse(TEST_NOW) + 120_000);
    expect(await play()).toEqual({ kickoff_at: kickoff, status: 'ns' });
    clock.advance(60_000);
    expect(await play()).toEqual({ kickoff_at: kickoff, status: 'ns' });
    expect(await deps.db.selectFrom('contests').select('state').where('deadline_at', '=', kickoff).execute()).toContainEqual({
      state: 'open',
    });
    await database.drop();
  });
});
