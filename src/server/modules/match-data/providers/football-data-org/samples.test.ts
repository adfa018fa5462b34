import { expect, it } from 'vitest';
import { testClock } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import { footballDataOrgSample, hasFootballDataOrgSamples, startFootballDataOrgServer } from '#test/support/football-data-org-server.ts';
import { createFootballDataOrgFeed } from './football-data-org-feed.ts';
import { MatchRow } from './formats.ts';
import { readMatch } from './matches-to-updates.ts';
import { createFootballDataOrgStore } from './progress.ts';

if (!hasFootballDataOrgSamples)
  console.warn('skipped: there are no recorded answers in ../shared/data/providers/football/football-data.org');

/** The fields of a recorded match that the test reads. */
interface RecordedMatch {
  id: number;
  utcDate: string;
  status: string;
  area: object;
  competition: { code: string };
  season: object;
  homeTeam: { name: string };
  matchday: number | null;
  group: string | null;
  score: Record<'fullTime' | 'halfTime', { home: number | null; away: number | null }>;
}

it.skipIf(!hasFootballDataOrgSamples).each([
  ['competition-matches-scheduled-2026.json', '2026-02-23T12:00:00Z'],
  ['matches-today.json', '2023-12-29T12:00:00Z'],
  ['team-matches-2023.json', '2023-12-28T12:00:00Z'],
])('imports every match of %s', async (file, time) => {
  const { matches } = footballDataOrgSample(file) as { matches: RecordedMatch[] };
  const first = new Map(matches.map((row) => [row.competition.code, row]));
  const [database, server] = await Promise.all([createTestDatabase(), startFootballDataOrgServer()]);
  for (const [code, { area, competition, season }] of first) {
    server.replies.set(`/competitions/${code}`, () => ({ area, ...competition, currentSeason: season }));
    server.replies.set(`/competitions/${code}/teams`, () => ({ count: 0, teams: [] }));
    server.replies.set(`/competitions/${code}/matches`, () => ({ matches: matches.filter((row) => row.competition.code === code) }));
  }
  server.replies.set('/matches', () => ({ matches: [] }));
  const clock = testClock(time);
  const store = createFootballDataOrgStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  const settings = {
    key: 'a-test-key',
    baseUrl: server.url,
    followed: [...first.keys()],
    perMinute: 30,
    scores: 'live' as const,
    historySeasons: 0,
  };
  await followService(database.db, clock, new Date(clock.now().getTime() + 120_000), (options) =>
    createFootballDataOrgFeed(settings, { ...options, store }),
  );
  const told = await database.db
    .selectFrom('matches as m')
    .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .select([
      'f.feed_id',
      'h.name as home',
      'm.kickoff_at',
      'm.status',
      'm.home_score',
      'm.away_score',
      'm.fulltime',
      'm.halftime',
      'm.round',
      'm.group_name',
    ])
    .orderBy('f.feed_id')
    .execute();
  expect(told).toEqual(
    matches
      .map(({ id, utcDate, status, homeTeam, matchday, group, score: { fullTime, halfTime } }) => {
        const isOver = status === 'FINISHED';
        const groupName = group === null ? null : `Group ${group.slice(-1)}`;
        return {
          ...{ feed_id: String(id), home: homeTeam.name, kickoff_at: new Date(utcDate), status: isOver ? 'ft' : 'ns' },
          ...{ home_score: fullTime.home, away_score: fullTime.away, fulltime: isOver ? [fullTime.home, fullTime.away] : null },
          halftime: isOver ? [halfTime.home, halfTime.away] : null,
          ...{ round: groupName ? `${groupName}, Matchday ${matchday}` : `Round ${matchday}`, group_name: groupName },
        };
      })
      .sort((a: { feed_id: string }, b: { feed_id: string }) => (a.feed_id < b.feed_id ? -1 : 1)),
  );
  expect(await database.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
  const countries = await database.db.selectFrom('leagues').select(['name', 'country_code']).orderBy('name').execute();
  expect(countries.every(({ name, country_code }) => (country_code === null) === /UEFA/.test(name))).toBe(true);
  await Promise.all([database.drop(), server.close()]);
});

it.skipIf(!hasFootballDataOrgSamples)('reads the recorded score of a shoot-out as 1-1 after 90 minutes', () => {
  const { matches } = footballDataOrgSample('team-matches-2023.json');
  const { score } = footballDataOrgSample('score-shootout.json');
  expect(readMatch(MatchRow.parse({ ...matches[0], score }), 'p')).toMatchObject({
    status: 'pen',
    read: { kind: 'known', score: { home: 1, away: 1, fulltime: [1, 1], extratime: [1, 1], penalty: [2, 3] } },
  });
});
