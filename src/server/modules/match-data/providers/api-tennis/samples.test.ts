import { expect, it } from 'vitest';
import { testClock } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { hasTennisSamples, startTennisServer, tennisSample } from '#test/support/tennis-server.ts';
import { createApiTennisFeed } from './api-tennis-feed.ts';
import { MatchRow, OddsRow } from './formats.ts';
import { createTennisStore } from './progress.ts';
import { API_TENNIS_PROTOCOL } from './protocol.ts';
import { readMatch, statusOf } from './to-updates.ts';
import { tourOf } from './tours.ts';

if (!hasTennisSamples) console.warn('skipped: there are no recorded answers in ../shared/data/providers/tennis');

const folder = 'api-tennis/';
const pair = (text: string) => text.split(' - ').map(Number);

it.skipIf(!hasTennisSamples)('imports every recorded match with its result and sets', async () => {
  const rows = [
    ...tennisSample(`${folder}get_fixtures-finished.json`).result,
    ...tennisSample(`${folder}get_fixtures-by-key-wta.json`).result,
  ];
  const tours = [...new Set<string>(rows.map((row) => row.event_type_type))];
  const [database, server] = await Promise.all([createTestDatabase(), startTennisServer()]);
  server.replies.set('get_events', () => ({
    success: 1,
    result: tours.map((name, index) => ({ event_type_key: 260 + index, event_type_type: name })),
  }));
  server.replies.set('get_fixtures', ({ event_type_key }) => ({
    success: 1,
    result: rows.filter((row) => row.event_type_type === tours[Number(event_type_key) - 260]),
  }));
  const clock = testClock('2026-06-10T06:00:00Z');
  const store = createTennisStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  const settings = { key: 'a-test-key', baseUrl: server.url, followed: tours.map(tourOf), perDay: 4500, perMinute: 100, historySeasons: 0 };
  const until = new Date('2026-06-10T06:05:00Z');
  await followService(database.db, clock, until, (options) => createApiTennisFeed(settings, { ...options, store }));
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
  const expected = rows.map((row) => {
    const [home_score, away_score] = pair(row.event_final_result);
    return {
      ...{ feed_id: String(row.event_key), home: row.event_first_player, away: row.event_second_player, season: '2026', status: 'ft' },
      ...{ kickoff_at: new Date(`${row.event_date}T${row.event_time}:00Z`), home_score, away_score },
      parts: row.scores.map(({ score_first, score_second }: Record<string, string>) => {
        const [[home, first], [away, second]] = [score_first!, score_second!].map((text) => text.split('.').map(Number)) as [
          number[],
          number[],
        ];
        return { home, away, ...(first !== undefined && { tiebreak: [first, second] }) };
      }),
    };
  });
  expect(told).toEqual(expected.sort((a, b) => a.feed_id.localeCompare(b.feed_id)));
  expect(told.filter(({ parts }) => JSON.stringify(parts).includes('tiebreak')).length).toBeGreaterThan(2);
  expect(await database.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
  await Promise.all([database.drop(), server.close()]);
});

it.skipIf(!hasTennisSamples)('reads the recorded match in play', () => {
  const [row] = tennisSample(`${folder}get_livescore-2026-09-30.json`).result;
  expect(readMatch(MatchRow.parse(row), undefined, new Date('2026-09-30T11:40:00Z'))).toMatchObject({
    status: {
      ...{ status: 'live', period: { kind: 'set', n: 2 } },
      score: {
        ...{ home: 0, away: 1 },
        parts: [
          { home: 2, away: 6 },
          { home: 5, away: 4, points: ['0', '0'], serving: 'away' },
        ],
      },
    },
  });
});

it.skipIf(!hasTennisSamples)('reads the prices of the recorded matches', () => {
  const { rows } = API_TENNIS_PROTOCOL.read(tennisSample(`${folder}get_odds.json`));
  const [first] = rows.map((row) => OddsRow.parse(row));
  expect(first).toMatchObject({ key: '12134273', value: { 'Home/Away': { Home: { bet365: '1.53' }, Away: { bet365: '2.50' } } } });
});

it.skipIf(!hasTennisSamples)('knows every recorded status', () => {
  const counts: Record<string, Record<string, number>> = tennisSample(`${folder}status-counts.json`);
  const words = Object.values(counts).flatMap((seen) => (Array.isArray(seen) ? [] : Object.keys(seen)));
  const odd: string[] = tennisSample(`${folder}odd-endings-2026-05-19.json`).map(({ status }: { status: string }) => status);
  for (const event_status of [...words, ...odd]) expect(statusOf({ event_status }), event_status).not.toBeNull();
});
