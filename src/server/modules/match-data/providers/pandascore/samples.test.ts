import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testClock } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { followService } from '#test/support/follow-service.ts';
import type { SeriesRow } from '#test/support/pandascore-rows.ts';
import { startPandascoreServer } from '#test/support/pandascore-server.ts';
import { MatchRow } from './formats.ts';
import { createPandascoreFeed } from './pandascore-feed.ts';
import { createPandascoreStore } from './progress.ts';

/** Recorded answers, which are not part of the repository. */
const SAMPLES = '../shared/data/providers/esports/pandascore/';
const hasSamples = existsSync(`${SAMPLES}matches_past.json`);
if (!hasSamples) console.warn(`skipped: there are no recorded answers in ${SAMPLES}`);
const sample = (file: string): SeriesRow[] => [JSON.parse(readFileSync(`${SAMPLES}${file}.json`, 'utf8'))].flat();

it.skipIf(!hasSamples)('imports every recorded series, with its maps and its result', async () => {
  const played = [...sample('matches_past'), ...sample('match_get'), ...sample('rl_matches_list')];
  const undecided = [...sample('lol_matches_list'), ...sample('get_league_matches')];
  const titles = [...new Set([...played, ...undecided].map(({ videogame }) => videogame.slug))];
  const [database, server] = await Promise.all([createTestDatabase(), startPandascoreServer()]);
  server.matches = () => [...played, ...undecided];
  const deletions = JSON.parse(readFileSync(`${SAMPLES}deletions.json`, 'utf8'));
  const changes = played.map((object) => ({ change_type: 'update', id: object.id, type: 'match', object }));
  server.incidents = () => [...deletions, ...changes].map((row) => ({ ...row, modified_at: '2026-06-30T00:00:00Z' }));
  const clock = testClock('2026-06-20T06:00:00Z');
  const store = createPandascoreStore({ db: database.db, now: clock.now, log: { warn: () => {} } });
  const settings = {
    ...{ key: 'k', baseUrl: server.url, followed: titles, tiers: ['s', 'a', 'b', 'c', 'd', 'unranked'] },
    ...{ perHour: 300, perMinute: 60, historySeasons: 0 },
  };
  await followService(database.db, clock, new Date('2026-06-20T06:02:00Z'), (options) =>
    createPandascoreFeed(settings, { ...options, store }),
  );
  const told = await database.db
    .selectFrom('matches as m')
    .innerJoin('feed_ids as f', (join) => join.onRef('f.id', '=', 'm.id').on('f.kind', '=', 'match'))
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['f.feed_id', 'h.name as home', 'a.name as away', 'm.kickoff_at', 'm.status', 'm.home_score', 'm.away_score', 'm.started_at'])
    .select((eb) => eb.fn<number>('jsonb_array_length', ['m.parts']).as('maps'))
    .orderBy('f.feed_id')
    .execute();
  const wanted = played.map((row) => ({
    ...{ feed_id: String(row.id), home: row.opponents[0]!.opponent.name, away: row.opponents[1]!.opponent.name },
    ...{ kickoff_at: new Date(row.scheduled_at!), status: 'ft', started_at: new Date(row.begin_at!), maps: row.games.length },
    ...{ home_score: row.results[0]!.score, away_score: row.results[1]!.score },
  }));
  expect(told).toEqual(wanted.sort((one, other) => (one.feed_id < other.feed_id ? -1 : 1)));
  expect(told).toHaveLength(55);
  // Everything is read, and series whose opponents are to be decided are no matches yet.
  expect(await database.db.selectFrom('quarantine').select(['feed_id', 'reason']).execute()).toEqual([]);
  expect(undecided.every((row) => MatchRow.safeParse(row).success)).toBe(true);
  await Promise.all([database.drop(), server.close()]);
});
