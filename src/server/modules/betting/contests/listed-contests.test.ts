import { beforeEach, describe, expect, it } from 'vitest';
import { listContests } from '#contract/contests.ts';
import { getScoreProbability } from '#contract/forecasts.ts';
import { getMatch, recommendedMatch, selectedMatches } from '#contract/matches.ts';
import { HOUR_MS } from '#domain/time.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch } from '#test/support/factories.ts';
import { priceMatch, stakeOn, tellMatch, waitUntil } from '#test/support/match-course.ts';
import { ensureContests } from './service.ts';

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;

beforeEach(() => test.current.clock.set(at(-2 * HOUR_MS)));

async function upcoming({ isPriced = true, drawPossible = true } = {}) {
  const matchId = await createMatch(db(), { kickoffAt: at(0), leagueId: await createLeague(db(), { drawPossible }) });
  if (isPriced) await priceMatch(db(), matchId, at(-2 * HOUR_MS));
  await ensureContests(test.current.deps, [matchId]);
  return matchId;
}

const listed = async (id: number, token?: string) => (await callApp(test.current.app, listContests, { id }, { token })).reply.items;

const pricesIn = async (id: number, market: '1x2' | 'wdl' = '1x2') =>
  (await listed(id)).find((contest) => contest.market === market)?.quote?.prices.map(({ pick, odds }) => [pick, odds]) ?? [];

describe('the prices of a match in lists', () => {
  const offered = async (id: number) => (await callApp(test.current.app, selectedMatches, { ids: String(id) })).reply.items[0]?.offer;

  it('are those that a stake gets, not the bookmakers’', async () => {
    const [three, two] = [await upcoming(), await upcoming({ drawPossible: false })];
    await db().updateTable('odds').set({ home: 190, draw: null, away: 190 }).where('match_id', '=', two).execute();
    expect(await offered(three)).toEqual({ home: 1.88, draw: 3.14, away: 4.71 });
    expect(Object.entries((await offered(three))!)).toEqual(await pricesIn(three));
    expect((await callApp(test.current.app, getMatch, { id: three })).reply).toMatchObject({
      ...{ offer: { home: 1.88 }, market: { odds: { home: 2 } } },
    });
    const { draw, ...sides } = (await offered(two))!;
    expect(draw).toBeNull();
    expect(Object.entries(sides)).toEqual(await pricesIn(two));
  });

  it('are missing while no stakes are taken: without prices, without an open contest, and from the kick-off', async () => {
    const [none, paused, begun] = [await upcoming({ isPriced: false }), await upcoming(), await upcoming()];
    await db().updateTable('contests').set({ state: 'paused' }).where('match_id', '=', paused).execute();
    expect(await offered(none)).toBeNull();
    expect(await offered(paused)).toBeNull();
    await db()
      .updateTable('contests')
      .set({ deadline_at: at(-2 * HOUR_MS) })
      .where('match_id', '=', begun)
      .execute();
    expect(await offered(begun)).toBeNull();
  });
});

