import { beforeEach, describe, expect, it } from 'vitest';
import { getMatchCourse } from '#contract/match-course.ts';
import type { Shot } from '#domain/matches/shot.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { publishImported } from '#server/modules/match-data/public.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF = new Date('2026-11-20T18:00:00Z');

const tell = async (updates: FeedUpdate[], at: string | Date = TEST_NOW) => {
  test.current.clock.set(at);
  const { deps } = test.current;
  const result = await importUpdates({ db: deps.db, now: deps.now, log: { warn: () => {} } }, 'api-football', updates);
  await publishImported(deps, result.changes);
  return result.refused.map(({ reason }) => reason);
};
const course = async () => {
  const { id } = await test.current.deps.db.selectFrom('matches').select('id').executeTakeFirstOrThrow();
  return (await callApp(test.current.app, getMatchCourse, { id })).reply;
};
const inMinute = async (minute: number, shots: number, expected: number) => {
  const seenAt = new Date(KICKOFF.getTime() + minute * 60_000);
  const score = { home: 0, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null };
  return tell(
    [
      { kind: 'status', matchId: 'm', status: 'h1', minute, stoppage: null, period: null, seenAt, score },
      { kind: 'statistics', matchId: 'm', home: { shots, expected_goals: expected }, away: { shots: 0, expected_goals: 0 } },
    ],
    seenAt,
  );
};
const shot = (rest: Partial<Shot> = {}): Shot => ({
  ...{
    id: 's1',
    side: 'home',
    period: 'H1',
    minute: 9,
    stoppage: null,
    player: 'Ann',
    x: 0.9,
    y: 0.5,
    expected_goals: 0.25,
    outcome: 'saved',
  },
  ...rest,
});

beforeEach(async () => {
  const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: null });
  const league: FeedUpdate = {
    ...{ kind: 'league', id: 'l', sport: 'football', name: 'League', countryCode: 'fr', season: '2026/27', form: 'league' },
    drawPossible: true,
  };
  const fixture: FeedUpdate = {
    ...{
      kind: 'fixture',
      id: 'm',
      leagueId: 'l',
      season: '2026/27',
      round: 'Round 1',
      homeTeamId: 'a',
      awayTeamId: 'b',
      kickoffAt: KICKOFF,
    },
  };
  expect(await tell([league, team('a'), team('b'), fixture])).toEqual([]);
});

describe('the course of a match', () => {
  it('is unknown without figures', async () => {
    expect(await course()).toEqual({ pressure: null, expected_goals: null, shots: null });
    expect((await callApp(test.current.app, getMatchCourse, { id: 999_999 })).status).toBe(404);
  });

  it('comes from what was counted during play, with source, resolution and gaps', async () => {
    for (const [minute, shots, expected] of [
      [5, 1, 0.1],
      [9, 1, 0.2],
      [24, 6, 0.9],
    ] as const)
      await inMinute(minute, shots, expected);
    const at = (minute: number) => ({ minute, stoppage: null });
    expect(await course()).toEqual({
      pressure: {
        source: 'API-Football',
        resolution_minutes: 15,
        counted: ['shots'],
        bars: [
          { from: at(0), to: at(5), home: 0.2, away: 0 },
          { from: at(5), to: at(9), home: 0, away: 0 },
        ],
        gaps: [{ from: at(9), to: at(24) }],
      },
      expected_goals: {
        source: 'API-Football',
        resolution_minutes: 15,
        points: [
          { ...at(5), home: 0.1, away: 0 },
          { ...at(9), home: 0.2, away: 0 },
          { ...at(24), home: 0.9, away: 0 },
        ],
      },
      shots: null,
    });
  });

  it('has the shots where a feed tells them; the last report counts', async () => {
    await inMinute(10, 1, 0.3);
    expect(await tell([{ kind: 'shots', matchId: 'm', shots: [shot(), shot({ id: 's2', outcome: 'goal' })] }])).toEqual([]);
    expect((await course()).shots?.items).toHaveLength(2);
    await tell([{ kind: 'shots', matchId: 'm', shots: [shot()] }]);
    expect(await course()).toMatchObject({
      shots: { source: 'API-Football', items: [shot()] },
      expected_goals: { resolution_minutes: null, points: [{ minute: 9, home: 0.25, away: 0 }] },
    });
  });

  it.each([
    ['unknown_shot', [shot({ outcome: 'lucky' as 'goal' })]],
    ['unknown_shot', [shot({ side: 'both' as 'home' })]],
    ['shot_off_the_pitch', [shot({ x: 1.01 })]],
    ['shot_off_the_pitch', [shot({ y: Number.NaN })]],
    ['expected_goals_out_of_range', [shot({ expected_goals: -0.1 })]],
    ['minute_out_of_range', [shot({ minute: 46 })]],
    ['minute_out_of_range', [shot({ period: 'P' as 'H1' })]],
    ['name_missing_or_too_long', [shot({ player: ' ' })]],
    ['shot_id_missing_or_too_long', [shot({ id: 'x'.repeat(41) })]],
    ['shot_twice', [shot(), shot()]],
    ['too_many_shots', Array.from({ length: 151 }, (_, i) => shot({ id: String(i) }))],
  ])('refuses shots that cannot be: %s', async (reason, shots) => {
    const before = await course();
    expect(await tell([{ kind: 'shots', matchId: 'm', shots }])).toEqual([reason]);
    expect(await course()).toEqual(before);
  });
});
