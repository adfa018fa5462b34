import { expect, it } from 'vitest';
import { hasApiSportsSamples, sampleRows, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { testClock } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { createApiBasketballFeed } from './api-basketball-feed.ts';
import { createBasketballStore } from './progress.ts';

if (!hasApiSportsSamples) console.warn('skipped: there are no recorded answers in ../shared/data/api-football-samples');

it.skipIf(!hasApiSportsSamples)('imports every game, quarter and overtime of the recorded evening', async () => {
  const rows = sampleRows('other-sports/basketballFixtures.json');
  const [database, server] = await Promise.all([createTestDatabase(), startApiSportsServer({ hasPages: false })]);
  const seasons = [{ season: '2021-2022', start: '2021-10-02', end: '2022-04-10' }];
  server.replies.set('/leagues', () => ({ rows: [{ ...rows[0].league, country: rows[0].country, seasons }] }));
  server.replies.set('/games', () => ({ rows }));
  const clock = testClock('2021-10-21T06:00:00Z');
  const store = createBasketballStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: ['12'], perDay: 100, perMinute: 10 };
  const until = new Date('2021-10-21T06:05:00Z');
  await followService(database.db, clock, until, (options) => createApiBasketballFeed(settings, { ...options, store }));
  const told = await database.db
    .selectFrom('matches as m')
    .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select([
      'f.feed_id',
      'h.name as home',
      'a.name as away',
      'm.kickoff_at',
      'm.status',
      'm.home_score',
      'm.away_score',
      'm.parts',
      'm.season',
    ])
    .orderBy('f.feed_id')
    .execute();
  const names = ['quarter_1', 'quarter_2', 'quarter_3', 'quarter_4', 'over_time'];
  expect(told).toEqual(
    rows.map(({ id, date, status, teams, scores: { home, away } }) => ({
      ...{ feed_id: String(id), home: teams.home.name, away: teams.away.name, kickoff_at: new Date(date), season: '2021/22' },
      ...{ status: status.short === 'AOT' ? 'aet' : 'ft', home_score: home.total, away_score: away.total },
      parts: names.filter((name) => home[name] !== null).map((name) => ({ home: home[name], away: away[name] })),
    })),
  );
  expect(told.filter(({ status }) => status === 'aet')).toHaveLength(1);
  expect(await database.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
  await Promise.all([database.drop(), server.close()]);
});
