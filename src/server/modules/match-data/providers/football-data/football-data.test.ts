import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { getStandings } from '#contract/leagues.ts';
import { importOpenFootball } from '#server/modules/match-data/providers/openfootball/import-files.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { footballDataReport, importFootballData } from './import-files.ts';
import { parseFootballData } from './parse.ts';

const test = useTestApp();
const deps = () => ({ db: test.current.deps.db, now: test.current.clock.now, log: { warn: () => {} } });
const HEADER =
  'Div,Season,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HS,AS,HST,AST,B365H,B365D,B365A,B365CH,B365CD,B365CA,PSH,PSD,PSA';
const GOOD = 'SC0,2022-23,2022-08-20,15:00,Celtic,Hearts,2,0,H,1,0,9,4,5,1,1.3,5,9.5,1.25,5.5,11,1.31,5.2,10';
const AWAY = 'SC0,2022-23,2022-12-20,,Hearts,Celtic,0,3,A,0,1,,,,,,,,,,,,,';
const file = (...rows: string[]) => ({ file: 'SC0.csv', text: [HEADER, ...rows].join('\n') });
const problemsOf = (row: string) => parseFootballData(file(GOOD, row)).problems.map(({ problem }) => problem);

describe('a file of football-data.co.uk', () => {
  it('is imported as results, statistics and prices with closing prices, and changes nothing the second time', async () => {
    const { db } = deps();
    const [first] = await importFootballData(deps(), [file(GOOD, AWAY)]);
    expect(first).toMatchObject({ league: 'Scottish Premiership', seasons: '2022/23', matches: 2, added: 2, changed: 0, problems: [] });
    const match = await db
      .selectFrom('matches')
      .selectAll()
      .where('kickoff_at', '=', new Date('2022-08-20T14:00:00Z'))
      .executeTakeFirstOrThrow();
    expect(match).toMatchObject({ status: 'ft', home_score: 2, away_score: 0, halftime: [1, 0], fulltime: [2, 0] });
    const odds = await db.selectFrom('odds').selectAll().where('match_id', '=', match.id).orderBy('bookmaker').execute();
    expect(odds).toMatchObject([
      {
        bookmaker: 'Bet365',
        opening_home: 130,
        opening_draw: 500,
        opening_away: 950,
        closing_home: 125,
        closing_draw: 550,
        closing_away: 1100,
      },
      { bookmaker: 'Pinnacle', opening_home: 131, closing_home: 131, closing_draw: 520, closing_away: 1000 },
    ]);
    const moved = await db.selectFrom('odds_movements').select(['bookmaker', 'home']).orderBy('at').orderBy('bookmaker').execute();
    expect(moved).toEqual([
      { bookmaker: 'Bet365', home: 130 },
      { bookmaker: 'Pinnacle', home: 131 },
      { bookmaker: 'Bet365', home: 125 },
    ]);
    const counted = await db
      .selectFrom('match_statistics')
      .select(['side', 'numbers'])
      .where('match_id', '=', match.id)
      .orderBy('side')
      .execute();
    expect(counted).toEqual([
      { side: 'away', numbers: { shots: 4, shots_on_target: 1 } },
      { side: 'home', numbers: { shots: 9, shots_on_target: 5 } },
    ]);
    expect(await importFootballData(deps(), [file(GOOD, AWAY)])).toMatchObject([{ matches: 2, added: 0, changed: 0, problems: [] }]);
    expect(await db.selectFrom('odds').selectAll().where('match_id', '=', match.id).orderBy('bookmaker').execute()).toMatchObject(
      odds.map(({ closing_home, opening_home }) => ({ closing_home, opening_home })),
    );
  });

  it('is completed when an import stopped half-way', async () => {
    const { db } = deps();
    const second = { file: 'SC1.csv', text: [HEADER, GOOD, AWAY].join('\n').replaceAll('SC0', 'SC1').replaceAll('Celtic', 'Ayr') };
    const files = [file(GOOD, AWAY), second];
    await sql`create function break_off() returns trigger language plpgsql as
      $$ begin if (select count(*) from matches) > 2 then raise 'disk full' using errcode = '53100'; end if; return null; end $$`.execute(
      db,
    );
    await sql`create trigger break_off after insert on odds_movements execute function break_off()`.execute(db);
    await expect(importFootballData(deps(), files)).rejects.toMatchObject({ code: '53100' });
    expect(await db.selectFrom('matches').select('id').execute()).toHaveLength(2);
    await sql`drop trigger break_off on odds_movements`.execute(db);
    expect(await importFootballData(deps(), files)).toMatchObject([
      { added: 0, changed: 0, problems: [] },
      { added: 2, changed: 0, problems: [] },
    ]);
    expect(await db.selectFrom('odds_movements').select('match_id').execute()).toHaveLength(6);
    expect(await db.selectFrom('teams').select('id').execute()).toHaveLength(3);
  });

  it.each<[string, string, string[]]>([
    ['a score that is none', GOOD.replace(',2,0,H,', ',x,0,H,'), ['"FTHG" is "x": is not a count']],
    ['a result of another score', GOOD.replace(',2,0,H,', ',2,0,A,'), ['the result A is not that of 2:0']],
    ['a date that is none', GOOD.replace('2022-08-20', '2022-02-30'), ['"Date" is "2022-02-30": is not a date']],
    ['a wrong year', GOOD.replace('2022-08-20', '2024-08-20'), ['the date lies outside the season 2022/23: is the year wrong?']],
    ['the same match again', GOOD, ['stands in the file twice']],
    ['another division', GOOD.replace('SC0', 'E0'), ['is of the division "E0" in a file of "SC0"']],
    ['more goals before half-time', GOOD.replace('H,1,0', 'H,3,0'), ['the score cannot be: halftime above fulltime']],
    ['a short row', 'SC0,2022-23,2022-08-21', expect.arrayContaining(['"HomeTeam" is missing', '"FTHG" is missing'])],
  ])('reports %s, and imports the rest', (_, row, expected) => {
    expect(problemsOf(row)).toEqual(expected);
    expect(parseFootballData(file(GOOD, row)).matches).toHaveLength(1);
  });

  it.each(['', 'a,b\n1,2', `${HEADER}\nXX1,2022-23`, `${HEADER}\n"SC0,2022-23`])(
    'reports that the whole file is unreadable for %j',
    (text) => {
      const { matches, problems } = parseFootballData({ file: 'x.csv', text });
      expect(matches).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );

  it('imports a match with an odd value, and quarantines the row', async () => {
    const odd = [
      GOOD.replace('2022-08-20', '2022-09-10').replace(',9,4,5,1,', ',9,4,10,1,'),
      GOOD.replace('2022-08-20', '2022-09-11').replace('1.3,5,9.5', '0,5,9.5'),
      'SC0,2022-23,2022-09-12,,Celtic,Hearts,0,3,A,,,,,,,,,,,,,,,',
    ];
    const [report] = await importFootballData(deps(), [file(...odd)]);
    const [shots, price, awarded] = [
      'has more shots on target than shots: its statistics are left out',
      "Bet365's prices 0 / 5 / 9.5 cannot be, and are left out",
      'was not played: the result is one that was awarded',
    ];
    expect(report).toMatchObject({
      matches: 3,
      problems: [
        { line: 2, problem: shots },
        { line: 3, problem: price },
        { line: 4, problem: awarded },
      ],
    });
    expect(footballDataReport(report!)).toContain(`  SC0.csv:4: Celtic - Hearts, 2022-09-12: ${awarded}`);
    const kept = await deps().db.selectFrom('quarantine').select(['kind', 'reason']).where('feed', '=', 'football-data').execute();
    expect(kept.map(({ reason }) => reason).sort()).toEqual([shots, price, awarded].sort());
    const statuses = await deps()
      .db.selectFrom('matches')
      .select('status')
      .where('kickoff_at', '=', new Date('2022-09-12T12:00:00Z'))
      .execute();
    expect(statuses).toEqual([{ status: 'awd' }]);
  });

  it('is read as one season in the site’s format, with a note if the season is incomplete', () => {
    const text = 'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,17/08/19,Arsenal,Burnley,2,1,H\nE0,24/08/2019,Liverpool,Arsenal,3,1,H';
    const { matches, problems, notes } = parseFootballData({ file: 'E0.csv', text });
    expect(problems).toEqual([]);
    expect(matches).toMatchObject([{ season: '2019/20', home: 'Arsenal FC', row: { Date: '2019-08-17' } }, { season: '2019/20' }]);
    expect(notes).toEqual(['2019/20 is not played by all alike, or not to its end: 3 teams with 1 to 2 matches each']);
  });

  it('shares clubs and leagues with openfootball, whichever is imported first', async () => {
    const json = (matches: object[]) => ({
      file: '2023-24/sco.1.json',
      text: JSON.stringify({ name: 'Scottish Premiership 2023/24', matches }),
    });
    await importFootballData(deps(), [file(GOOD)]);
    await importOpenFootball(deps(), [json([{ round: '1', date: '2023-08-05', team1: 'Celtic FC', team2: 'Dundee FC' }])]);
    await importFootballData(deps(), [file(GOOD.replace('Hearts', 'Dundee').replace('2022-08-20', '2022-09-20'))]);
    const { db } = deps();
    const teams = await db.selectFrom('teams').select('name').where('name', 'in', ['Celtic FC', 'Dundee FC', 'Celtic', 'Dundee']).execute();
    expect(teams.map(({ name }) => name).sort()).toEqual(['Celtic FC', 'Dundee FC']);
    const leagues = await db.selectFrom('leagues').select('current_season').where('name', '=', 'Scottish Premiership').execute();
    expect(leagues).toEqual([{ current_season: '2023/24' }]);
  });
});

const FOLDER = '../shared/data/football-data';
describe.skipIf(!existsSync(FOLDER))(`the files in ${FOLDER} (skipped where absent)`, () => {
  const read = (name: string) => ({ file: name, text: readFileSync(join(FOLDER, name), 'utf8') });

  it('give the final table of the Premier League 2022-23', async () => {
    const [report] = await importFootballData(deps(), [read('E0.csv')]);
    expect(report).toMatchObject({ matches: 4180, added: 4180, notes: [] });
    const { id } = await deps()
      .db.selectFrom('leagues')
      .select('id')
      .where('name', '=', 'English Premier League')
      .executeTakeFirstOrThrow();
    const { reply } = await callApp(test.current.app, getStandings, { id, season: '2022/23' });
    expect(
      reply.tables.map(({ rows }) => rows.map((row) => [row.team.name, row.played, row.points, row.goals_for - row.goals_against])),
    ).toEqual([
      [
        ['Manchester City FC', 38, 89, 61],
        ['Arsenal FC', 38, 84, 45],
        ['Manchester United FC', 38, 75, 15],
        ['Newcastle United FC', 38, 71, 35],
        ['Liverpool FC', 38, 67, 28],
        ['Brighton & Hove Albion FC', 38, 62, 19],
        ['Aston Villa FC', 38, 61, 5],
        ['Tottenham Hotspur FC', 38, 60, 7],
        ['Brentford FC', 38, 59, 12],
        ['Fulham FC', 38, 52, 2],
        ['Crystal Palace FC', 38, 45, -9],
        ['Chelsea FC', 38, 44, -9],
        ['Wolverhampton Wanderers FC', 38, 41, -27],
        ['West Ham United FC', 38, 40, -13],
        ['AFC Bournemouth', 38, 39, -34],
        ['Nottingham Forest FC', 38, 38, -30],
        ['Everton FC', 38, 36, -23],
        ['Leicester City FC', 38, 34, -17],
        ['Leeds United FC', 38, 31, -30],
        ['Southampton FC', 38, 25, -37],
      ],
    ]);
  });

  it('are read to the last row, with reports of odd values', () => {
    const files = readdirSync(FOLDER).filter((name) => /^[A-Z]+\d?\.csv$/.test(name));
    const parsed = files.map((name) => parseFootballData(read(name)));
    expect(parsed.reduce((sum, { matches }) => sum + matches.length, 0)).toBe(84_752);
    const counts = new Map<string, number>();
    for (const { problem } of parsed.flatMap(({ problems }) => problems)) {
      const kind = problem.includes('prices')
        ? 'prices'
        : problem.includes('shots')
          ? 'shots'
          : problem.includes('awarded')
            ? 'awarded'
            : problem;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ shots: 5, prices: 11, awarded: 74 });
    expect(parsed.filter(({ notes }) => notes.some((note) => note.startsWith('2019/20'))).map(({ file }) => file)).toEqual(
      ['B1', 'E2', 'E3', 'EC', 'F1', 'F2', 'G1', 'N1', 'SC0', 'SC1', 'SC2', 'SC3'].map((code) => `${code}.csv`),
    );
  });
});
