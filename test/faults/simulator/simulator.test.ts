import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Score } from '#domain/matches/score.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findWrongEnds } from '#test/support/wrong-ends.ts';
import { COURSES } from './course.ts';
import type { FeedMatch } from './feed-fault.ts';
import { playWorld, timeOf, type World } from './world.ts';

/**
 * Plays worlds of matches of every course. Their feed repeats itself, is late, retracts reports, falls silent, swaps sides and reports
 * wrong finals; their site crashes and restarts; users stake in both markets. Two worlds run at a time, so that one continues while the
 * other waits for its database. `FAULT_CONTESTS=100000` plays more contests, `FAULT_SEED=...` replays a failed world.
 */
const CONTESTS = Number(process.env.FAULT_CONTESTS ?? 200);
const MATCHES_PER_WORLD = 102;
const SEED = process.env.FAULT_SEED;
const MARKETS_PER_MATCH = 2;

const worlds = Math.ceil(CONTESTS / (MATCHES_PER_WORLD * MARKETS_PER_MATCH));
const run = randomUUID().slice(0, 8);
const seeds = SEED ? [SEED] : Array.from({ length: worlds }, (_, n) => `${run}-${n}`);

it.concurrent.each(seeds)('nothing is lost, doubled or paid wrongly in the world of FAULT_SEED=%s', { timeout: 600_000 }, async (seed) => {
  const world = await playWorld(seed, MATCHES_PER_WORLD);
  const { db } = world.app.deps;
  try {
    expect(world.complaints).toEqual([]);
    expect(world.crashes).toBeGreaterThan(0);
    expect(await proveLedger(db)).toEqual({ proven: true, sum: 0, faults: [] });
    expect(await stakesIn(db)).toEqual(stakesOf(world));
    expect(await findWrongEnds(db)).toEqual([]);
    expect(await endedContests(db)).toEqual(new Map());
    expect(await wrongStats(db)).toEqual([]);
    expect(await lateStakesKept(db)).toEqual([]);
    expect(await wronglyEnded(world)).toEqual([]);
  } finally {
    await world.app.database.drop();
  }
});

/** Returns confirmed points by user, match and market: no confirmed stake is lost or doubled. */
function stakesOf({ confirmed }: World): Map<string, number> {
  const stakes = new Map<string, number>();
  for (const { user, match, market, pick, stake } of confirmed) {
    const name = `${user.id} ${match.id} ${market} ${pick}`;
    stakes.set(name, (stakes.get(name) ?? 0) + stake);
  }
  return new Map([...stakes].sort());
}

async function stakesIn(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; stake: number }>`
    select b.user_id || ' ' || f.feed_id || ' ' || c.market || ' ' || b.pick as name, sum(l.stake)::bigint as stake
    from bets b join contests c on c.id = b.contest_id join feed_ids f on f.kind = 'match' and f.id = c.match_id
    join bet_legs l on l.bet_id = b.id
    group by 1`.execute(db);
  return new Map(rows.map(({ name, stake }): [string, number] => [name, stake]).sort());
}

/** Returns contests that ended but still hold points. */
async function endedContests(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; balance: number }>`
    select c.id, a.balance from contests c join accounts a on a.kind = 'contest' and a.owner = c.id
    where c.state in ('settled', 'void') and a.balance <> 0`.execute(db);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** Returns stakes that were placed after the true kick-off of a settled contest but kept, or before it but refunded. */
async function lateStakesKept(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select l.id, l.placed_at, c.started_at, l.refunded_at from bet_legs l join bets b on b.id = l.bet_id join contests c on c.id = b.contest_id
    where c.state = 'settled' and b.state = 'settled' and (l.placed_at > c.started_at) <> (l.refunded_at is not null)`.execute(db);
  return rows;
}

/** Returns users whose stats differ from the sums of their bets. */
async function wrongStats(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select s.user_id, s.played, s.hits, s.net_won, b.* from user_stats s,
    lateral (
      select count(*) filter (where at_risk >= ${PLAY_MIN}) as counted, count(*) filter (where hit and at_risk >= ${PLAY_MIN}) as right,
             coalesce(sum(net_won), 0)::bigint as net, bool_or(state <> 'ongoing' and at_risk is null) as is_uncounted
      from bets where user_id = s.user_id
    ) b
    where (s.played, s.hits, s.net_won) <> (b.counted, b.right, b.net) or b.is_uncounted`.execute(db);
  return rows;
}

interface ContestEnd {
  feed_id: string;
  market: Market;
  state: string;
  void_reason: string | null;
  score: Score | null;
  first_deadline_at: Date;
}

/** Returns contests with stakes that did not end as their match did. */
async function wronglyEnded({ app, matches }: World): Promise<object[]> {
  const { rows } = await sql<ContestEnd>`
    select f.feed_id, c.market, c.state, c.void_reason, c.first_deadline_at, case when c.home_score is not null then array[c.home_score, c.away_score] end as score
    from contests c join feed_ids f on f.kind = 'match' and f.id = c.match_id
    where c.participants > 0 or exists (select from bets b where b.contest_id = c.id)`.execute(app.deps.db);
  return rows.flatMap((end) => {
    const match = matches.find(({ id }) => id === end.feed_id)!;
    return isRight(match, end) ? [] : [{ ...end, course: match.course.name, faults: match.faults, expected: match.course.ends }];
  });
}

function isRight(match: FeedMatch, { market, state, void_reason, score, first_deadline_at }: ContestEnd): boolean {
  const { course, faults, offset } = match;
  // Sides swapped while stakes were taken refund these, whatever follows.
  if (state === 'void' && void_reason === 'sides_changed') return faults.some(({ kind }) => kind === 'swap');
  // Stakes for the new date, in a contest that knew no other date, are not refunded because of it.
  const isOfNewDate = first_deadline_at.getTime() > timeOf(offset).getTime();
  if (state !== (isOfNewDate ? 'settled' : course.ends[market])) return false;
  return state === 'void' || String(score) === String(course.ends.score);
}

it('plays every course', () => {
  expect(MATCHES_PER_WORLD % COURSES.length).toBe(0);
});

it('plays the same world from the same seed', async () => {
  const [once, again] = [await playWorld('again', COURSES.length), await playWorld('again', COURSES.length)];
  expect(again.crashes).toBe(once.crashes);
  expect(await transfersOf(again)).toEqual(await transfersOf(once));
  await Promise.all([once, again].map(({ app }) => app.database.drop()));
});

const transfersOf = async ({ app }: World) =>
  await app.deps.db
    .selectFrom('transfers')
    .select(['source', 'amount', 'created_at'])
    .where('contest_id', 'is not', null)
    .orderBy('id')
    .execute();
