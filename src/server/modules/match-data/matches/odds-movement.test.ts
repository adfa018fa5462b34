import { describe, expect, it } from 'vitest';
import { getMatchOdds } from '#contract/matches.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch } from '#test/support/factories.ts';
import { runJob } from '#test/support/run-job.ts';

const test = useTestApp();
const NOW = Date.parse(TEST_NOW);
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);
type Prices = [home: number, draw: number | null, away: number];

async function price(matchId: number, [home, draw, away]: Prices, more: object = {}): Promise<void> {
  const row = {
    match_id: matchId,
    bookmaker: 'Anchor',
    market: '1x2',
    home,
    draw,
    away,
    opening_home: 200,
    opening_draw: 300,
    opening_away: 400,
  };
  await test.current.deps.db
    .insertInto('odds')
    .values({ ...row, changed_at: minutesAgo(10), confirmed_at: minutesAgo(1), ...more })
    .execute();
}

const move = (matchId: number, moves: [at: Date, ...Prices][]) =>
  test.current.deps.db
    .insertInto('odds_movements')
    .values(moves.map(([at, home, draw, away]) => ({ match_id: matchId, bookmaker: 'Anchor', market: '1x2', at, home, draw, away })))
    .execute();

async function anchor(id: number) {
  const { reply } = await callApp(test.current.app, getMatchOdds, { id });
  return reply.items[0]!;
}

describe("a bookmaker's prices", () => {
  it('include their movements since opening, the oldest first, up to the present price', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt: minutesAgo(-60) });
    await price(match, [210, null, 390], { suspended: true });
    await move(match, [
      [minutesAgo(10), 210, null, 390],
      [minutesAgo(600), 200, null, 400],
      [minutesAgo(90), 220, null, 380],
    ]);
    const item = await anchor(match);
    expect(item.movement).toEqual([
      { at: minutesAgo(600).toISOString(), home: 2, draw: null, away: 4 },
      { at: minutesAgo(90).toISOString(), home: 2.2, draw: null, away: 3.8 },
      { at: minutesAgo(10).toISOString(), home: 2.1, draw: null, away: 3.9 },
    ]);
    expect(item).toMatchObject({ suspended: true, confirmed_at: minutesAgo(1).toISOString(), changed_at: minutesAgo(10).toISOString() });
  });

  it('end with the price in play, which is not part of the history', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt: minutesAgo(60), status: 'h2', score: [1, 0] });
    await price(match, [105, 900, 2500]);
    await move(match, [[minutesAgo(600), 200, 300, 400]]);
    expect((await anchor(match)).movement.map(({ at, home }) => [at, home])).toEqual([
      [minutesAgo(600).toISOString(), 2],
      [minutesAgo(10).toISOString(), 1.05],
    ]);
  });

  it('are the closing prices once the match is over', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt: minutesAgo(200), status: 'ft', score: [1, 0] });
    await price(match, [101, 5000, 9000], { closing_home: 180, closing_draw: 350, closing_away: 450 });
    await move(match, [
      [minutesAgo(600), 200, 300, 400],
      [minutesAgo(210), 180, 350, 450],
    ]);
    const item = await anchor(match);
    expect(item).toMatchObject({ home: 1.8, draw: 3.5, away: 4.5, opening: { home: 2 }, suspended: true });
    expect([item.changed_at, item.movement.length, item.movement[1]]).toEqual([
      minutesAgo(210).toISOString(),
      2,
      { at: minutesAgo(210).toISOString(), home: 1.8, draw: 3.5, away: 4.5 },
    ]);
    const neverPriced = await createMatch(test.current.deps.db, { kickoffAt: minutesAgo(200), status: 'ft', score: [1, 0] });
    await price(neverPriced, [101, 5000, 9000]);
    expect((await callApp(test.current.app, getMatchOdds, { id: neverPriced })).reply.items).toEqual([]);
  });

  it('are thinned out when they changed often', async () => {
    const match = await createMatch(test.current.deps.db, { kickoffAt: minutesAgo(-60) });
    await price(match, [250, 300, 400]);
    await move(
      match,
      Array.from({ length: 500 }, (_, i) => [minutesAgo(1000 - i), i === 250 ? 150 : 200 + (i % 2), 300, 400]),
    );
    const { movement } = await anchor(match);
    expect(movement).toHaveLength(40);
    expect([movement[0]!.at, movement.at(-1)!.home]).toEqual([minutesAgo(1000).toISOString(), 2.5]);
    expect(movement).toContainEqual({ at: minutesAgo(750).toISOString(), home: 1.5, draw: 3, away: 4 });
  });

  it('lose their movements 400 days after the match, and nothing else', async () => {
    const { db } = test.current.deps;
    const [old, young, undated] = [minutesAgo(401 * 1440), minutesAgo(399 * 1440), null];
    const ids: number[] = [];
    for (const kickoffAt of [old, young, undated]) {
      const id = await createMatch(db, { kickoffAt });
      ids.push(id);
      await price(id, [210, 300, 400]);
      await move(id, [[minutesAgo(402 * 1440), 200, 300, 400]]);
    }
    await runJob(test.current.deps, 'odds movements');
    const left = await db.selectFrom('odds_movements').select('match_id').where('match_id', 'in', ids).execute();
    expect(left.map(({ match_id }) => match_id).sort()).toEqual(ids.slice(1));
    expect((await anchor(ids[0]!)).movement).toMatchObject([{ home: 2.1 }]);
  });
});
