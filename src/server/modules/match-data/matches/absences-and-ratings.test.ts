import { beforeEach, describe, expect, it } from 'vitest';
import { getMatch } from '#contract/matches.ts';
import { insertSnapshots, SNAPSHOTS_MAX } from '#server/modules/match-data/import/detail-queries.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { publishImported, purgeStatisticSnapshots } from '#server/modules/match-data/public.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });
const FEED = 'a-feed';
const KICKOFF = new Date('2026-11-20T18:00:00Z');

const tell = async (updates: FeedUpdate[], at = TEST_NOW) => {
  test.current.clock.set(at);
  const { deps } = test.current;
  const result = await importUpdates({ db: deps.db, now: deps.now, log: { warn: () => {} } }, FEED, updates);
  await publishImported(deps, result.changes);
  return result.refused.map(({ kind, reason }) => `${kind}: ${reason}`);
};
const detail = async () => {
  const { id } = await test.current.deps.db.selectFrom('matches').select('id').executeTakeFirstOrThrow();
  return (await callApp(test.current.app, getMatch, { id })).reply;
};
const fixture = (referee?: string): FeedUpdate => ({
  ...{ kind: 'fixture', id: 'm', leagueId: 'l', season: '2026/27', round: 'Round 1', homeTeamId: 'a', awayTeamId: 'b', kickoffAt: KICKOFF },
  ...(referee !== undefined && { referee }),
});
const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: null });
const NO_SCORE = { halftime: null, fulltime: null, extratime: null, penalty: null };
const live = (minute: number, seenAt: string): FeedUpdate => ({
  ...{ kind: 'status', matchId: 'm', status: 'h1', minute, stoppage: null, period: null, seenAt: new Date(seenAt) },
  score: { home: 0, away: 0, ...NO_SCORE },
});
const counted = (home: number, away: number): FeedUpdate => ({
  ...{ kind: 'statistics', matchId: 'm', home: { shots: home, expected_goals: home / 10 }, away: { shots: away } },
});

beforeEach(async () => {
  const league: FeedUpdate = {
    ...{ kind: 'league', id: 'l', sport: 'football', name: 'League', countryCode: 'fr', season: '2026/27', form: 'league' },
    drawPossible: true,
  };
  expect(await tell([league, team('a'), team('b'), fixture('A. Whistle')])).toEqual([]);
});

describe('who misses a match', () => {
  it('is shown by side with the reason, and replaced by what is told later', async () => {
    const absent = (name: string, teamId: string, reason: string | null) => ({ name, teamId, kind: 'suspended' as const, reason });
    await tell([
      { kind: 'absences', matchId: 'm', players: [absent('Ann', 'b', 'Red Card'), absent('Bo', 'a', null), absent('X', 'c', null)] },
    ]);
    expect((await detail()).absences).toEqual({
      home: [{ name: 'Bo', kind: 'suspended', reason: null }],
      away: [{ name: 'Ann', kind: 'suspended', reason: 'Red Card' }],
    });
    await tell([{ kind: 'absences', matchId: 'm', players: [] }]);
    expect((await detail()).absences).toEqual({ home: [], away: [] });
  });

  it('is refused with names or reasons that cannot be', async () => {
    const player = { name: 'Ann', teamId: 'a', kind: 'out' as const, reason: null };
    const of = (players: unknown[]) => tell([{ kind: 'absences', matchId: 'm', players } as FeedUpdate]);
    expect(await of([{ ...player, name: ' ' }])).toEqual(['absences: name_missing_or_too_long']);
    expect(await of([{ ...player, reason: 'x'.repeat(121) }])).toEqual(['absences: reason_too_long']);
    expect(await of([{ ...player, kind: 'bored' }])).toEqual(['absences: unknown_absence']);
    expect(await of(Array.from({ length: 81 }, () => player))).toEqual(['absences: too_many_players']);
  });
});

