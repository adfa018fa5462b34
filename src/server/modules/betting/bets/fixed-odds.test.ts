import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBets, placeBet } from '#contract/bets.ts';
import { HOUR_MS } from '#domain/time.ts';
import { quotesOf } from '#server/modules/betting/contests/quotes.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

/** Limits low enough for a few bets to reach them. */
const test = useTestApp({ FEED: 'none', BET_PAYOUT_MAX: '2000', MATCH_LIABILITY_MAX: '3000' });
const NOW = new Date(TEST_NOW);
const after = (ms: number) => new Date(NOW.getTime() + ms);
const db = () => test.current.deps.db;

beforeEach(() => {
  test.current.clock.set(NOW);
  test.current.published.length = 0;
});

type Prices = [home: number, draw: number | null, away: number];

async function pricedMatch(prices: Prices | null = [200, 333, 500], { cadenceSeconds = 2, drawPossible = true } = {}) {
  const matchId = await createMatch(db(), { kickoffAt: after(6 * HOUR_MS), leagueId: await createLeague(db(), { drawPossible }) });
  const contestId = await createContest(db(), matchId, NOW, '1x2');
  await db().updateTable('contests').set({ draw_possible: drawPossible }).where('id', '=', contestId).execute();
  if (prices) await tell(matchId, prices, cadenceSeconds);
  return { matchId, contestId };
}

/** Stores a bookmaker's current prices for a match. */
async function tell(matchId: number, [home, draw, away]: Prices, cadence_seconds = 2) {
  const at = test.current.clock.now();
  const now = { home, draw, away, changed_at: at, confirmed_at: at, cadence_seconds };
  await db()
    .insertInto('odds')
    .values({ match_id: matchId, bookmaker: 'A', market: '1x2', ...now, opening_home: home, opening_draw: draw, opening_away: away })
    .onConflict((oc) => oc.columns(['match_id', 'bookmaker', 'market']).doUpdateSet(now))
    .execute();
}

/** Returns the decimal price on offer for a home win. */
async function homePrice(matchId: number): Promise<number> {
  const quote = (await quotesOf(db(), test.current.deps, [matchId])).get(matchId)!;
  return quote.prices[0]!.oddsHundredths / 100;
}

const bet = (user: TestUser, matchId: number, odds: number, body: Record<string, unknown> = {}) =>
  callApp(
    test.current.app,
    placeBet,
    { market: '1x2', match_id: matchId, pick: 'home', stake: 100, odds, ...body },
    { token: user.token, key: randomUUID() },
  );

