import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { getStandings } from '#contract/leagues.ts';
import { getMatch } from '#contract/matches.ts';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type MatchValues } from '#test/support/factories.ts';

const test = useTestApp();
const day = (n: number) => new Date(Date.UTC(2026, 9, n, 12));
const standings = async (input: InputOf<typeof getStandings>) => (await callApp(test.current.app, getStandings, input)).reply;
const briefly = ({ rows }: Awaited<ReturnType<typeof standings>>['tables'][number]) =>
  rows.map(({ team, played, points, moved }) => [team.name, played, points, moved]);

/** Creates a league with teams named by the letters of `names`; `play('AB', 1, 0)` adds a match between two of them. */
async function createSeason(names: string, values: { form?: 'league' | 'cup'; rules?: KnownRules } = {}) {
  const { db } = test.current.deps;
  const id = await createLeague(db, values);
  const teams = new Map<string, number>();
  for (const name of names) teams.set(name, await createTeam(db, name));
  await db
    .insertInto('league_teams')
    .values([...teams.values()].map((team_id) => ({ league_id: id, season: '2026/27', team_id })))
    .execute();
  let days = 0;
  const play = (pair: string, score: [number, number] | null, more: Partial<MatchValues> = {}) =>
    createMatch(db, {
      leagueId: id,
      homeTeamId: teams.get(pair[0]!)!,
      awayTeamId: teams.get(pair[1]!)!,
      kickoffAt: day(++days),
      status: 'ft',
      ...(score && { score }),
      ...more,
    });
  return { id, play };
}

describe('a live table', () => {
  let id: number;
  let playing: number;
  beforeAll(async () => {
    const season = await createSeason('ABC');
    id = season.id;
    await season.play('AB', [2, 0]);
    await season.play('BC', [1, 0]);
    playing = await season.play('CA', [3, 0], { status: 'h2', kickoffAt: new Date('2026-11-20T11:00:00Z') });
    // A suspended match counts again when it continues.
    await season.play('CB', [5, 0], { status: 'susp' });
  });

  it('counts the matches in play, and shows which teams play and have moved', async () => {
    const { tables, in_play, moved_since } = await standings({ id, live: '1' });
    expect(moved_since).toEqual({ kind: 'play' });
    expect(tables.map(briefly)).toEqual([
      [
        ['C', 2, 3, 2],
        ['A', 2, 3, -1],
        ['B', 2, 3, -1],
      ],
    ]);
    expect(in_play).toBe(1);
    expect(tables[0]!.rows.map((row) => row.playing)).toEqual([
      { match_id: playing, goals_for: 3, goals_against: 0 },
      { match_id: playing, goals_for: 0, goals_against: 3 },
      null,
    ]);
    expect(tables[0]!.rows[0]!.form).toEqual(['L', 'W']);
  });

  it('counts results only by default, and returns the number of matches in play', async () => {
    const { tables, in_play } = await standings({ id });
    expect([in_play, tables.map(briefly)]).toEqual([
      1,
      [
        [
          ['A', 1, 3, 0],
          ['B', 2, 3, 0],
          ['C', 1, 0, 0],
        ],
      ],
    ]);
    expect(tables[0]!.rows.every((row) => row.playing === null)).toBe(true);
  });

  it('counts home and away matches separately by view', async () => {
    const home = (await standings({ id, view: 'home', live: '1' })).tables[0]!;
    expect(home.rows.map(({ team, played, points, playing: now }) => [team.name, played, points, now !== null])).toEqual([
      ['C', 1, 3, true],
      ['A', 1, 3, false],
      ['B', 1, 3, false],
    ]);
    const away = (await standings({ id, view: 'away' })).tables[0]!;
    expect(away.rows.map(({ team, played, goals_against }) => [team.name, played, goals_against])).toEqual([
      ['A', 0, 0],
      ['C', 1, 1],
      ['B', 1, 2],
    ]);
  });
});

describe('places gained and lost while nothing is played', () => {
  it('are counted from the table before the last round', async () => {
    const { id, play } = await createSeason('ABC');
    await play('AB', [1, 0], { round: '1' });
    await play('CA', [0, 0], { round: '2' });
    await play('BC', [4, 0], { round: '3' });
    await play('AC', null, { round: '4', status: 'ns' });
    const { tables, moved_since } = await standings({ id, live: '1' });
    expect(moved_since).toEqual({ kind: 'round', round: '3' });
    expect(tables.map(briefly)).toEqual([
      [
        ['A', 2, 4, 0],
        ['B', 2, 3, 1],
        ['C', 2, 1, -1],
      ],
    ]);
    const plain = await standings({ id });
    expect([plain.moved_since, plain.tables[0]!.rows.map(({ moved }) => moved)]).toEqual([null, [0, 0, 0]]);
  });

  it('are not counted in the first round, nor where a round is the whole season', async () => {
    const first = await createSeason('AB');
    await first.play('AB', [1, 0], { round: '1' });
    const { moved_since, tables } = await standings({ id: first.id, live: '1' });
    expect([moved_since, tables[0]!.rows.map(({ moved }) => moved)]).toEqual([null, [0, 0]]);
    const whole = await createSeason('AB');
    await whole.play('AB', [1, 0], { round: 'Playoffs' });
    await whole.play('AB', [1, 0], { round: 'Regular season' });
    await whole.play('BA', [9, 0], { round: 'Regular season' });
    expect((await standings({ id: whole.id, live: '1' })).moved_since).toBeNull();
  });
});

