import { beforeAll, expect, it } from 'vitest';
import { getLeagueScorers } from '#contract/leagues.ts';
import type { EventPeriod, MatchEventType } from '#domain/matches/match-details.ts';
import type { Side } from '#domain/matches/sport.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type MatchValues } from '#test/support/factories.ts';

const test = useTestApp();
const scorers = async (id: number, top?: number) =>
  (await callApp(test.current.app, getLeagueScorers, { id, ...(top === undefined ? {} : { top }) })).reply;

type Told = [type: MatchEventType, side: Side, player: string | null, other?: string, period?: EventPeriod];

let league: number;
let reds: number;
let blues: number;

async function play(values: Partial<MatchValues>, told: Told[]): Promise<void> {
  const { db } = test.current.deps;
  const kickoffAt = new Date('2026-11-01T12:00:00Z');
  const match_id = await createMatch(db, { leagueId: league, homeTeamId: reds, awayTeamId: blues, kickoffAt, status: 'ft', ...values });
  if (told.length === 0) return;
  await db
    .insertInto('match_events')
    .values(
      told.map(([type, side, player, other, period], i) => ({
        match_id,
        feed_event_id: `e${i}`,
        position: i,
        type,
        side,
        period: period ?? 'H1',
        // An assist sent as its own event belongs to the goal before it.
        minute: type === 'assist' ? i : i + 1,
        player,
        other: other ?? null,
      })),
    )
    .execute();
}

beforeAll(async () => {
  const { db } = test.current.deps;
  league = await createLeague(db);
  reds = await createTeam(db, 'Reds');
  blues = await createTeam(db, 'Blues');
  const season = '2026/27';
  await db
    .insertInto('league_teams')
    .values([reds, blues].map((team_id) => ({ league_id: league, season, team_id })))
    .execute();
  await play({ score: [4, 3] }, [
    ['goal', 'home', ' Ann '],
    ['penalty', 'home', 'Ann'],
    ['goal', 'home', 'Bea', 'Cat'],
    ['goal', 'home', 'Bea', 'Ann'],
    ['own_goal', 'home', 'Cat'],
    ['penalty', 'away', 'Ann'],
    ['goal', 'away', ''],
  ]);
  await play({ status: 'h2', score: [1, 1] }, [
    ['goal', 'home', 'Cat', 'Ann'],
    ['assist', 'home', 'Ann'],
    ['goal', 'away', 'Dot'],
    ['missed_penalty', 'away', 'Dot'],
    ['var', 'home', 'Ann'],
  ]);
  await play({ status: 'pen', score: [0, 0] }, [
    ['penalty', 'home', 'Ann', undefined, 'P'],
    ['goal', 'away', 'Dot', undefined, 'P'],
  ]);
  // Awarded matches, abandoned matches and other seasons do not count.
  await play({ status: 'awd', score: [3, 0] }, [['goal', 'away', 'Dot']]);
  await play({ status: 'abd', score: [1, 0] }, [['goal', 'home', 'Ann']]);
  await play({ season: '2025/26', score: [1, 0] }, [['goal', 'home', 'Ann']]);
});

it('ranks scorers by goals, then fewer penalties, assists and name; equal goals share a position', async () => {
  const { items } = await scorers(league);
  expect(items.map((item) => [item.position, item.player, item.team.name, item.goals, item.penalties, item.assists])).toEqual([
    [1, 'Bea', 'Reds', 2, 0, 0],
    [1, 'Ann', 'Reds', 2, 1, 2],
    [3, 'Cat', 'Reds', 1, 0, 1],
    [3, 'Dot', 'Blues', 1, 0, 0],
    [3, 'Ann', 'Blues', 1, 1, 0],
  ]);
});

it('returns how many goals have a known scorer, and can be limited to the top rows', async () => {
  expect((await scorers(league)).goals).toEqual({ all: 9, named: 8, assisted: 3 });
  const { items, goals } = await scorers(league, 1);
  expect([items.length, items[0]?.player, goals.all]).toEqual([1, 'Bea', 9]);
});

it('returns no scorers for a league without matches', async () => {
  expect(await scorers(await createLeague(test.current.deps.db))).toMatchObject({
    items: [],
    assists: [],
    teams: [],
    goals: { all: 0, named: 0, assisted: 0 },
  });
});

it('ranks players by assists, also those without a goal', async () => {
  const { assists } = await scorers(league);
  expect(assists.map((item) => [item.position, item.player, item.assists, item.goals])).toEqual([
    [1, 'Ann', 2, 2],
    [2, 'Cat', 1, 1],
  ]);
});

it('can be of one team: its own players, and the goals that count for it', async () => {
  const ofTeam = async (team_id: number) => (await callApp(test.current.app, getLeagueScorers, { id: league, team_id })).reply;
  const blue = await ofTeam(blues);
  expect(blue.items.map(({ player, position }) => [position, player])).toEqual([
    [1, 'Dot'],
    [1, 'Ann'],
  ]);
  // Three in the first match, one of them by an own goal of the other side and one without a scorer, and one in the second.
  expect([blue.assists, blue.goals]).toEqual([[], { all: 4, named: 3, assisted: 0 }]);
  expect((await ofTeam(reds)).goals).toEqual({ all: 5, named: 5, assisted: 3 });
  expect(blue.teams.map(({ name }) => name)).toEqual(['Blues', 'Reds']);
  const stranger = await createTeam(test.current.deps.db);
  const { status, problem } = await callApp(test.current.app, getLeagueScorers, { id: league, team_id: stranger });
  expect([status, problem.code]).toEqual([404, 'not_found']);
});
