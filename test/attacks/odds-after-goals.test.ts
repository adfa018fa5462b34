import { beforeEach, describe, expect, it } from 'vitest';
import { getMatchOdds, listMatches } from '#contract/matches.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedMatchEvent, FeedUpdate, OddsUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { wiring } from '#server/wiring.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';

/** After a goal most bookmakers withdraw their prices; the slowest must not represent the market with prices from before the goal. */

const test = useTestApp({ FEED: 'none' });
const BOOKMAKERS = ['A', 'B', 'C', 'D', 'E', 'F'];
type Prices = [home: number, draw: number, away: number];
const BEFORE: Prices = [104, 1_400, 5_000];
const SLOW: Prices = [108, 1_100, 3_000];
const AFTER: Prices = [101, 3_000, 9_000];

let matchId: number;
let kickoffAt: Date;
beforeEach(async () => {
  const { deps, clock } = test.current;
  kickoffAt = clock.now();
  matchId = await createMatch(deps.db, { kickoffAt });
  await deps.db
    .insertInto('feed_ids')
    .values({ feed: 'test', kind: 'match', feed_id: String(matchId), id: matchId })
    .execute();
  clock.advance(-MINUTE_MS);
  await tell(odds({ ...pricedAt([150, 400, 700], BOOKMAKERS) }));
  clock.advance(2 * MINUTE_MS);
  await tell(status([0, 0]), odds({ ...pricedAt(BEFORE, BOOKMAKERS.slice(2)), ...pricedAt(SLOW, ['A', 'B']) }));
});

async function tell(...updates: FeedUpdate[]): Promise<void> {
  const { deps, clock } = test.current;
  const { changes, refused } = await importUpdates({ db: deps.db, now: clock.now, log: deps.log, oddsCadenceSeconds: 2 }, 'test', updates);
  expect(refused).toEqual([]);
  await wiring.onMatchesImported(deps, changes);
}

const status = ([home, away]: [number, number], code: StatusUpdate['status'] = 'h1'): FeedUpdate => ({
  ...{ kind: 'status', matchId: String(matchId), status: code, minute: 20, stoppage: null, period: null, seenAt: test.current.clock.now() },
  score: { home, away, halftime: null, fulltime: null, extratime: null, penalty: null },
});

type Book = Record<string, { prices: Prices; suspended?: boolean }>;
const pricedAt = (prices: Prices, names: readonly string[], suspended = false): Book =>
  Object.fromEntries(names.map((name) => [name, { prices, suspended }]));
const odds = (book: Book): OddsUpdate => ({
  ...{ kind: 'odds', matchId: String(matchId), seenAt: test.current.clock.now() },
  bookmakers: Object.entries(book).map(
    ([
      bookmaker,
      {
        prices: [home, draw, away],
        suspended = false,
      },
    ]) => ({
      ...{ bookmaker, market: '1x2', home, draw, away, suspended },
    }),
  ),
});

async function market() {
  const { app, deps } = test.current;
  deps.replies.touch(`match:${matchId}`);
  const date = kickoffAt.toISOString().slice(0, 10);
  const { reply } = await callApp(app, listMatches, { date, tz: 'UTC', sport: 'football' });
  const found = reply.items.find((match) => match.id === matchId)!.market!;
  return { home: found.probability.home, suspended: found.suspended };
}

const goal = () => {
  test.current.clock.advance(MINUTE_MS);
  return tell(status([1, 0]), odds({ ...pricedAt(BEFORE, BOOKMAKERS.slice(2), true), ...pricedAt(SLOW, ['A', 'B']) }));
};

describe('after the leader’s goal, with the quick bookmakers suspended and two old prices left', () => {
  it('the market is suspended and its price does not drop', async () => {
    const before = await market();
    expect(before.suspended).toBe(false);
    await goal();
    const after = await market();
    expect(after.suspended).toBe(true);
    expect(after.home).toBeGreaterThanOrEqual(before.home);
  });

  it('all open pages are notified immediately', async () => {
    const already = test.current.published.length;
    await goal();
    const told = test.current.published.slice(already).flatMap(({ change }) => (change.t === 'market' ? [change.market] : []));
    expect(told.length).toBeGreaterThan(0);
    for (const view of told) expect(view).toMatchObject({ suspended: true });
  });

  it('the list of bookmakers marks the old prices as unavailable', async () => {
    await goal();
    const { reply } = await callApp(test.current.app, getMatchOdds, { id: matchId });
    expect(reply.items.map(({ bookmaker, suspended }) => [bookmaker, suspended])).toEqual(BOOKMAKERS.map((name) => [name, true]));
  });

  it('one new price does not reopen the market, two do; slow bookmakers stay out until their price changes', async () => {
    await goal();
    const { home } = await market();
    test.current.clock.advance(10_000);
    const quick = pricedAt(AFTER, ['C']);
    await tell(odds({ ...pricedAt(SLOW, ['A', 'B']), ...quick, ...pricedAt(BEFORE, ['D', 'E', 'F'], true) }));
    const first = await market();
    expect(first.suspended).toBe(true);
    expect(first.home).toBeGreaterThanOrEqual(home);
    test.current.clock.advance(10_000);
    await tell(odds({ ...pricedAt(SLOW, ['A', 'B']), ...quick, ...pricedAt(AFTER, ['D']), ...pricedAt(BEFORE, ['E', 'F'], true) }));
    const reopened = await market();
    expect(reopened.suspended).toBe(false);
    expect(reopened.home).toBeGreaterThan(first.home);
  });

  it('a price that its feed still confirms after three minutes counts again', async () => {
    await goal();
    test.current.clock.advance(2 * MINUTE_MS);
    await tell({ kind: 'confirmation', seenAt: test.current.clock.now() });
    expect((await market()).suspended).toBe(true);
    test.current.clock.advance(MINUTE_MS);
    await tell({ kind: 'confirmation', seenAt: test.current.clock.now() });
    expect((await market()).suspended).toBe(false);
  });

  it('a late update with a price from before the goal changes nothing', async () => {
    await goal();
    const late = { ...odds(pricedAt([107, 1_200, 3_500], BOOKMAKERS)), seenAt: new Date(test.current.clock.now().getTime() - 30_000) };
    await tell(late);
    expect((await market()).suspended).toBe(true);
  });
});

it.each<[string, () => FeedUpdate[]]>([
  ['a goal that is taken back', () => [status([0, 0], 'h1')]],
  ['a red card', () => [{ kind: 'events', matchId: String(matchId), events: [redCard] }]],
])('%s also invalidates earlier prices', async (name, updates) => {
  const isTakenBack = name.includes('taken back');
  if (isTakenBack) {
    await goal();
    test.current.clock.advance(MINUTE_MS);
    await tell(odds(pricedAt(AFTER, BOOKMAKERS)));
    expect((await market()).suspended).toBe(false);
  }
  test.current.clock.advance(MINUTE_MS);
  await tell(...updates());
  expect((await market()).suspended).toBe(true);
});

const redCard: FeedMatchEvent = {
  ...{ id: '1', type: 'red', side: 'away', period: 'H1', minute: 20, stoppage: null, player: 'P', other: null, detail: null },
};
