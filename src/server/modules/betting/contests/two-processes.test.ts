import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pick } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, type TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, priceMatch, stakeOn } from '#test/support/match-course.ts';
import { advanceContest } from './advance.ts';
import { advanceDueContests, advanceMatches, correctDueContests, ensureContests } from './service.ts';

/** Two processes on one database, each with its own connections and unaware of the other, together do what one process would do. */

const test = useTestApp({ FEED: 'none' });
const KICKOFF = Date.parse(TEST_NOW) + 24 * HOUR_MS;
const at = (ms: number) => new Date(KICKOFF + ms);
const db = () => test.current.deps.db;

let second: Deps | undefined;
/** Returns the other process. */
function other(): Deps {
  const { deps, database } = test.current;
  if (second) return second;
  const pool = createPool(database.url, { max: 5 });
  second = { ...deps, pool, db: createDb(pool), replies: createCachedReplies(), publish: (topic, change) => deps.publish(topic, change) };
  return second;
}
afterAll(() => second?.db.destroy());

beforeEach(() => {
  test.current.clock.set(at(-2 * HOUR_MS));
  test.current.published.length = 0;
});

const PICKS: Pick[] = ['home', 'home', 'draw', 'away'];

interface Staked {
  matchId: number;
  contestId: string;
  users: TestUser[];
}

/** Places forty stakes in a contest, one per user. */
async function staked(market: Market): Promise<Staked> {
  const matchId = await createMatch(db(), { kickoffAt: at(0) });
  await priceMatch(db(), matchId, at(-2 * HOUR_MS));
  await ensureContests(test.current.deps, [matchId]);
  const users = await Promise.all(Array.from({ length: 40 }, (_, i) => stakeOn(test.current, matchId, market, PICKS[i % 4]!, 10 + i)));
  const { id } = await db()
    .selectFrom('contests')
    .select('id')
    .where('match_id', '=', matchId)
    .where('market', '=', market)
    .executeTakeFirstOrThrow();
  return { matchId, contestId: id, users };
}

async function whistle(matchId: number, [home, away]: [number, number], ms: number) {
  test.current.clock.set(at(ms));
  await db()
    .updateTable('matches')
    .set({ status: 'ft', fulltime: [home, away], fulltime_since: at(ms), status_since: at(ms), confirmed_at: at(ms + MINUTE_MS) })
    .where('id', '=', matchId)
    .execute();
  test.current.clock.set(at(ms + MINUTE_MS));
}

/** Runs the job and the feed's trigger in both processes at the same time, several times over. */
async function bothAtOnce(matchId: number, contestId: string): Promise<void> {
  await Promise.all(
    [test.current.deps, other(), test.current.deps, other()].flatMap((deps) => [
      advanceDueContests(deps),
      advanceMatches(deps, [matchId]),
      advanceContest(deps, contestId),
      correctDueContests(deps),
    ]),
  );
  // A correction skips a contest that is locked by someone else until the job runs again.
  await Promise.all([test.current.deps, other()].map((deps) => correctDueContests(deps)));
}

const balances = (users: TestUser[]) => Promise.all(users.map(({ id }) => heldBy(db(), 'balance', id)));
const endOf = (contestId: string) =>
  db().selectFrom('contests').select(['state', 'winner', 'void_reason']).where('id', '=', contestId).executeTakeFirstOrThrow();

/** Returns everything that happened to points and to players in a contest, each entry once. */
async function endingsOf(contestId: string) {
  const { rows } = await sql<{ source: string; count: number; points: number }>`
    select source, count(*)::integer as count, sum(amount)::bigint as points from transfers where contest_id = ${contestId}
    group by source order by source`.execute(db());
  const corrections = await db().selectFrom('contest_corrections').select('round').where('contest_id', '=', contestId).execute();
  const { rows: stats } = await sql<{ played: number; hits: number; experience: number }>`
    select sum(played)::integer as played, sum(hits)::integer as hits, sum(experience)::integer as experience from user_stats
    where user_id in (select user_id from bets where contest_id = ${contestId})`.execute(db());
  return { transfers: rows, corrections: corrections.length, stats: stats[0] };
}

/** Expects the same result from one process alone and from two in parallel. */
async function expectSame(market: Market, course: (played: Staked, look: () => Promise<unknown>) => Promise<void>) {
  const alone = await staked(market);
  const houseBefore = await heldBy(db(), 'house');
  await course(alone, async () => {
    await advanceMatches(test.current.deps, [alone.matchId]);
    await correctDueContests(test.current.deps);
  });
  const houseBetween = await heldBy(db(), 'house');
  test.current.clock.set(at(-2 * HOUR_MS));
  test.current.published.length = 0;
  const together = await staked(market);
  await course(together, () => bothAtOnce(together.matchId, together.contestId));
  expect(await endOf(together.contestId)).toEqual(await endOf(alone.contestId));
  expect(await balances(together.users)).toEqual(await balances(alone.users));
  expect(await endingsOf(together.contestId)).toEqual(await endingsOf(alone.contestId));
  expect((await heldBy(db(), 'house')) - houseBetween).toBe(houseBetween - houseBefore);
  for (const { contestId } of [alone, together]) await expectEndedExactly(db(), contestId);
  const told = test.current.published
    .filter(({ topic }) => topic === `me:${together.users[0]!.id}`)
    .filter(({ change }) => change.t === 'bet');
  return { together, told: told.length };
}

describe.each(MARKETS)('a contest in %s with two processes at once', (market) => {
  it('is settled once', async () => {
    const { told } = await expectSame(market, async ({ matchId }, look) => {
      await whistle(matchId, [1, 0], 2 * HOUR_MS);
      await look();
    });
    expect(told).toBe(1);
  });

  it('is void once', async () => {
    const { together, told } = await expectSame(market, async ({ matchId }, look) => {
      await db().updateTable('matches').set({ status: 'canc' }).where('id', '=', matchId).execute();
      await look();
    });
    expect(await balances(together.users)).toEqual(together.users.map(() => 1_000));
    expect(told).toBe(1);
  });

  it('is corrected once a correction', async () => {
    const { together } = await expectSame(market, async ({ matchId }, look) => {
      await whistle(matchId, [1, 0], 2 * HOUR_MS);
      await look();
      await whistle(matchId, [0, 2], 3 * HOUR_MS);
      await look();
      await whistle(matchId, [2, 2], 4 * HOUR_MS);
      await look();
    });
    expect(await endingsOf(together.contestId)).toMatchObject({ corrections: 2 });
    expect(await endOf(together.contestId)).toMatchObject({ state: 'settled', winner: 'draw' });
  });

  it('is made once a match', async () => {
    const matchId = await createMatch(db(), { kickoffAt: at(0) });
    await Promise.all([test.current.deps, other(), test.current.deps, other()].map((deps) => ensureContests(deps, [matchId])));
    expect(
      await db().selectFrom('contests').select('id').where('match_id', '=', matchId).where('market', '=', market).execute(),
    ).toHaveLength(1);
  });
});