describe('ratings of players', () => {
  const player = { name: 'Ann', teamId: 'a', number: 9, minutes: 90, rating: 7.8 };

  it('are shown by side with the provider’s name', async () => {
    expect((await detail()).ratings).toBeNull();
    await tell([
      { kind: 'ratings', matchId: 'm', source: 'API-Football', players: [player, { ...player, name: 'Bo', teamId: 'b', rating: null }] },
    ]);
    expect((await detail()).ratings).toEqual({
      source: 'API-Football',
      home: [{ name: 'Ann', number: 9, minutes: 90, rating: 7.8 }],
      away: [{ name: 'Bo', number: 9, minutes: 90, rating: null }],
    });
  });

  it('are refused beyond ten, or with impossible minutes', async () => {
    const of = (more: Partial<typeof player>) =>
      tell([{ kind: 'ratings', matchId: 'm', source: 'API-Football', players: [{ ...player, ...more }] }]);
    expect(await of({ rating: 10.1 })).toEqual(['ratings: rating_out_of_range']);
    expect(await of({ rating: Number.NaN })).toEqual(['ratings: rating_out_of_range']);
    expect(await of({ minutes: 151 })).toEqual(['ratings: number_out_of_range']);
  });
});

it('the referee is shown, and kept when a later report has none', async () => {
  await tell([fixture()]);
  expect((await detail()).referee).toBe('A. Whistle');
});

it('statistics of a match in play are kept with their minute whenever they change, and purged later', async () => {
  const at = (minute: number) => new Date(KICKOFF.getTime() + minute * 60_000).toISOString();
  await tell([counted(0, 0)]);
  await tell([live(10, at(10)), counted(1, 2)], at(10));
  await tell([live(20, at(20)), counted(1, 2)], at(20));
  await tell([live(30, at(30)), counted(3, 2)], at(30));
  const rows = () =>
    test.current.deps.db.selectFrom('match_statistic_snapshots').select(['minute', 'seen_at', 'home', 'away']).orderBy('seen_at').execute();
  expect(await rows()).toEqual([
    { minute: 10, seen_at: new Date(at(10)), home: { shots: 1, expected_goals: 0.1 }, away: { shots: 2 } },
    { minute: 30, seen_at: new Date(at(30)), home: { shots: 3, expected_goals: 0.3 }, away: { shots: 2 } },
  ]);
  // Two reports within the same minute, the second one without a status of its own.
  await tell([counted(4, 2)], at(30.5));
  await tell([counted(5, 2)], at(30.75));
  expect((await rows()).slice(2)).toMatchObject([
    { minute: 30, seen_at: new Date(at(30.5)), home: { shots: 4 } },
    { minute: 30, seen_at: new Date(at(30.75)), home: { shots: 5 } },
  ]);
  expect(await purgeStatisticSnapshots(test.current.deps)).toBe(0);
  test.current.clock.set('2036-11-20T12:00:00Z');
  expect(await purgeStatisticSnapshots(test.current.deps)).toBe(4);
});

it('a match keeps a limited number of snapshots, whatever its feed reports', async () => {
  const { db } = test.current.deps;
  await tell([live(10, KICKOFF.toISOString())]);
  const { id } = await db.selectFrom('matches').select('id').executeTakeFirstOrThrow();
  const row = (second: number) => ({
    ...{ match_id: id, seen_at: new Date(KICKOFF.getTime() + second * 1000), minute: 10, stoppage: null },
    ...{ home: { shots: second }, away: { shots: 0 }, feed: 'api-football' },
  });
  for (const seconds of [
    [0, 400],
    [400, 800],
    [800, 1200],
  ] as const)
    await insertSnapshots(
      db,
      Array.from({ length: seconds[1] - seconds[0] }, (_, index) => row(seconds[0] + index)),
    );
  const { count } = await db.selectFrom('match_statistic_snapshots').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  expect(Number(count)).toBe(SNAPSHOTS_MAX);
});
