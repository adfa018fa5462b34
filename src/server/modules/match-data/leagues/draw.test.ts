import { beforeAll, describe, expect, it } from 'vitest';
import { getLeagueDraw, getStandings } from '#contract/leagues.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, type MatchValues } from '#test/support/factories.ts';

const test = useTestApp();
const draw = (id: number, more: { season?: string } = {}) => callApp(test.current.app, getLeagueDraw, { id, ...more });
const day = (n: number) => new Date(Date.parse(TEST_NOW) + n * 86_400_000);

/** Creates a cup of teams named by the letters of `names`; `play('AB', 'Final', 1)` adds a match between two of them, a day from now. */
async function createCup(names: string, values: { form?: 'league' | 'cup'; drawPossible?: boolean } = {}) {
  const { db } = test.current.deps;
  const id = await createLeague(db, { form: 'cup', ...values });
  const teams = new Map<string, number>();
  for (const name of names) teams.set(name, await createTeam(db, name));
  const play = (pair: string, round: string, days: number, rest: Partial<MatchValues> = {}) =>
    createMatch(db, {
      leagueId: id,
      homeTeamId: teams.get(pair[0]!)!,
      awayTeamId: teams.get(pair[1]!)!,
      kickoffAt: day(days),
      round,
      ...rest,
    });
  return { id, play };
}

type Draw = Awaited<ReturnType<typeof draw>>['reply']['draws'][number];
/** Shows each slot as its teams and the team that advances; '…' is undecided. */
const briefly = ({ rounds }: Draw) =>
  rounds.map(({ name, slots }) => [
    name,
    slots.map(({ tie, open }) =>
      tie ? `${tie.matches[0].home.name}${tie.matches[0].away.name}${tie.winner ? ` ${tie.winner}` : ''}` : open ? '…' : '',
    ),
  ]);

describe('the draw of a cup', () => {
  let cup: Awaited<ReturnType<typeof createCup>>;
  let second: number;
  beforeAll(async () => {
    cup = await createCup('ABCDEFGH');
    const over: Partial<MatchValues> = { status: 'ft', score: [1, 0] };
    await cup.play('AB', 'Round 1', -30, { ...over, group: 'Group A' });
    await cup.play('CD', 'Quarter-finals', -9, over);
    await cup.play('GH', 'Quarter-finals', -8, over);
    await cup.play('AB', 'Quarter-finals', -7, over);
    await cup.play('EF', 'Quarter-finals', -6, over);
    await cup.play('EG', 'Semi-finals', -3, { status: 'ft', score: [2, 0] });
    second = await cup.play('GE', 'Semi-finals', 0, { status: 'h2', score: [1, 0] });
    await cup.play('CD', 'Final', -400, { ...over, season: '2025/26' });
    await cup.play('AB', 'Semi-finals', -410, { ...over, season: '2025/26' });
    await test.current.deps.db
      .insertInto('league_teams')
      .columns(['league_id', 'season', 'team_id'])
      .expression((eb) =>
        eb.selectFrom('matches').distinct().select(['league_id', 'season', 'home_team_id']).where('league_id', '=', cup.id),
      )
      .execute();
  });

  it('is ordered so that winners of neighbouring ties meet, with two legs in one tie and empty slots for undecided ties', async () => {
    const { reply } = await draw(cup.id);
    expect(reply).toMatchObject({ league: { id: cup.id }, season: '2026/27', draws: [{ section: '', joins: true, third_place: null }] });
    expect(briefly(reply.draws[0]!)).toEqual([
      ['Quarter-finals', ['EF home', 'GH home', 'CD home', 'AB home']],
      ['Semi-finals', ['EG', '…']],
      ['Final', ['…']],
    ]);
    const semi = reply.draws[0]!.rounds[1]!.slots[0]!.tie!;
    expect([semi.kind, semi.matches.map(({ score }) => [score.home, score.away])]).toEqual([
      'legs',
      [
        [2, 0],
        [1, 0],
      ],
    ]);
  });

  it('is updated with the results of its matches', async () => {
    const { db, replies } = test.current.deps;
    await db.updateTable('matches').set({ status: 'ft', home_score: 3 }).where('id', '=', second).execute();
    await cup.play('CA', 'Semi-finals', 3);
    replies.touch(`league:${cup.id}`);
    const [bracket] = (await draw(cup.id)).reply.draws;
    expect(briefly(bracket!)[1]).toEqual(['Semi-finals', ['EG away', 'CA']]);
  });

  it('is available for an earlier season, and lists rounds separately that do not lead into each other', async () => {
    const { reply } = await draw(cup.id, { season: '2025/26' });
    expect([reply.season, reply.draws[0]!.joins]).toEqual(['2025/26', false]);
    expect(briefly(reply.draws[0]!)).toEqual([
      ['Semi-finals', ['AB home']],
      ['Final', ['CD home']],
    ]);
  });
});

describe('the has_draw flag', () => {
  const hasDraw = async (id: number) => (await callApp(test.current.app, getStandings, { id })).reply.has_draw;

  it('is part of the standings reply', async () => {
    const cup = await createCup('ABCD');
    await cup.play('AB', 'Semi-finals', 1);
    expect(await hasDraw(cup.id)).toBe(false);
    await cup.play('CD', 'Semi-finals', 1);
    test.current.deps.replies.touch(`league:${cup.id}`);
    expect(await hasDraw(cup.id)).toBe(true);
  });

  it('is false for a league, for groups, and for rounds with unknown names', async () => {
    const league = await createCup('ABCD', { form: 'league' });
    await league.play('AB', 'Round 1', 1);
    await league.play('CD', 'Last four', 1);
    await league.play('AC', 'Final', 1, { group: 'Group A' });
    await league.play('BD', 'Final', 1, { group: 'Group A' });
    expect(await hasDraw(league.id)).toBe(false);
    expect((await draw(league.id)).reply).toMatchObject({ draws: [] });
  });
});

it('returns by which value the teams of a table are ranked', async () => {
  const { db } = test.current.deps;
  const orderedBy = async (id: number) => (await callApp(test.current.app, getStandings, { id })).reply.ordered_by;
  expect(await orderedBy(await createLeague(db))).toBe('points');
  expect(await orderedBy(await createLeague(db, { sport: 'basketball' }))).toBe('win_rate');
});

it.each(['/draw?season=1999/00', '/draw?season=%00'])('returns 404 for %s', async (query) => {
  const id = await createLeague(test.current.deps.db);
  expect((await test.current.app.request(`/api/leagues/${id}${query}`)).status).toBe(404);
  expect((await test.current.app.request(`/api/leagues/999999/draw`)).status).toBe(404);
});

it('returns 400 for the draw of a season name of a thousand letters', async () => {
  const id = await createLeague(test.current.deps.db);
  expect((await test.current.app.request(`/api/leagues/${id}/draw?season=${'x'.repeat(1000)}`)).status).toBe(400);
});