describe("the list of a match's contests", () => {
  it('contains the pool and fixed odds, with a quote of what is on sale', async () => {
    const matchId = await upcoming();
    expect(await listed(matchId)).toMatchObject([
      { market: 'wdl', state: 'open', quote: null, mine: null },
      {
        ...{ market: '1x2', state: 'open', options: [{ odds: null }, { odds: null }, { odds: null }] },
        quote: {
          ...{ state: 'firm', suspension: null, basis: 'bookmakers', stake_max: null, confirmed_at: at(-2 * HOUR_MS).toISOString() },
          prices: [
            { pick: 'home', odds: 1.88, room: 5_000 },
            { pick: 'draw', odds: 3.14, room: 5_000 },
            { pick: 'away', odds: 4.71, room: 5_000 },
          ],
        },
      },
    ]);
  });

  it('shows the room that is left on each pick', async () => {
    const matchId = await upcoming();
    await db().updateTable('contests').set({ payout_home: 499_000, payout_draw: 500_000 }).where('match_id', '=', matchId).execute();
    const [, fixed] = await listed(matchId);
    // At 1.88, 532 points pay 1,000 and 533 would pay 1,002.
    expect(fixed?.quote?.prices.map(({ pick, room }) => [pick, room])).toEqual([
      ['home', 532],
      ['draw', 0],
      ['away', 5_000],
    ]);
  });

  it('shows an uncertain price with its limit, and the reason when there is no price', async () => {
    const [weak, none] = [await upcoming(), await upcoming({ isPriced: false })];
    await db().updateTable('odds').set({ cadence_seconds: null }).where('match_id', '=', weak).execute();
    expect((await listed(weak))[1]?.quote).toMatchObject({ stake_max: 500, prices: [{ odds: 1.83, room: 500 }, {}, {}] });
    expect((await listed(none))[1]?.quote).toEqual({
      ...{ state: 'suspended', suspension: 'no_price', basis: null },
      ...{ prices: [], stake_max: null, confirmed_at: null },
    });
  });

  it('has two picks for a match without a draw', async () => {
    const matchId = await upcoming({ drawPossible: false });
    await db().updateTable('odds').set({ home: 190, draw: null, away: 190 }).where('match_id', '=', matchId).execute();
    expect((await listed(matchId))[1]?.quote?.prices).toMatchObject([
      { pick: 'home', odds: 1.88 },
      { pick: 'away', odds: 1.88 },
    ]);
  });

  it('has no quote once the contest takes no stakes', async () => {
    const [matchId, other] = [await upcoming(), await upcoming()];
    await waitUntil(test.current, at(0));
    expect(await listed(matchId)).toMatchObject([
      { state: 'locked', quote: null },
      { state: 'locked', quote: null },
    ]);
    // The deadline itself is too late, even if no job has locked the contest yet.
    await db()
      .updateTable('contests')
      .set({ state: 'open', deadline_at: at(0) })
      .where('match_id', '=', other)
      .execute();
    expect((await listed(other))[1]?.quote).toBeNull();
  });

  it('shows the user’s own stake in each market, and what it pays', async () => {
    const matchId = await upcoming();
    const user = await stakeOn(test.current, matchId, '1x2', 'home', 100);
    await stakeOn(test.current, matchId, 'wdl', 'away', 50, user);
    const own = (await callApp(test.current.app, listContests, { id: matchId }, { token: user.token })).reply.items;
    expect(own.map(({ mine }) => mine)).toMatchObject([
      { pick: 'away', stake: 50, payout_if_right: null, state: 'ongoing' },
      { pick: 'home', stake: 100, payout_if_right: 188, state: 'ongoing' },
    ]);
    expect(own.map(({ total_stake, participants }) => [total_stake, participants])).toEqual([
      [50, 1],
      [100, 1],
    ]);
  });

  it('contains the active contest of each market when an earlier one is void', async () => {
    const matchId = await upcoming();
    await stakeOn(test.current, matchId, '1x2', 'home', 100);
    await stakeOn(test.current, matchId, 'wdl', 'home', 100);
    await tellMatch(test.current, matchId, 'ns', null, { kickoff_at: at(49 * HOUR_MS) });
    expect(await listed(matchId)).toMatchObject([
      { market: 'wdl', state: 'open', total_stake: 100 },
      { market: '1x2', state: 'open', total_stake: 0, quote: { state: expect.any(String) } },
    ]);
  });
});

describe('contests of a match on other pages', () => {
  it('are both on the match page, the pool first', async () => {
    const { reply } = await callApp(test.current.app, getMatch, { id: await upcoming() });
    expect(reply.contests.map(({ market, options }) => [market, options.length])).toEqual([
      ['wdl', 3],
      ['1x2', 3],
    ]);
  });

  it('at fixed odds do not count for the crowd and recommend no match', async () => {
    const [fixed, pool] = [await upcoming(), await upcoming()];
    for (const pick of ['home', 'draw', 'away'] as const) await stakeOn(test.current, fixed, '1x2', pick, 900);
    await stakeOn(test.current, pool, 'wdl', 'home', 500);
    const { reply } = await callApp(test.current.app, getScoreProbability, { id: fixed });
    expect(reply.lines.crowd).toBeNull();
    expect((await callApp(test.current.app, recommendedMatch, {})).reply.match?.id).toBe(pool);
  });
});