const contestRow = (id: string) => db().selectFrom('contests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('fixed odds', () => {
  it('are frozen when the stake is placed, whatever the market does afterwards', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await pricedMatch();
    const price = await homePrice(matchId);
    const placed = await bet(user, matchId, price, { stake: 77 });
    const returns = Math.floor((77 * Math.round(price * 100)) / 100);
    expect(placed).toMatchObject({
      status: 201,
      reply: {
        bet: { market: '1x2', stake: 77, returns_now: returns, odds: Math.floor((100 * returns) / 77) / 100, hit: null },
        leg: { stake: 77, odds: price },
        balance: 923,
        contest: { id: contestId, market: '1x2', total_stake: 77, participants: 1 },
      },
    });
    await tell(matchId, [150, 400, 700]);
    const { reply } = await callApp(test.current.app, listBets, {}, { token: user.token });
    const returns_if = [
      { pick: 'home', returns },
      { pick: 'draw', returns: 0 },
      { pick: 'away', returns: 0 },
    ];
    expect(reply.items).toMatchObject([{ returns_now: returns, returns_if, odds: placed.reply.bet.odds }]);
    expect(await contestRow(contestId)).toMatchObject({ payout_home: returns, payout_draw: 0, payout_away: 0 });
    expect(await db().selectFrom('bets').select('fixed_payout').where('contest_id', '=', contestId).execute()).toEqual([
      { fixed_payout: returns },
    ]);
    expect(test.current.published.map(({ topic }) => topic)).toEqual([`match:${matchId}`, `me:${user.id}`]);
  });

  it('reject a stake with the new price when the price fell, and give the better price when it rose', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await pricedMatch([200, 333, 500]);
    const seen = await homePrice(matchId);
    await tell(matchId, [180, 350, 550]);
    const worse = await homePrice(matchId);
    expect(worse).toBeLessThan(seen);
    const refused = await bet(user, matchId, seen);
    expect(refused).toMatchObject({
      status: 409,
      problem: { code: 'odds_changed', params: { odds: worse }, detail: expect.stringContaining(`${worse}`) },
    });
    await tell(matchId, [260, 320, 280]);
    const better = await homePrice(matchId);
    expect(better).toBeGreaterThan(seen);
    expect(await bet(user, matchId, seen)).toMatchObject({ status: 201, reply: { leg: { odds: better } } });
  });

  it('add a leg at its own price with each further stake', async () => {
    const user = await createUser(test.current, 2_000);
    const { matchId, contestId } = await pricedMatch([200, 333, 500]);
    const first = await homePrice(matchId);
    await bet(user, matchId, first, { stake: 105 });
    await tell(matchId, [260, 320, 280]);
    const second = await homePrice(matchId);
    const { reply } = await bet(user, matchId, second, { stake: 55 });
    const legs = await db()
      .selectFrom('bet_legs')
      .select(['stake', 'odds'])
      .where('user_id', '=', user.id)
      .orderBy('stake', 'desc')
      .execute();
    expect(legs).toEqual([
      { stake: 105, odds: Math.round(100 * first) },
      { stake: 55, odds: Math.round(100 * second) },
    ]);
    const pays = Math.floor((105 * legs[0]!.odds!) / 100) + Math.floor((55 * legs[1]!.odds!) / 100);
    expect(reply.bet).toMatchObject({ stake: 160, returns_now: pays, odds: Math.floor((100 * pays) / 160) / 100 });
    expect(await contestRow(contestId)).toMatchObject({ payout_home: pays, stake_home: 160, participants: 1 });
  });

  it('are not on sale without a recent price', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await pricedMatch();
    const price = await homePrice(matchId);
    test.current.clock.advance(5 * 60_000 + 1);
    expect(await bet(user, matchId, price)).toMatchObject({ status: 409, problem: { code: 'market_suspended' } });
    const unpriced = await pricedMatch(null);
    expect(await bet(user, unpriced.matchId, 2)).toMatchObject({ status: 409, problem: { code: 'market_suspended' } });
  });

  it('accept smaller stakes at an uncertain price', async () => {
    const user = await createUser(test.current, 2_000);
    const { matchId } = await pricedMatch([200, 333, 500], { cadenceSeconds: 10_800 });
    const price = await homePrice(matchId);
    expect(await bet(user, matchId, price, { stake: 501 })).toMatchObject({ problem: { code: 'stake_above_max', params: { max: 500 } } });
    expect(await bet(user, matchId, price, { stake: 450 })).toMatchObject({ status: 201 });
    expect(await bet(user, matchId, price, { stake: 51 })).toMatchObject({ problem: { code: 'stake_above_max', params: { max: 50 } } });
  });

  it('have no draw where a match cannot end level', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await pricedMatch([180, null, 210], { drawPossible: false });
    expect(await bet(user, matchId, 2, { pick: 'draw' })).toMatchObject({ status: 422, problem: { code: 'option_required' } });
    expect(await bet(user, matchId, await homePrice(matchId))).toMatchObject({ status: 201 });
  });

  it.each([0.5, 0, -2, 50.01, 1e300, '2', null])('rejects odds of %j as invalid', async (odds) => {
    const user = await createUser(test.current, 1_000);
    const { matchId } = await pricedMatch();
    expect(await bet(user, matchId, odds as number)).toMatchObject({ status: 400, problem: { code: 'invalid_payload' } });
  });
});

describe('the liability of the house', () => {
  it('is limited per bet, with all its legs together', async () => {
    const user = await createUser(test.current, 5_000);
    const { matchId } = await pricedMatch();
    const price = await homePrice(matchId);
    expect(await bet(user, matchId, price, { stake: 800 })).toMatchObject({ status: 201 });
    const left = 2_000 - Math.floor(800 * price);
    const refused = await bet(user, matchId, price, { stake: 800 });
    expect(refused).toMatchObject({ status: 422, problem: { code: 'stake_above_max' } });
    const { max } = refused.problem.params as { max: number };
    expect([Math.floor(max * price) <= left, Math.floor((max + 1) * price) > left]).toEqual([true, true]);
    expect(await bet(user, matchId, price, { stake: max })).toMatchObject({ status: 201 });
    expect(await bet(user, matchId, price, { stake: 10 })).toMatchObject({ status: 409, problem: { code: 'market_suspended' } });
  });

  it('is limited per match and pick, however many bets arrive at once', async () => {
    const { matchId, contestId } = await pricedMatch();
    const price = await homePrice(matchId);
    const users = await Promise.all(Array.from({ length: 40 }, () => createUser(test.current, 1_000)));
    const answers = await Promise.all(users.map((user) => bet(user, matchId, price, { stake: 100 })));
    const pays = Math.floor(100 * price);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(Math.floor(3_000 / pays));
    expect(answers.every(({ status, problem }) => status === 201 || ['stake_above_max', 'market_suspended'].includes(problem.code))).toBe(
      true,
    );
    expect((await contestRow(contestId)).payout_home).toBe(Math.floor(3_000 / pays) * pays);
    // Only one outcome can be paid, so the liabilities of different outcomes do not add up.
    const { prices } = (await quotesOf(db(), test.current.deps, [matchId])).get(matchId)!;
    expect(await bet(users[39]!, matchId, prices[2]!.oddsHundredths / 100, { pick: 'away', stake: 100 })).toMatchObject({ status: 201 });
    expect(await proveLedger(db())).toMatchObject({ proven: true });
  });
});
