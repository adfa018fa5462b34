import { beforeAll, describe, expect, it } from 'vitest';
import { getStandings, listLeagues } from '#contract/leagues.ts';
import { getMatch, getMatchStatistics, listMatches } from '#contract/matches.ts';
import type { FeedLineup, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { publishImported } from './imported.ts';

const test = useTestApp();
const DAY = 'matches:2026-11-20';
const kickoffAt = new Date('2026-11-20T11:30:00Z');
let matchId: number;
let leagueId: number;

/** Imports and publishes a batch, as the feed runner does. */
async function tell(...updates: FeedUpdate[]): Promise<void> {
  test.current.clock.advance(1_000);
  const { changes, refused } = await importUpdates(test.current.deps, 'test', updates);
  expect(refused).toEqual([]);
  test.current.published.length = 0;
  await publishImported(test.current.deps, changes);
}
const told = () => test.current.published.map(({ topic, change }) => [topic, change.t]);

const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: id, countryCode: null });
const fixture = (id: string, at: Date, home = 'Ann', away = 'Bea'): FeedUpdate => ({
  ...{ kind: 'fixture', id, leagueId: 'league', season: '2026/27', round: 'Round 1' },
  ...{ homeTeamId: home, awayTeamId: away, kickoffAt: at },
});
const status = (code: 'h1' | 'ft', minute: number | null, [home, away]: [number, number]): FeedUpdate => ({
  ...{ kind: 'status', matchId: 'match', status: code, minute, stoppage: null, period: null, seenAt: test.current.deps.now() },
  score: { home, away, halftime: null, fulltime: code === 'ft' ? [home, away] : null, extratime: null, penalty: null },
});
const odds = (home: number): FeedUpdate => ({
  ...{ kind: 'odds', matchId: 'match', seenAt: test.current.deps.now() },
  bookmakers: [{ bookmaker: 'Anchor', market: '1x2', home, draw: 330, away: 400, suspended: false }],
});
const red: FeedUpdate = {
  ...{ kind: 'events', matchId: 'match' },
  events: [{ id: 'e1', type: 'red', side: 'away', period: 'H1', minute: 3, stoppage: null, player: 'Cat', other: null, detail: null }],
};
const side: FeedLineup = {
  ...{ formation: '4-4-2', coach: null },
  players: [{ name: 'Dot', number: 1, position: 'GK', grid: '1:1', starter: true }],
};

const listed = async () => (await callApp(test.current.app, listMatches, {})).reply.items;
const detail = async () => (await callApp(test.current.app, getMatch, { id: matchId })).reply;

beforeAll(async () => {
  const { db } = test.current.deps;
  await tell(
    {
      kind: 'league',
      id: 'league',
      sport: 'football',
      name: 'League',
      countryCode: null,
      season: '2026/27',
      form: 'league',
      drawPossible: true,
    },
    ...['Ann', 'Bea', 'Cat', 'Dot'].map(team),
    fixture('match', kickoffAt),
  );
  const match = await db.selectFrom('matches').select(['id', 'league_id']).executeTakeFirstOrThrow();
  matchId = match.id;
  leagueId = match.league_id;
});