describe('a table of results', () => {
  it('counts awarded matches with the awarded score, and no cancelled or abandoned matches', async () => {
    const { id, play } = await createSeason('ABCDE');
    await play('AB', [3, 0], { status: 'awd', kickoffAt: null });
    await play('CD', [3, 0], { status: 'wo' });
    await play('EA', null, { status: 'awd' });
    await play('EB', [4, 0], { status: 'canc' });
    await play('EC', [4, 0], { status: 'abd' });
    expect((await standings({ id })).tables.map(briefly)).toEqual([
      [
        ['A', 1, 3, 0],
        ['C', 1, 3, 0],
        ['E', 0, 0, 0],
        ['B', 1, 0, 0],
        ['D', 1, 0, 0],
      ],
    ]);
  });

  it("applies the league's own rules of each season, and returns them", async () => {
    const tieBreakers = ['head_to_head_points', 'goal_difference'] as const;
    const rules = { points: { win: 2, draw: 1 }, tieBreakers: [...tieBreakers], earlier: { '2025/26': { points: { win: 3, draw: 1 } } } };
    const { id, play } = await createSeason('ABC', { rules });
    await play('AB', [1, 0]);
    await play('BC', [9, 0]);
    const reply = await standings({ id });
    expect(reply).toMatchObject({ points: { win: 2, draw: 1 }, tie_breakers: tieBreakers });
    expect(reply.tables[0]!.rows.map(({ team, points }) => [team.name, points])).toEqual([
      ['A', 2],
      ['B', 2],
      ['C', 0],
    ]);
    const earlier = await createSeason('AB', { rules });
    await earlier.play('AB', [1, 0], { season: '2025/26' });
    await test.current.deps.db.updateTable('league_teams').set({ season: '2025/26' }).where('league_id', '=', earlier.id).execute();
    expect((await standings({ id: earlier.id, season: '2025/26' })).points.win).toBe(3);
  });

  it('shows deducted points, and no zones for a home or away table', async () => {
    const rules: KnownRules = { deductions: { '2026/27': { A: 4 } }, zones: [{ from: 1, to: 1, kind: 'champion' }] };
    const { id, play } = await createSeason('AB', { rules });
    await play('AB', [1, 0]);
    const rows = (await standings({ id })).tables[0]!.rows;
    expect(rows.map(({ team, points, deducted, zone }) => [team.name, points, deducted, zone])).toEqual([
      ['B', 0, undefined, 'champion'],
      ['A', -1, 4, null],
    ]);
    expect((await standings({ id, view: 'home' })).tables[0]!.rows.map(({ points, zone }) => [points, zone])).toEqual([
      [3, null],
      [0, null],
    ]);
  });
});

describe('groups', () => {
  let cup: Awaited<ReturnType<typeof createSeason>>;
  beforeAll(async () => {
    cup = await createSeason('ABCDEF', { form: 'cup', rules: { zones: [{ from: 1, to: 1, kind: 'advance' }] } });
    await cup.play('AB', [0, 1], { group: 'Group 2' });
    await cup.play('CD', [2, 0], { group: 'Group 10' });
    await cup.play('EF', null, { group: 'Group 1', status: 'ns' });
    await cup.play('AC', [7, 0], { round: 'Final' });
  });

  it('have one table each, in natural order, including teams that have not played; knock-outs do not count', async () => {
    const { tables } = await standings({ id: cup.id });
    expect(tables.map((table) => [table.group, table.teams, briefly(table)])).toEqual([
      [
        'Group 1',
        2,
        [
          ['E', 0, 0, 0],
          ['F', 0, 0, 0],
        ],
      ],
      [
        'Group 2',
        2,
        [
          ['B', 1, 3, 0],
          ['A', 1, 0, 0],
        ],
      ],
      [
        'Group 10',
        2,
        [
          ['C', 1, 3, 0],
          ['D', 1, 0, 0],
        ],
      ],
    ]);
    expect(tables.map(({ rows }) => rows.map(({ zone }) => zone))).toEqual([
      [null, null],
      ['advance', null],
      ['advance', null],
    ]);
    expect((await standings({ id: cup.id, top: 1 })).tables.map(({ teams, rows }) => [teams, rows.length])).toEqual(Array(3).fill([2, 1]));
  });

  it('determine the position before a match, while form includes knock-outs', async () => {
    const next = await cup.play('CA', null, { round: 'Final', status: 'ns' });
    const { reply } = await callApp(test.current.app, getMatch, { id: next });
    expect(reply.standing).toEqual({ home: { position: 1, form: ['W', 'L'] }, away: { position: 2, form: ['L', 'W'] } });
  });

  it('have no name if there is only one', async () => {
    const { id, play } = await createSeason('ABC');
    await play('AB', [1, 0], { group: 'Regular season' });
    await play('BA', [5, 0], { round: 'Play-off' });
    expect((await standings({ id })).tables.map((table) => [table.group, briefly(table)])).toEqual([
      [
        null,
        [
          ['A', 1, 3, 0],
          ['B', 1, 0, 0],
        ],
      ],
    ]);
  });

  it('give no table in a cup without groups', async () => {
    const { id, play } = await createSeason('AB', { form: 'cup' });
    const first = await play('AB', [1, 0]);
    expect((await standings({ id, live: '1' })).tables).toEqual([]);
    const { reply } = await callApp(test.current.app, getMatch, { id: first });
    expect(reply.standing.home).toEqual({ position: null, form: [] });
  });
});
