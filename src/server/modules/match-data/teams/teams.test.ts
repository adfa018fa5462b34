import { beforeAll, expect, it } from 'vitest';
import { getTeam } from '#contract/teams.ts';
import { HOUR_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const inHours = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);

const ids = {} as { team: number; league: number; cup: number; ended: number[]; live: number; next: number[]; undated: number };
beforeAll(async () => {
  const { db } = test.current.deps;
  ids.team = await createTeam(db, 'Örebro SK');
  ids.league = await createLeague(db, { name: 'Allsvenskan' });
  ids.cup = await createLeague(db, { name: 'Svenska Cupen' });
  const elsewhere = await createLeague(db, { name: 'Elsewhere' });
  const play = (hours: number | null, more: object = {}) =>
    createMatch(db, { leagueId: ids.league, homeTeamId: ids.team, kickoffAt: hours === null ? null : inHours(hours), ...more });
  ids.ended = [];
  for (let back = 12; back >= 1; back--) ids.ended.push(await play(-24 * back, { status: 'ft', score: [1, 0] }));
  ids.live = await play(-1, { status: 'h2', leagueId: ids.cup, homeTeamId: undefined, awayTeamId: ids.team, score: [0, 0] });
  ids.next = [];
  for (let ahead = 1; ahead <= 12; ahead++) ids.next.push(await play(24 * ahead));
  ids.undated = await play(null, { status: 'tbd' });
  // Never updated again.
  await play(-500, { status: 'pst' });
  await createMatch(db, { leagueId: elsewhere, kickoffAt: inHours(1) });
});

it('returns a team, its leagues, and its matches around now by kick-off', async () => {
  const { status, reply } = await callApp(test.current.app, getTeam, { id: ids.team });
  expect(status).toBe(200);
  expect(reply).toMatchObject({ team: { id: ids.team, name: 'Örebro SK' }, sport: 'football', country_code: null });
  expect(reply.leagues.map(({ id }) => id)).toEqual([ids.cup, ids.league]);
  expect(reply.matches.map(({ id }) => id)).toEqual([...ids.ended.slice(2), ids.live, ...ids.next.slice(0, 10)]);
  expect(reply.matches[10]).toMatchObject({ status: 'h2', league: { name: 'Svenska Cupen' }, away: { id: ids.team } });
});

it('returns matches without a date last, and empty lists for a team without matches', async () => {
  const { db } = test.current.deps;
  const team = await createTeam(db, 'Fresh Starters');
  expect((await callApp(test.current.app, getTeam, { id: team })).reply).toMatchObject({ leagues: [], matches: [] });
  const undated = await createMatch(db, { homeTeamId: team, kickoffAt: null, status: 'tbd' });
  const next = await createMatch(db, { awayTeamId: team, kickoffAt: inHours(50) });
  test.current.clock.advance(6_000);
  expect((await callApp(test.current.app, getTeam, { id: team })).reply.matches.map(({ id }) => id)).toEqual([next, undated]);
});

it('returns 404 for an unknown team', async () => {
  for (const id of [2_000_000_000, 0, 1.5, Number.NaN]) {
    expect(await callApp(test.current.app, getTeam, { id })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  }
});

it('returns mean expected goals of the finished matches in which both sides have them', async () => {
  const { db } = test.current.deps;
  const team = await createTeam(db, 'Expected FC');
  const league = await createLeague(db);
  const tell = async (side: 'home' | 'away', own: number | null, theirs: number | null, more: object = {}) => {
    const sides = side === 'home' ? { homeTeamId: team } : { awayTeamId: team };
    const id = await createMatch(db, { leagueId: league, kickoffAt: inHours(-50), status: 'ft', score: [0, 0], ...sides, ...more });
    const numbers = (expected: number | null) => JSON.stringify(expected === null ? { shots: 3 } : { expected_goals: expected });
    const other = side === 'home' ? 'away' : 'home';
    await db
      .insertInto('match_statistics')
      .values([
        { match_id: id, side, numbers: numbers(own) },
        { match_id: id, side: other, numbers: numbers(theirs) },
      ])
      .execute();
  };
  const expected = async () => (await callApp(test.current.app, getTeam, { id: team })).reply.expected_goals;
  await tell('home', 1, null);
  expect(await expected()).toBeNull();
  await tell('home', 2, 0.5);
  await tell('away', 1, 1.5);
  // In play, and in another season.
  await tell('home', 9, 9, { status: 'h2' });
  await tell('home', 9, 9, { season: '2025/26' });
  test.current.clock.advance(6_000);
  expect(await expected()).toEqual({ matches: 2, scored: 1.5, conceded: 1 });
});
