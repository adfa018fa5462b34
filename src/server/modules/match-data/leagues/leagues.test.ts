import { beforeAll, describe, expect, it } from 'vitest';
import { getLeague, getStandings, listLeagues } from '#contract/leagues.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const standings = (input: { id: number; season?: string; top?: number }) => callApp(test.current.app, getStandings, input);
let league: number;
let cup: number;
const teams: number[] = [];

beforeAll(async () => {
  const { db } = test.current.deps;
  league = await createLeague(db, {
    name: 'First Division',
    rules: {
      zones: [
        { from: 1, to: 1, kind: 'champion' },
        { from: 4, to: 4, kind: 'relegation' },
      ],
    },
  });
  cup = await createLeague(db, { name: 'Cup', form: 'cup' });
  const basketball = await createLeague(db, { name: 'Hoops', sport: 'basketball', drawPossible: false });
  await createMatch(db, { leagueId: basketball, kickoffAt: at('20T11:00'), status: 'live', score: [50, 48] });
  for (const name of ['Ann', 'Bea', 'Cat', 'Dot']) teams.push(await createTeam(db, name));
  const inSeason = (season: string, ids: number[]) => ids.map((team_id) => ({ league_id: league, season, team_id }));
  await db
    .insertInto('league_teams')
    .values([
      ...inSeason('2026/27', teams),
      ...inSeason('2025/26', teams.slice(0, 2)),
      ...['2024 S9', '2024 S10'].flatMap((season) => inSeason(season, teams.slice(0, 2))),
      { league_id: cup, season: '2026/27', team_id: teams[0]! },
    ])
    .execute();
  const [ann, bea, cat] = teams as [number, number, number];
  const match = { leagueId: league, homeTeamId: ann, awayTeamId: bea };
  await createMatch(db, { ...match, kickoffAt: at('01T12:00'), status: 'ft', score: [3, 1] });
  await createMatch(db, { ...match, homeTeamId: bea, awayTeamId: cat, kickoffAt: at('02T12:00'), status: 'aet', score: [2, 2] });
  await createMatch(db, { ...match, kickoffAt: at('01T12:00'), status: 'ft', score: [0, 9], season: '2025/26' });
  // None of these has a result.
  await createMatch(db, { ...match, kickoffAt: at('20T11:30'), status: 'h1', score: [0, 5] });
  await createMatch(db, { ...match, kickoffAt: at('20T23:59'), status: 'canc', score: [0, 5] });
  await createMatch(db, { ...match, kickoffAt: at('21T00:00') });
});

describe('leagues', () => {
  it('are listed with the number of their teams, of matches today and of live matches', async () => {
    const { reply } = await callApp(test.current.app, listLeagues, { sport: 'football' });
    expect(reply.items).toMatchObject([
      { id: league, name: 'First Division', form: 'league', season: '2026/27', teams: 4, matches_today: 2, live: 1 },
      { id: cup, form: 'cup', teams: 1, matches_today: 0, live: 0 },
    ]);
    expect((await callApp(test.current.app, listLeagues, { sport: 'tennis' })).reply.items).toEqual([]);
    expect((await callApp(test.current.app, listLeagues, {})).reply.items).toHaveLength(3);
    expect((await callApp(test.current.app, listLeagues, { sport: 'basketball' })).reply.items).toMatchObject([
      { name: 'Hoops', sport: 'basketball', draw_possible: false, matches_today: 1, live: 1 },
    ]);
  });

  it('are returned by id', async () => {
    expect((await callApp(test.current.app, getLeague, { id: league })).reply).toMatchObject({
      id: league,
      name: 'First Division',
      season: '2026/27',
    });
  });

  it.each(['', '/standings', '/fixtures', '/scorers'])('return 404 for the unknown id %s', async (below) => {
    for (const id of ['999999', '0', 'abc', '1.5', '99999999999']) {
      expect((await test.current.app.request(`/api/leagues/${id}${below}`)).status).toBe(404);
    }
  });
});

describe('a table', () => {
  it('counts finished matches of this season, with zones and form', async () => {
    const { reply } = await standings({ id: league });
    expect(reply).toMatchObject({
      league: { id: league },
      season: '2026/27',
      seasons: ['2026/27', '2025/26', '2024 S10', '2024 S9'],
      tables: [{ group: null, teams: 4 }],
    });
    expect(
      reply.tables[0]!.rows.map((row) => [row.position, row.team.name, row.played, row.points, row.goal_difference, row.form, row.zone]),
    ).toEqual([
      [1, 'Ann', 1, 3, 2, ['W'], 'champion'],
      [2, 'Cat', 1, 1, 0, ['D'], null],
      [3, 'Bea', 2, 1, -2, ['L', 'D'], null],
      [4, 'Dot', 0, 0, 0, [], 'relegation'],
    ]);
    expect(reply.tables[0]!.rows[2]).toMatchObject({ won: 0, drawn: 1, lost: 1, goals_for: 3, goals_against: 5 });
  });

  it('can be limited to the top rows and requested for an earlier season', async () => {
    const top = (await standings({ id: league, top: 2 })).reply;
    expect([top.tables[0]!.teams, top.tables[0]!.rows.map(({ team }) => team.name)]).toEqual([4, ['Ann', 'Cat']]);
    const earlier = (await standings({ id: league, season: '2025/26' })).reply;
    expect([earlier.season, earlier.tables[0]!.rows.map(({ team }) => team.name)]).toEqual(['2025/26', ['Bea', 'Ann']]);
  });

  it('returns 404 for a season that was never played, and is absent for a cup without groups', async () => {
    expect(await standings({ id: league, season: '1999/00' })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect((await standings({ id: cup })).reply).toMatchObject({ season: '2026/27', tables: [] });
  });

  it.each([
    '/standings?top=0',
    '/standings?top=101',
    '/standings?top=1.5',
    '/standings?view=xyz',
    '/standings?live=2',
    `/standings?season=${'x'.repeat(1000)}`,
    `/fixtures?round=${'x'.repeat(1000)}`,
    `/fixtures?season=${'x'.repeat(1000)}`,
    '/scorers?top=0',
    `/scorers?season=${'x'.repeat(1000)}`,
  ])('rejects the query %s', async (query) => {
    const response = await test.current.app.request(`/api/leagues/${league}${query}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_query']);
  });

  it.each([
    '/standings?season=1999/00',
    '/fixtures?season=1999/00',
    '/scorers?season=1999/00',
    '/standings?season=%00',
    '/fixtures?round=%00',
  ])('returns 404 for %s', async (query) => {
    expect((await test.current.app.request(`/api/leagues/${league}${query}`)).status).toBe(404);
  });
});
