import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedMatchEvent } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { inKickOrder } from './fjelstul.ts';
import { createReplayFeed, type ReplayOptions } from './replay-feed.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});

const START = new Date('2026-11-21T12:00:00Z');
const minute = (n: number) => new Date(START.getTime() + n * 60_000);

interface Seen {
  status: string;
  minute: number | null;
  stoppage: number | null;
  score: (number | null)[];
  halftime: number[] | null;
  fulltime: number[] | null;
  extratime: number[] | null;
  penalty: number[] | null;
}

/** Imports the replay minute by minute, and returns the state of the match between the two teams each time. */
async function play(
  options: Omit<ReplayOptions, 'now' | 'startAt' | 'speed'>,
  teams: [string, string],
  from: number,
  to: number,
  everyMinutes = 1,
) {
  const abort = new AbortController();
  let at = from;
  const now = () => minute(at);
  const sleep = async () => {
    at += everyMinutes;
    if (at > to) abort.abort();
  };
  const feed = createReplayFeed({ ...options, speed: 1, startAt: START, now, sleep });
  const refused: unknown[] = [];
  const seen: Seen[] = [];
  for await (const updates of feed.updates(abort.signal)) {
    refused.push(...(await importUpdates({ db: database.db, now, log: { warn: () => {} } }, feed.name, updates)).refused);
    const row = await matchOf(teams);
    const { status, minute, stoppage, home_score, away_score, halftime, fulltime, extratime, penalty } = row;
    seen.push({ status, minute, stoppage, score: [home_score, away_score], halftime, fulltime, extratime, penalty });
  }
  return { refused, seen, problems: feed.problems };
}

const matchOf = ([home, away]: [string, string]) =>
  database.db
    .selectFrom('matches')
    .innerJoin('teams as h', 'h.id', 'home_team_id')
    .innerJoin('teams as a', 'a.id', 'away_team_id')
    .selectAll('matches')
    .where('h.name', '=', home)
    .where('a.name', '=', away)
    .orderBy('kickoff_at', 'desc')
    .executeTakeFirstOrThrow();

async function eventsOf(teams: [string, string]) {
  const { id } = await matchOf(teams);
  const rows = await database.db.selectFrom('match_events').selectAll().where('match_id', '=', id).orderBy('position').execute();
  return rows.map(
    (row) =>
      `${row.period} ${row.minute}${row.stoppage === null ? '' : `+${row.stoppage}`} ${row.side} ${row.type} ${row.player}${row.other === null ? '' : ` > ${row.other}`}`,
  );
}

const inOrder = (values: string[]): string[] => values.filter((value, index) => value !== values[index - 1]);

