import { beforeAll, describe, expect, it } from 'vitest';
import { getLeagueScorers } from '#contract/leagues.ts';
import { getMatchPlayers, getPlayer } from '#contract/players.ts';
import { search } from '#contract/search.ts';
import { getTeamPlayers } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import type { FeedMatchEvent, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { NAMES_OF_TEAM_MAX, noteName, writePlayers } from '#server/modules/match-data/import/player-rows.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
const inDays = (days: number) => new Date(Date.parse(TEST_NOW) + days * DAY_MS);

const tell = async (updates: FeedUpdate[]) => {
  const { deps } = test.current;
  return (await importUpdates({ db: deps.db, now: deps.now, log: { warn: () => {} } }, 'a-feed', updates)).refused;
};
const team = (id: string, sport: 'football' | 'tennis' = 'football'): FeedUpdate => ({
  ...{ kind: 'team', id, sport, name: `Team ${id}`, countryCode: null },
});
const league = (id: string, form: 'league' | 'cup', sport: 'football' | 'tennis' = 'football'): FeedUpdate => ({
  ...{ kind: 'league', id, sport, name: `League ${id}`, countryCode: 'fr', season: '2026/27', form, drawPossible: true },
});
const fixture = (id: string, days: number, leagueId = 'l'): FeedUpdate => ({
  ...{ kind: 'fixture', id, leagueId, season: '2026/27', round: 'Round 1', homeTeamId: 'a', awayTeamId: 'b', kickoffAt: inDays(days) },
});
const ended = (matchId: string, home: number, away: number): FeedUpdate => ({
  ...{ kind: 'status', matchId, status: 'ft', minute: null, stoppage: null, period: null, seenAt: new Date(TEST_NOW) },
  score: { home, away, halftime: [0, 0], fulltime: [home, away], extratime: null, penalty: null },
});
const player = (name: string, number: number, starter = true) => ({ name, number, position: 'FWD' as const, grid: null, starter });
const lineups = (matchId: string, home: ReturnType<typeof player>[]): FeedUpdate => ({
  ...{ kind: 'lineups', matchId, home: { formation: null, coach: null, players: home } },
  away: { formation: null, coach: null, players: [] },
});
const event = (type: FeedMatchEvent['type'], name: string, minute: number, rest: Partial<FeedMatchEvent> = {}): FeedMatchEvent => ({
  ...{ id: `${type} ${minute}`, type, side: 'home', period: minute > 45 ? 'H2' : 'H1', minute, stoppage: null, player: name, other: null },
  ...{ detail: null, ...rest },
});

const rowsOf = async (name: string) =>
  (await db().selectFrom('players').selectAll().where('name', '=', name).execute()).map(({ id, match_id }) => ({ id, match_id }));
const idOf = async (name: string): Promise<number> => (await rowsOf(name))[0]!.id;
const page = async (name: string) => (await callApp(test.current.app, getPlayer, { id: await idOf(name) })).reply;

beforeAll(async () => {
  const matches = [fixture('one', -9), fixture('two', -3, 'c'), fixture('next', 4)];
  const absent = { teamId: 'a', name: 'T. Lind', kind: 'suspended' as const, reason: 'Red Card' };
  const refused = await tell([
    ...[league('l', 'league'), league('c', 'cup'), team('a'), team('b'), ...matches, ended('one', 3, 0), ended('two', 1, 1)],
    lineups('one', [player('Tobias Lind', 9), player('Bo Birch', 4), player('Cy Cedar', 12, false), player('Di Dogwood', 13, false)]),
    {
      ...{ kind: 'events', matchId: 'one' },
      events: [
        event('goal', 'T. Lind', 10, { other: 'Bo Birch' }),
        event('penalty', 'Tobias Lind', 20),
        event('yellow', 'Tobias Lind', 30),
        event('substitution', 'Tobias Lind', 70, { other: 'Cy Cedar' }),
        event('own_goal', 'Late Name', 80, { side: 'away' }),
      ],
    },
    lineups('two', [player('Tobias Lind', 10)]),
    { kind: 'events', matchId: 'two', events: [event('red', 'Tobias Lind', 60)] },
    {
      ...{ kind: 'ratings', matchId: 'one', source: 'A provider' },
      players: [
        { teamId: 'a', name: 'Tobias Lind', number: 9, minutes: 70, rating: 8.4 },
        { teamId: 'a', name: 'Bo Birch', number: 4, minutes: 90, rating: 7 },
      ],
    },
    { kind: 'absences', matchId: 'next', players: [absent] },
    { kind: 'squad', teamId: 'a', coach: null, players: [{ name: 'Eve Elm', number: 1, position: 'GK' }] },
  ]);
  expect(refused).toEqual([]);
});

describe('the page of a player', () => {
  it('has the figures of the season by competition, match by match, the latest first', async () => {
    const lind = await page('Tobias Lind');
    expect(lind).toMatchObject({
      player: { id: await idOf('Tobias Lind'), name: 'Tobias Lind', number: 10, position: 'FWD' },
      team: { name: 'Team a' },
      known: { begun: 2, with_lineup: 2 },
      rated_by: ['A provider'],
      absence: { kind: 'suspended', reason: 'Red Card' },
      could_be: [],
    });
    const none = { penalties: 0, assists: 0, yellow_cards: 0, red_cards: 0, rating: null };
    expect(lind.competitions.map(({ league: { name }, ...figures }) => ({ name, ...figures }))).toEqual([
      {
        ...{ ...none, name: 'League l', season: '2026/27', starts: 1, appearances: 1, goals: 2, penalties: 1, yellow_cards: 1 },
        ...{ minutes: { played: 70, matches: 1 }, rating: { mean: 8.4, matches: 1 } },
      },
      // The feed tells no substitution in this match, so that nobody knows who played how long.
      { ...none, name: 'League c', season: '2026/27', starts: 1, appearances: 1, goals: 0, red_cards: 1, minutes: null },
    ]);
    expect(lind.matches).toMatchObject([
      { role: 'starter', card: 'red', went_off: { minute: 60 }, minutes: null, rating: null, is_best: false },
      { role: 'starter', card: 'yellow', went_off: { minute: 70 }, minutes: 70, goals: 2, penalties: 1, rating: 8.4, is_best: true },
    ]);
    expect(lind.matches[1]!.match).toMatchObject({ home: { name: 'Team a' }, score: { home: 3, away: 0 }, league: { name: 'League l' } });
  });

  it('says who came on and who stayed on the bench', async () => {
    expect((await page('Cy Cedar')).matches).toMatchObject([{ role: 'substitute', came_on: { minute: 70 }, minutes: 20 }]);
    const bench = await page('Di Dogwood');
    expect(bench.matches).toMatchObject([{ role: 'bench', minutes: null }]);
    expect(bench.competitions).toMatchObject([{ appearances: 0, starts: 0, minutes: null }]);
    expect(await page('Eve Elm')).toMatchObject({ player: { number: 1, position: 'GK' }, matches: [], competitions: [] });
  });

  it('agrees with the squad of the team and the scorers of its league', async () => {
    const { app } = test.current;
    const { id: teamId } = (await page('Bo Birch')).team;
    const { reply } = await callApp(app, getTeamPlayers, { id: teamId });
    for (const { id, name, goals, assists, appearances } of reply.players) {
      const { competitions } = (await callApp(app, getPlayer, { id: id! })).reply;
      const sum = (of: 'goals' | 'assists' | 'appearances') => competitions.reduce((total, one) => total + one[of], 0);
      expect([name, sum('goals'), sum('assists'), sum('appearances')]).toEqual([name, goals, assists, appearances]);
    }
    const { id: leagueId } = await db().selectFrom('leagues').select('id').where('name', '=', 'League l').executeTakeFirstOrThrow();
    const { items } = (await callApp(app, getLeagueScorers, { id: leagueId })).reply;
    expect(items.map(({ player: name, player_id }) => [name, player_id])).toEqual([
      ['T. Lind', await idOf('T. Lind')],
      ['Tobias Lind', await idOf('Tobias Lind')],
    ]);
  });

  it('is that of the full name for a shortened one, as long as one player fits', async () => {
    expect((await page('T. Lind')).player).toMatchObject({ id: await idOf('Tobias Lind'), name: 'Tobias Lind' });
    await tell([{ kind: 'squad', teamId: 'b', coach: null, players: ['Tim Fir', 'Tom Fir', 'T. Fir'].map((name) => player(name, 1)) }]);
    const fir = await page('T. Fir');
    expect(fir).toMatchObject({ player: { name: 'T. Fir' }, matches: [], competitions: [] });
    await tell([{ kind: 'squad', teamId: 'b', coach: null, players: ['Tim Fir', 'Tom Fir'].map((name) => player(name, 1)) }]);
    // What was answered is kept for some seconds.
    test.current.clock.advance(6_000);
    expect((await page('T. Fir')).could_be.map(({ name }) => name)).toEqual(['Tim Fir', 'Tom Fir']);
  });

  it('is not found for unknown ids', async () => {
    for (const id of [2_000_000_000, 0, 1.5, Number.NaN])
      expect(await callApp(test.current.app, getPlayer, { id })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });
});

describe('the players of a match', () => {
  it('are those whom line-ups, events and absences name, one entry for a shortened name', async () => {
    const matchId = async (feedId: string) =>
      (await db().selectFrom('feed_ids').select('id').where('feed_id', '=', feedId).where('kind', '=', 'match').executeTakeFirstOrThrow())
        .id;
    const of = async (feedId: string) => (await callApp(test.current.app, getMatchPlayers, { id: await matchId(feedId) })).reply;
    expect((await of('one')).home.map(({ name }) => name)).toEqual(['Tobias Lind', 'Bo Birch', 'Cy Cedar', 'Di Dogwood']);
    expect((await of('one')).away).toEqual([{ id: await idOf('Late Name'), name: 'Late Name' }]);
    expect((await of('next')).home.map(({ name }) => name)).toContain('T. Lind');
    expect(await callApp(test.current.app, getMatchPlayers, { id: 2_000_000_000 })).toMatchObject({ status: 404 });
  });
});

describe('search', () => {
  const found = async (q: string) =>
    (await callApp(test.current.app, search, { q })).reply.items.map((hit) =>
      hit.kind === 'player' ? [hit.player.name, hit.team.name] : hit.kind,
    );

  it('finds a player by any part of the name, once, and none by two letters', async () => {
    test.current.clock.advance(3_000);
    expect(await found('lind')).toEqual([['Tobias Lind', 'Team a']]);
    expect(await found('tobias lnid')).toEqual([['Tobias Lind', 'Team a']]);
    expect(await found('t lind')).toEqual([['Tobias Lind', 'Team a']]);
    expect(await found('li')).toEqual([]);
    expect(await found('team')).toEqual(['team', 'team']);
  });
});

describe('the names that a feed tells', () => {
  it('keep their ids when they are told again, with or without accents, and are one row each', async () => {
    const before = await idOf('Bo Birch');
    await tell([lineups('two', [player('Bö BIRCH', 4), player('Tobias Lind', 10)])]);
    expect(await idOf('Bo Birch')).toBe(before);
    expect(await rowsOf('Bö BIRCH')).toEqual([]);
    const highest = async () =>
      (
        await db()
          .selectFrom('players')
          .select((eb) => eb.fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id;
    const last = await highest();
    await tell([lineups('two', [player('Tobias Lind', 10)])]);
    await tell([lineups('two', [player('Bo Birch', 4), player('Tobias Lind', 10)])]);
    expect(await highest()).toBe(last);
  });

  it('say which match alone tells of a player, until something else names the player', async () => {
    expect(await rowsOf('Late Name')).toEqual([{ id: expect.any(Number), match_id: expect.any(Number) }]);
    expect(await rowsOf('Bo Birch')).toEqual([{ id: expect.any(Number), match_id: null }]);
    await tell([{ kind: 'squad', teamId: 'b', coach: null, players: [player('Late Name', 5)] }]);
    expect(await rowsOf('Late Name')).toEqual([{ id: expect.any(Number), match_id: null }]);
  });

  it('get no page if they are no names, and no more than a team can have', async () => {
    const odd = ['   ', '\u0301', 'x'.repeat(121)];
    await tell([{ kind: 'events', matchId: 'two', events: odd.map((name, minute) => event('yellow', name, minute + 1)) }]);
    expect(await db().selectFrom('players').select('name').where('name', 'in', odd).execute()).toEqual([]);
    await tell([team('liar'), team('honest')]);
    const squad = (teamId: string, from: number): FeedUpdate => ({
      ...{ kind: 'squad', teamId, coach: null, players: Array.from({ length: 60 }, (_, index) => player(`Invented ${from + index}`, 1)) },
    });
    for (let from = 0; from < NAMES_OF_TEAM_MAX + 120; from += 60) await tell([squad('liar', from)]);
    await tell([squad('honest', 0)]);
    const counts = await db()
      .selectFrom('players as p')
      .innerJoin('teams as t', 't.id', 'p.team_id')
      .select(['t.name', (eb) => eb.fn.countAll<number>().as('count')])
      .where('p.name', 'like', 'Invented %')
      .groupBy('t.name')
      .orderBy('t.name')
      .execute();
    expect(counts.map(({ name, count }) => [name, Number(count)])).toEqual([
      ['Team honest', 60],
      ['Team liar', NAMES_OF_TEAM_MAX],
    ]);
  });

  it('are pages of teams in tennis', async () => {
    await tell([
      league('t', 'cup', 'tennis'),
      team('p', 'tennis'),
      { kind: 'squad', teamId: 'p', coach: null, players: [player('S. Lob', 1)] },
    ]);
    expect(await rowsOf('S. Lob')).toEqual([]);
  });
});

it('a name that two feeds tell at once gets one page', async () => {
  const { id } = await db().selectFrom('teams').select('id').where('name', '=', 'Team b').executeTakeFirstOrThrow();
  const write = async () => {
    const names = new Map();
    for (let number = 0; number < 20; number++) noteName(names, id, `Ever Everyman ${String.fromCharCode(65 + number)}`);
    await writePlayers(db(), names, new Date(TEST_NOW));
  };
  await Promise.all([write(), write(), write(), write()]);
  const rows = await db().selectFrom('players').select('name').where('name', 'like', 'Ever Everyman _').execute();
  expect(rows).toHaveLength(20);
});
