import { beforeAll, expect, it } from 'vitest';
import { getTeamPlayers } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const inDays = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);
const player = (name: string, number: number, position: string, starter = true) => ({ name, number, position, grid: null, starter });

let team: number;
let other: number;

beforeAll(async () => {
  const { db } = test.current.deps;
  team = await createTeam(db, 'Avalon Town');
  other = await createTeam(db, 'Northgate');
  const leagueId = await createLeague(db);
  const play = (days: number, more: object) =>
    createMatch(db, { leagueId, homeTeamId: team, awayTeamId: other, kickoffAt: inDays(days), ...more });
  const first = await play(-9, { status: 'ft', score: [2, 0] });
  const live = await play(-0.04, { status: 'h2', score: [1, 0], homeTeamId: other, awayTeamId: team });
  const next = await play(5, {});
  const before = await play(-300, { status: 'ft', score: [1, 0], season: '2025/26' });
  const tell = (match_id: number, side: string, players: object[], coach: string | null = null) =>
    db
      .insertInto('lineups')
      .values({ match_id, side, formation: null, coach, players: JSON.stringify(players) })
      .execute();
  await tell(first, 'home', [player('Ann Ash', 9, 'FWD'), player('Bo Birch', 1, 'GK')], 'C. Oach');
  await tell(first, 'away', [player('Opponent', 5, 'DEF')]);
  await tell(next, 'home', [player('Not Yet', 3, 'DEF')], 'N. Ext');
  await tell(before, 'home', [player('Gone', 2, 'DEF')]);
  await db
    .insertInto('match_events')
    .values(
      [
        { match_id: first, side: 'home', type: 'goal', minute: 5, player: 'Ann Ash' },
        { match_id: first, side: 'away', type: 'yellow', minute: 6, player: 'Opponent' },
        { match_id: before, side: 'home', type: 'goal', minute: 7, player: 'Gone' },
      ].map((event, position) => ({ ...event, position, feed_event_id: String(position), period: 'H1' })),
    )
    .execute();
  await db
    .insertInto('player_ratings')
    .values({
      ...{ match_id: first, side: 'home', source: 'API-Football', seen_at: inDays(-8) },
      players: JSON.stringify([{ name: 'Ann Ash', number: 9, minutes: 90, rating: 8.1 }]),
    })
    .execute();
  await db
    .insertInto('squads')
    .values({ team_id: team, coach: null, players: JSON.stringify([{ name: 'Squad Man', number: 30, position: 'MID' }]) })
    .execute();
  expect(live).toBeGreaterThan(0);
});

it('returns the players of the season begun, and how much of it is known', async () => {
  const { status, reply } = await callApp(test.current.app, getTeamPlayers, { id: team });
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    coach: 'C. Oach',
    matches: { begun: 2, with_lineup: 1 },
    goals: { all: 2, named: 1 },
    rated_by: ['API-Football'],
  });
  expect(reply.players.map(({ name, position, starts, goals }) => [name, position, starts, goals])).toEqual([
    ['Bo Birch', 'GK', 1, 0],
    ['Squad Man', 'MID', 0, 0],
    ['Ann Ash', 'FWD', 1, 1],
  ]);
  expect(reply.players[2]!.rating).toEqual({ mean: 8.1, matches: 1 });
});

it('returns an empty list for a team of which nothing is known, and 404 for an unknown one', async () => {
  const fresh = await createTeam(test.current.deps.db, 'Fresh');
  const { reply } = await callApp(test.current.app, getTeamPlayers, { id: fresh });
  expect(reply).toEqual({ coach: null, players: [], matches: { begun: 0, with_lineup: 0 }, goals: { all: 0, named: 0 }, rated_by: [] });
  for (const id of [2_000_000_000, 0, 1.5, Number.NaN]) {
    expect(await callApp(test.current.app, getTeamPlayers, { id })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  }
});