const FOLDER = '../shared/data/fjelstul-worldcup';
describe.skipIf(!existsSync(FOLDER))(`the World Cup final of 2022 from ${FOLDER} (skipped where absent)`, () => {
  const options = { path: FOLDER, date: '2022-12-18' };
  const teams: [string, string] = ['Argentina', 'France'];

  it('is played from the kick-off to the last kick', async () => {
    const { refused, seen, problems } = await play(options, teams, -5, 190);
    expect([refused, problems]).toEqual([[], []]);
    expect(inOrder(seen.map(({ status }) => status))).toEqual(['ns', 'h1', 'ht', 'h2', 'bt', 'et', 'bt', 'et', 'bt', 'p', 'pen']);
    const at = (status: string, minute: number | null = null) => seen.find((one) => one.status === status && one.minute === minute);
    expect(seen[0]).toMatchObject({ status: 'ns', score: [null, null] });
    expect(at('h1', 1)).toMatchObject({ score: [0, 0] });
    expect(at('h1', 24)).toMatchObject({ score: [1, 0] });
    expect(at('h1', 45)).toMatchObject({ score: [2, 0], halftime: null });
    expect(seen.some(({ status, stoppage }) => status === 'h1' && stoppage === 7)).toBe(true);
    expect(at('ht')).toMatchObject({ score: [2, 0], halftime: [2, 0] });
    expect(at('h2', 80)).toMatchObject({ score: [2, 0] });
    expect(at('h2', 81)).toMatchObject({ score: [2, 1] });
    expect(at('bt')).toMatchObject({ score: [2, 2], fulltime: [2, 2], extratime: null });
    expect(at('et', 109)).toMatchObject({ score: [3, 2], fulltime: [2, 2] });
    expect(seen.findLast(({ status }) => status === 'bt')).toMatchObject({ score: [3, 3], extratime: [3, 3], penalty: null });
    const kicks = seen.filter(({ status }) => status === 'p').map(({ penalty }) => penalty!.join(':'));
    expect(kicks).toEqual(['0:0', '0:1', '1:1', '1:1', '2:1', '2:1', '3:1', '3:2']);
    expect(seen.at(-1)).toEqual({
      ...{
        status: 'pen',
        minute: null,
        stoppage: null,
        score: [3, 3],
        halftime: [2, 0],
        fulltime: [2, 2],
        extratime: [3, 3],
        penalty: [4, 2],
      },
    });
    const events = await eventsOf(teams);
    expect(events.filter((event) => / (goal|own_goal|penalty|missed_penalty) /.test(event))).toEqual([
      'H1 23 home penalty Lionel Messi',
      'H1 36 home goal Ángel Di María',
      'H2 80 away penalty Kylian Mbappé',
      'H2 81 away goal Kylian Mbappé',
      'ET 108 home goal Lionel Messi',
      'ET 118 away penalty Kylian Mbappé',
      'P 120 away penalty Kylian Mbappé',
      'P 120 home penalty Lionel Messi',
      'P 120 away missed_penalty Kingsley Coman',
      'P 120 home penalty Paulo Dybala',
      'P 120 away missed_penalty Aurélien Tchouaméni',
      'P 120 home penalty Leandro Paredes',
      'P 120 away penalty Randal Kolo Muani',
      'P 120 home penalty Gonzalo Montiel',
    ]);
    expect(events).toContain('H1 41 away substitution Ousmane Dembélé > Randal Kolo Muani');
    expect(events).toContain('ET 120+5 home yellow Emiliano Martínez');
    expect(events.filter((event) => event.includes('substitution'))).toHaveLength(13);
    expect(events.filter((event) => event.includes('yellow'))).toHaveLength(8);
  });

  it('ends the same after a restart in the middle', async () => {
    await play(options, teams, -5, 190);
    const [whole, wholeEvents] = [await matchOf(teams), await eventsOf(teams)];
    await database.drop();
    database = await createTestDatabase();
    const first = await play(options, teams, -5, 100);
    expect(first.seen.at(-1)).toMatchObject({ status: 'h2' });
    const second = await play(options, teams, 130, 190);
    expect([first.refused, second.refused]).toEqual([[], []]);
    expect(second.seen[0]).toMatchObject({ status: 'et', score: [2, 2], fulltime: [2, 2] });
    const again = await matchOf(teams);
    const result = ({ status, home_score, away_score, halftime, fulltime, extratime, penalty, kickoff_at }: typeof whole) => [
      ...[status, home_score, away_score, halftime, fulltime, extratime, penalty, kickoff_at],
    ];
    expect(result(again)).toEqual(result(whole));
    expect(await eventsOf(teams)).toEqual(wholeEvents);
    expect(again.kickoff_at).toEqual(START);
  });

  it('comes after a competition whose other matches are over, with squads', async () => {
    const { refused } = await play(options, teams, -5, -5);
    expect(refused).toEqual([]);
    const statuses = await database.db.selectFrom('matches').select('status').execute();
    expect(statuses.filter(({ status }) => status === 'ns')).toHaveLength(1);
    expect(statuses.filter(({ status }) => ['ft', 'aet', 'pen'].includes(status))).toHaveLength(63);
    const squads = await database.db.selectFrom('squads').select('players').execute();
    expect(squads).toHaveLength(32);
  });

  it.each(['2007-09-30', '2011-07-17', '2015-07-05', '2018-07-15'])(
    'is one of many: every match of the cup that ended on %s is played',
    async (date) => {
      const { refused, problems } = await play({ path: FOLDER, date }, teamsOfFinal[date]!, -120, 300, 30);
      expect([refused, problems]).toEqual([[], []]);
      const open = await database.db.selectFrom('matches').select('id').where('status', 'not in', ['ft', 'aet', 'pen']).execute();
      expect(open).toEqual([]);
    },
  );
});

