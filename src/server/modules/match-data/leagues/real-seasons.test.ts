import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getLeagueDraw, getLeagueFixtures, getLeagueScorers, getStandings, listLeagues } from '#contract/leagues.ts';
import { importOpenFootball } from '#server/modules/match-data/providers/openfootball/import-files.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const collection = '../shared/data/openfootball';
const FILES = [
  'football.json/2023-24/en.1.json',
  'football.json/2023-24/es.1.json',
  'football.json/2024-25/pt.1.json',
  'football.json/2024-25/de.1.json',
  'football.json/2024-25/en.2.json',
  'football.json/2024-25/uefa.cl.json',
  'worldcup.json/2022/worldcup.json',
  'worldcup.json/1990/worldcup.json',
];

describe.skipIf(!existsSync(collection))(`final tables of real seasons from ${collection} (skipped where absent)`, () => {
  const test = useTestApp();
  const ids = new Map<string, number>();

  beforeAll(async () => {
    const { db, now, log } = test.current.deps;
    await importOpenFootball(
      { db, now, log },
      FILES.map((file) => ({ file, text: readFileSync(join(collection, file), 'utf8') })),
    );
    const { reply } = await callApp(test.current.app, listLeagues, {});
    for (const { id, name } of reply.items) ids.set(name, id);
  });

  const tablesOf = async (league: string, season?: string) => {
    const { reply } = await callApp(test.current.app, getStandings, { id: ids.get(league)!, ...(season && { season }) });
    return reply.tables;
  };
  const placesOf = async (league: string, season?: string) =>
    (await tablesOf(league, season)).map(({ rows }) => rows.map(({ position, team, points }) => `${position} ${team.name} ${points}`));

  it('Premier League 2023/24, with its zones and deducted points', async () => {
    const [table] = await tablesOf('English Premier League');
    expect(table).toMatchObject({ group: null, teams: 20 });
    expect(table!.rows.map(({ team, points }) => [team.name.replace(/^AFC | A?FC$/g, ''), points])).toEqual([
      ['Manchester City', 91],
      ['Arsenal', 89],
      ['Liverpool', 82],
      ['Aston Villa', 68],
      ['Tottenham Hotspur', 66],
      ['Chelsea', 63],
      ['Newcastle United', 60],
      ['Manchester United', 60],
      ['West Ham United', 52],
      ['Crystal Palace', 49],
      ['Brighton & Hove Albion', 48],
      ['Bournemouth', 48],
      ['Fulham', 47],
      ['Wolverhampton Wanderers', 46],
      ['Everton', 40],
      ['Brentford', 39],
      ['Nottingham Forest', 32],
      ['Luton Town', 26],
      ['Burnley', 24],
      ['Sheffield United', 16],
    ]);
    expect(table!.rows.flatMap(({ deducted }) => deducted ?? [])).toEqual([8, 4]);
    expect(table!.rows.map(({ zone }) => zone)).toEqual([
      ...Array(4).fill('champions_league'),
      'europa_league',
      ...Array(12).fill(null),
      ...Array(3).fill('relegation'),
    ]);
  });

  it('La Liga 2023/24: Celta ranks before Sevilla by head to head, despite the worse goal difference', async () => {
    const [table] = await tablesOf('Primera División de España');
    const row = (position: number) => table!.rows[position - 1]!;
    expect([row(13), row(14)].map(({ team, points, goal_difference }) => [team.name, points, goal_difference])).toEqual([
      ['RC Celta de Vigo', 41, -11],
      ['Sevilla FC', 41, -6],
    ]);
    expect(row(1)).toMatchObject({ team: { name: 'Real Madrid CF' }, points: 95, won: 29, drawn: 8, lost: 1, goal_difference: 61 });
  });

  it('Primeira Liga 2024/25: AVS avoids direct relegation by head to head with Farense', async () => {
    expect((await placesOf('Portuguese Primeira Liga'))[0]!.slice(14)).toEqual([
      '15 CF Estrela da Amadora 29',
      '16 AVS 27',
      '17 SC Farense 27',
      '18 Boavista FC 24',
    ]);
  });

  it('Bundesliga 2024/25: the match awarded to Bochum counts', async () => {
    const [table] = await tablesOf('Deutsche Bundesliga');
    const bochum = table!.rows.find(({ team }) => team.name.includes('Bochum'));
    expect(bochum).toMatchObject({ position: 18, played: 34, points: 25, zone: 'relegation' });
    expect(table!.rows.find(({ team }) => team.name.includes('Union Berlin'))).toMatchObject({ position: 13, points: 40 });
  });

  it('Championship 2024/25: the play-offs after the season do not count for the table', async () => {
    const [table, ...others] = await tablesOf('English Championship');
    expect([others, table!.group, table!.rows.every(({ played }) => played === 46)]).toEqual([[], null, true]);
    expect(table!.rows.slice(0, 3).map(({ team, points, zone }) => [team.name, points, zone])).toEqual([
      ['Leeds United FC', 100, 'promotion'],
      ['Burnley FC', 100, 'promotion'],
      ['Sheffield United FC', 90, 'promotion_playoff'],
    ]);
  });

  it('Champions League 2024/25: a league phase of 36, then knock-outs', async () => {
    const [table, ...others] = await tablesOf('UEFA Champions League');
    expect([others, table!.group, table!.teams]).toEqual([[], null, 36]);
    expect(table!.rows[0]).toMatchObject({ points: 21, played: 8, zone: 'advance' });
    expect([8, 9, 24, 25].map((place) => table!.rows[place - 1]!.zone)).toEqual(['advance', 'advance_playoff', 'advance_playoff', null]);
  });

  it('World Cup 2022: eight groups, and Mbappé ranks before Messi', async () => {
    const tables = await tablesOf('World Cup');
    expect(tables.map(({ group }) => group)).toEqual([...'ABCDEFGH'].map((letter) => `Group ${letter}`));
    expect(await placesOf('World Cup')).toEqual([
      ['1 Netherlands 7', '2 Senegal 6', '3 Ecuador 4', '4 Qatar 0'],
      ['1 England 7', '2 USA 5', '3 Iran 3', '4 Wales 1'],
      ['1 Argentina 6', '2 Poland 4', '3 Mexico 4', '4 Saudi Arabia 3'],
      ['1 France 6', '2 Australia 6', '3 Tunisia 4', '4 Denmark 1'],
      ['1 Japan 6', '2 Spain 4', '3 Germany 4', '4 Costa Rica 3'],
      ['1 Morocco 7', '2 Croatia 5', '3 Belgium 4', '4 Canada 0'],
      ['1 Brazil 6', '2 Switzerland 6', '3 Cameroon 4', '4 Serbia 1'],
      ['1 Portugal 6', '2 South Korea 4', '3 Uruguay 4', '4 Ghana 3'],
    ]);
    const { reply } = await callApp(test.current.app, getLeagueScorers, { id: ids.get('World Cup')!, top: 4 });
    expect(reply.items.map(({ position, player, team, goals, penalties }) => [position, player, team.name, goals, penalties])).toEqual([
      [1, 'Kylian Mbappé', 'France', 8, 2],
      [2, 'Lionel Messi', 'Argentina', 7, 4],
      [3, 'Julián Álvarez', 'Argentina', 4, 0],
      [3, 'Olivier Giroud', 'France', 4, 0],
    ]);
    expect(reply.goals).toEqual({ all: 172, named: 172, assisted: 0 });
  });

  it('World Cup 1990: two points for a win, although 2022 gave three', async () => {
    expect((await placesOf('World Cup', '1990'))[0]![0]).toBe('1 Italy 6');
    const { reply } = await callApp(test.current.app, getStandings, { id: ids.get('World Cup')!, season: '1990' });
    expect([reply.points.win, reply.season, reply.seasons]).toEqual([2, '1990', ['2022', '1990']]);
  });

  const drawOf = async (league: string, season?: string) =>
    (await callApp(test.current.app, getLeagueDraw, { id: ids.get(league)!, ...(season && { season }) })).reply.draws;
  const winnersOf = ({ rounds }: Awaited<ReturnType<typeof drawOf>>[number]) =>
    rounds.map(({ slots }) => slots.map(({ tie }) => tie?.winner && tie.matches[0][tie.winner].name));

  it('World Cup 2022: the order of the draw differs from the order of the kick-offs', async () => {
    const [bracket, ...others] = await drawOf('World Cup');
    expect([others, bracket!.joins]).toEqual([[], true]);
    expect(winnersOf(bracket!)).toEqual([
      ['Netherlands', 'Argentina', 'Croatia', 'Brazil', 'England', 'France', 'Morocco', 'Portugal'],
      ['Argentina', 'Croatia', 'France', 'Morocco'],
      ['Argentina', 'France'],
      ['Argentina'],
    ]);
    expect(bracket!.third_place).toMatchObject({ winner: 'home', matches: [{ home: { name: 'Croatia' }, away: { name: 'Morocco' } }] });
  });

  it('Champions League 2024/25: two legs per tie, up to the final', async () => {
    const [bracket] = await drawOf('UEFA Champions League');
    expect([bracket!.joins, bracket!.rounds.map(({ name }) => name)]).toEqual([
      true,
      ['Round of 16', 'Quarter-finals', 'Semi-finals', 'Final'],
    ]);
    expect(bracket!.rounds.map(({ slots }) => slots[0]!.tie!.kind)).toEqual(['legs', 'legs', 'legs', 'single']);
    // The source has no score of the final.
    expect(winnersOf(bracket!).slice(-2)).toEqual([['Paris Saint-Germain FC (FRA)', 'FC Internazionale Milano (ITA)'], [null]]);
  });

  it('a cup leads from its groups to the final', async () => {
    const { reply } = await callApp(test.current.app, getLeagueFixtures, { id: ids.get('World Cup')! });
    expect(reply.rounds.map(({ name }) => name).slice(-5)).toEqual([
      'Round of 16',
      'Quarter-finals',
      'Semi-finals',
      'Match for third place',
      'Final',
    ]);
    expect(reply).toMatchObject({ round: 'Final', items: [{ status: 'pen', home: { name: 'Argentina' }, away: { name: 'France' } }] });
  });
});