describe('publishing imported changes', () => {
  it('publishes a state to the topics of the day and the match, and shows it in the next answer', async () => {
    expect((await listed())[0]).toMatchObject({ status: 'ns' });
    await tell(status('h1', 4, [1, 0]));
    const match = expect.objectContaining({ id: matchId, status: 'h1', minute: 4, score: expect.objectContaining({ home: 1, away: 0 }) });
    expect(test.current.published).toContainEqual({ topic: DAY, change: { t: 'match', match } });
    expect(test.current.published).toContainEqual({ topic: `match:${matchId}`, change: { t: 'match', match } });
    expect((await listed())[0]).toMatchObject({ status: 'h1', score: { home: 1 } });
    expect(await detail()).toMatchObject({ status: 'h1', score: { home: 1 } });
  });

  it('publishes nothing when nothing changed', async () => {
    const before = await detail();
    await tell(status('h1', 4, [1, 0]));
    expect(told()).toEqual([]);
    expect(await detail()).toEqual({ ...before });
  });

  it('publishes red cards with the state, and events to the topic of the match only', async () => {
    await tell(red);
    expect(told()).toEqual(
      expect.arrayContaining([
        [DAY, 'match'],
        [`match:${matchId}`, 'match'],
        [`match:${matchId}`, 'events'],
      ]),
    );
    expect(told()).toHaveLength(3);
    expect(test.current.published[0]?.change).toMatchObject({ match: { red_cards: { home: 0, away: 1 } } });
    expect((await listed())[0]).toMatchObject({ red_cards: { away: 1 } });
    expect(await detail()).toMatchObject({ events: [{ id: 'e1', player: 'Cat' }] });
  });

  it('publishes line-ups to the topic of the match only', async () => {
    await tell({ kind: 'lineups', matchId: 'match', home: side, away: side });
    expect(told()).toEqual([[`match:${matchId}`, 'lineups']]);
    expect((await detail()).lineups).toMatchObject({ home: { formation: '4-4-2' } });
  });

  it('publishes statistics to the topic of the match only, in the form of the endpoint', async () => {
    const counted = async () => (await callApp(test.current.app, getMatchStatistics, { id: matchId })).reply;
    expect(await counted()).toEqual({ items: [], missing: 'not_covered' });
    await tell({ kind: 'statistics', matchId: 'match', home: { shots: 3, possession: 61 }, away: { shots: 0, possession: 39 } });
    expect(told()).toEqual([[`match:${matchId}`, 'statistics']]);
    const { items } = await counted();
    expect(items).toEqual([
      { kind: 'possession', home: 61, away: 39 },
      { kind: 'shots', home: 3, away: 0 },
    ]);
    expect(test.current.published[0]?.change).toEqual({ t: 'statistics', match_id: matchId, statistics: items });
  });

  it('publishes prices to both topics, with the direction of the change', async () => {
    await tell(odds(200));
    await tell(odds(210));
    expect(told()).toEqual([
      [DAY, 'market'],
      [`match:${matchId}`, 'market'],
    ]);
    const market = expect.objectContaining({ odds: { home: 2.1, draw: 3.3, away: 4 }, moved: { home: 1, draw: 0, away: 0 } });
    expect(test.current.published[0]?.change).toMatchObject({ match_id: matchId, market });
    expect((await listed())[0]?.market).toEqual(market);
    await tell(odds(190));
    expect((await detail()).market).toMatchObject({ moved: { home: -1 } });
  });

  it('updates tables and the live counts of leagues', async () => {
    const table = async () =>
      (await callApp(test.current.app, getStandings, { id: leagueId })).reply.tables[0]!.rows.map(({ team, points }) => [
        team.name,
        points,
      ]);
    const live = async () => (await callApp(test.current.app, listLeagues, {})).reply.items[0]?.live;
    expect([await table(), await live()]).toEqual([
      [
        ['Ann', 0],
        ['Bea', 0],
      ],
      1,
    ]);
    test.current.clock.advance(90 * 60_000);
    await tell(status('ft', null, [1, 0]));
    expect([await table(), await live()]).toEqual([
      [
        ['Ann', 3],
        ['Bea', 0],
      ],
      0,
    ]);
  });

  it('publishes a refetch for a new match, another day and other teams, which no message carries', async () => {
    await tell(fixture('other', kickoffAt, 'Cat', 'Dot'));
    const other = (await listed()).find(({ home }) => home.name === 'Cat')!.id;
    expect(told()).toEqual([
      [DAY, 'refetch'],
      [`match:${other}`, 'refetch'],
    ]);
    await tell(fixture('other', new Date('2026-11-22T11:30:00Z'), 'Cat', 'Dot'));
    expect(told()).toEqual([
      [DAY, 'refetch'],
      ['matches:2026-11-22', 'refetch'],
      [`match:${other}`, 'refetch'],
    ]);
    expect((await listed()).map(({ id }) => id)).toEqual([matchId]);
    await tell(fixture('other', new Date('2026-11-22T11:30:00Z'), 'Dot', 'Cat'));
    expect(told()).toContainEqual(['matches:2026-11-22', 'refetch']);
  });

  it('publishes only refetches when very many matches changed', async () => {
    const flood = Array.from({ length: 250 }, (_, i) => `flood ${i}`);
    await tell(...flood.map(team), ...flood.map((id) => fixture(id, new Date('2026-11-25T12:00:00Z'), id)));
    expect(told().filter(([topic]) => topic === 'matches:2026-11-25')).toEqual([['matches:2026-11-25', 'refetch']]);
    expect(new Set(told().map(([, t]) => t))).toEqual(new Set(['refetch']));
  });
});