const teamsOfFinal: Record<string, [string, string]> = {
  '2007-09-30': ['Germany', 'Brazil'],
  '2011-07-17': ['Japan', 'United States'],
  '2015-07-05': ['United States', 'Japan'],
  '2018-07-15': ['France', 'Croatia'],
};

const WORLD_CUPS = '../shared/data/openfootball/worldcup.json';
describe.skipIf(!existsSync(WORLD_CUPS))(`the files in ${WORLD_CUPS} (skipped where absent)`, () => {
  it('play the same final, without its shoot-out kicks', async () => {
    const options = { path: join(WORLD_CUPS, '2022/worldcup.json'), date: '2022-12-18' };
    const { refused, seen } = await play(options, ['Argentina', 'France'], -5, 190);
    expect(refused).toEqual([]);
    expect(inOrder(seen.map(({ status }) => status))).toEqual(['ns', 'h1', 'ht', 'h2', 'bt', 'et', 'bt', 'et', 'bt', 'p', 'pen']);
    expect(seen.find(({ status }) => status === 'bt')).toMatchObject({ score: [2, 2], fulltime: [2, 2] });
    expect(seen.find(({ status }) => status === 'p')).toMatchObject({ score: [3, 3], penalty: null });
    expect(seen.at(-1)).toMatchObject({ score: [3, 3], penalty: [4, 2] });
  });
});

describe('a replay', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'matchpoint-replay-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (matches: object[]) => {
    const path = join(folder, 'cup.json');
    writeFileSync(path, JSON.stringify({ name: 'Test Cup 2026', matches }));
    return path;
  };
  const match = {
    round: 'Final',
    date: '2026-07-01',
    time: '20:00 UTC+2',
    team1: 'Reds',
    team2: 'Blues',
    score: { ht: [0, 0], ft: [2, 1] },
  };

  it('updates the score at the whistles if the goals have no minutes', async () => {
    const { refused, seen } = await play({ path: write([match]), date: '2026-07-01' }, ['Reds', 'Blues'], -1, 130);
    expect(refused).toEqual([]);
    expect(inOrder(seen.map(({ status, score }) => `${status} ${score.join(':')}`))).toEqual([
      'ns :',
      'h1 0:0',
      'ht 0:0',
      'h2 0:0',
      'ft 2:1',
    ]);
  });

  it('publishes an unplayed match’s status at its kick-off time', async () => {
    const cancelled = { ...match, status: 'cancelled', score: undefined };
    const { seen } = await play({ path: write([cancelled]), date: '2026-07-01' }, ['Reds', 'Blues'], -1, 3);
    expect(seen.map(({ status }) => status)).toEqual(['ns', 'canc', 'canc', 'canc', 'canc']);
  });

  it.each([['2026-07-02', 'the last match was on 2026-07-01, before 2026-07-02']])(
    'reports why there is nothing to play on %s',
    (date, reason) => {
      const options = { speed: 1, startAt: START, now: () => START };
      expect(() => createReplayFeed({ ...options, path: write([match]), date })).toThrow(reason);
      expect(() => createReplayFeed({ ...options, path: write([]), date })).toThrow('There is nothing to replay');
      expect(() => createReplayFeed({ ...options, path: folder, date })).toThrow('has no matches.csv');
      expect(() => createReplayFeed({ ...options, path: join(folder, 'none.json'), date })).toThrow('does not exist');
    },
  );
});

it('derives which side began a shoot-out from the moment of its decision', () => {
  const kicks = (side: 'home' | 'away', scored: string): FeedMatchEvent[] =>
    [...scored].map((mark, index) => ({
      ...{ id: `${side}${index}`, type: mark === '1' ? ('penalty' as const) : ('missed_penalty' as const), side, period: 'P' as const },
      ...{ minute: 120, stoppage: null, player: null, other: null, detail: null },
    }));
  const first = (home: string, away: string) => inKickOrder([...kicks('home', home), ...kicks('away', away)])[0]!.side;
  expect(first('1111', '1001')).toBe('away');
  expect(first('1001', '1111')).toBe('home');
  expect(first('100', '1111')).toBe('away');
  expect(first('11111', '11110')).toBe('home');
  expect(first('11110', '11111')).toBe('home');
});
