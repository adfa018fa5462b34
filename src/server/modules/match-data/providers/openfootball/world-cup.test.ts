import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getStandings } from '#contract/leagues.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { importOpenFootball, openFootballReport, parseSquads } from './import-files.ts';

const test = useTestApp();
const deps = () => ({ db: test.current.deps.db, now: test.current.clock.now, log: { warn: () => {} } });

it('reads squads, and reports what it cannot read of them', () => {
  const player = { number: 1, pos: 'GK', name: 'Ann', club: { name: 'Reds' } };
  const text = JSON.stringify([{ name: 'United States', players: [player, { ...player, pos: 'XX' }, 7] }, { name: 'Blues' }]);
  expect(parseSquads({ file: 'squads.json', text })).toEqual({
    file: 'squads.json',
    squads: [{ kind: 'squad', teamId: 'team:USA', coach: null, players: [{ name: 'Ann', number: 1, position: 'GK' }] }],
    problems: [
      { file: 'squads.json', match: 'United States', problem: '2 of its 3 players cannot be read' },
      { file: 'squads.json', match: 'squad 2', problem: 'has no name or no list of players' },
    ],
  });
  expect(parseSquads({ file: 'squads.json', text: '{' }).problems).toMatchObject([{ problem: 'is not a list of squads' }]);
});

it('reports a squad whose team is in no match', async () => {
  const [report] = await importOpenFootball(deps(), [{ file: 'x.squads.json', text: JSON.stringify([{ name: 'Nobody', players: [] }]) }]);
  expect(openFootballReport(report!)).toEqual([
    'x.squads.json: nothing to import, 1 problem',
    '  x.squads.json: Nobody: squad refused: unknown_team',
  ]);
});

const FOLDER = '../shared/data/openfootball/worldcup.json';
describe.skipIf(!existsSync(FOLDER))(`the files in ${FOLDER} (skipped where absent)`, () => {
  const read = (file: string) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') });
  const finalOf = (season: string) =>
    deps()
      .db.selectFrom('matches')
      .innerJoin('leagues', 'leagues.id', 'league_id')
      .selectAll('matches')
      .where('leagues.name', '=', 'World Cup')
      .where('season', '=', season)
      .where('round', '=', 'Final')
      .executeTakeFirstOrThrow();

  it('are imported completely: groups, extra time, shoot-outs, squads', async () => {
    const files = readdirSync(FOLDER).flatMap((year) => readdirSync(join(FOLDER, year)).map((name) => `${year}/${name}`));
    const wanted = files.filter((file) => /\/worldcup(\.squads)?\.json$/.test(file)).sort();
    const reports = await importOpenFootball(deps(), wanted.map(read));
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(reports.find(({ squads }) => squads > 0)).toMatchObject({ file: '2026/worldcup.squads.json', squads: 48 });
    expect(reports.find(({ season }) => season === '2026')).toMatchObject({ league: 'World Cup', matches: 104, added: 104 });
    expect(await finalOf('2022')).toMatchObject({ status: 'pen', halftime: [2, 0], fulltime: [2, 2], extratime: [3, 3], penalty: [4, 2] });
    expect(await finalOf('2026')).toMatchObject({ status: 'aet', home_score: 1, away_score: 0, fulltime: [0, 0], extratime: [1, 0] });
  });

  it('are matches of national teams, on neutral ground but for the hosts', async () => {
    const rows = await deps()
      .db.selectFrom('matches')
      .innerJoin('leagues', 'leagues.id', 'league_id')
      .innerJoin('teams', 'teams.id', 'home_team_id')
      .select(['is_neutral', 'rating_group', 'teams.name as home'])
      .where('leagues.name', '=', 'World Cup')
      .where('season', '=', '2026')
      .execute();
    expect(rows).toHaveLength(104);
    expect(new Set(rows.map(({ rating_group }) => rating_group))).toEqual(new Set(['nations']));
    const atHome = rows.filter(({ is_neutral }) => !is_neutral);
    expect(new Set(atHome.map(({ home }) => home))).toEqual(new Set(['USA', 'Canada', 'Mexico']));
  });

  it('contain the goals of the final of 2022 with their minutes', async () => {
    const { id } = await finalOf('2022');
    const events = await deps().db.selectFrom('match_events').selectAll().where('match_id', '=', id).orderBy('position').execute();
    expect(events.map(({ minute, side, type, player, period }) => [period, minute, side, type, player])).toEqual([
      ['H1', 23, 'home', 'penalty', 'Lionel Messi'],
      ['H1', 36, 'home', 'goal', 'Ángel Di María'],
      ['H2', 80, 'away', 'penalty', 'Kylian Mbappé'],
      ['H2', 81, 'away', 'goal', 'Kylian Mbappé'],
      ['ET', 108, 'home', 'goal', 'Lionel Messi'],
      ['ET', 118, 'away', 'penalty', 'Kylian Mbappé'],
    ]);
  });

  it('give the group tables of 2022', async () => {
    const { league_id: id } = await finalOf('2022');
    const { reply } = await callApp(test.current.app, getStandings, { id, season: '2022' });
    expect(reply.tables.map(({ group }) => group)).toEqual([...'ABCDEFGH'].map((letter) => `Group ${letter}`));
    const groupC = reply.tables.find(({ group }) => group === 'Group C')!;
    expect(groupC.rows.map((row) => [row.team.name, row.points, row.goals_for - row.goals_against])).toEqual([
      ['Argentina', 6, 3],
      ['Poland', 4, 0],
      ['Mexico', 4, -1],
      ['Saudi Arabia', 3, -2],
    ]);
  });
});
