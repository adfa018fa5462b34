import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import { setLimit } from '#contract/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createApp } from '#server/app.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { lockUser } from '#server/modules/identity/security/queries.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp({}, AT_ONCE);
const NOW = new Date(TEST_NOW);
const db = () => test.current.deps.db;

beforeEach(() => {
  test.current.clock.set(NOW);
  test.current.published.length = 0;
});

async function openMatch() {
  const matchId = await createMatch(db(), { kickoffAt: new Date(NOW.getTime() + HOUR_MS) });
  return { matchId, contestId: await createContest(db(), matchId, NOW) };
}

const bet = (user: TestUser, match_id: number, { app = test.current.app, stake = 100, key = randomUUID() as string } = {}) =>
  callApp(app, placeBet, { market: 'wdl', match_id, pick: 'home', stake }, { token: user.token, key });

/** Creates another process on the same database, with its own in-memory state. */
const otherProcess = () => createApp({ ...test.current.deps });

const codesOf = (answers: Awaited<ReturnType<typeof bet>>[]) => {
  const counts: Record<string, number> = {};
  for (const { status, problem } of answers) {
    const what = status === 201 ? 'placed' : problem.code;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};

async function written(contestIds: string[]) {
  const { rows } = await sql<{ bets: number; legs: number; transfers: number; pool: number; stakes: number }>`
    select (select count(*) from bets where contest_id = any(${contestIds}::uuid[])) as bets,
           (select count(*) from bet_legs l join bets b on b.id = l.bet_id where b.contest_id = any(${contestIds}::uuid[])) as legs,
           (select count(*) from transfers where contest_id = any(${contestIds}::uuid[])) as transfers,
           (select sum(stake_home) from contests where id = any(${contestIds}::uuid[]))::bigint as pool,
           (select coalesce(sum(stake), 0) from bets where contest_id = any(${contestIds}::uuid[]))::bigint as stakes`.execute(db());
  return rows[0]!;
}

/** Counts postings whose balance does not follow from the previous one: every transfer records both balances right after it. */
async function brokenChains(): Promise<number> {
  const { rows } = await sql<{ broken: number }>`
    select count(*) as broken from (
      select balance - delta - lag(balance, 1, 0::bigint) over (partition by kind, owner order by transfer_id) as gap from postings
    ) p where gap <> 0`.execute(db());
  return rows[0]!.broken;
}

const balanceOf = async (user: TestUser) =>
  (await db().selectFrom('accounts').select('balance').where('kind', '=', 'balance').where('owner', '=', user.id).executeTakeFirstOrThrow())
    .balance;

describe('two hundred concurrent bets', () => {
  it.each([1, 2])('on one balance are placed only as far as it suffices, with %i processes', async (processes) => {
    const user = await createUser(test.current, 1_730);
    const matches = await Promise.all(Array.from({ length: 5 }, openMatch));
    const apps = [test.current.app, otherProcess()].slice(0, processes);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => bet(user, matches[i % 5]!.matchId, { app: apps[i % processes] })),
    );
    expect(codesOf(answers)).toEqual({ placed: 17, insufficient_points: 183 });
    expect(await balanceOf(user)).toBe(30);
    expect(await written(matches.map(({ contestId }) => contestId))).toMatchObject({ legs: 17, transfers: 17, pool: 1_700, stakes: 1_700 });
    expect(await proveLedger(db())).toMatchObject({ proven: true });
    expect(await brokenChains()).toBe(0);
  });

  it.each([1, 2])('in one contest stay within what a user may stake in it, with %i processes', async (processes) => {
    const users = await Promise.all(Array.from({ length: 4 }, () => createUser(test.current, 100_000)));
    const { matchId, contestId } = await openMatch();
    const apps = [test.current.app, otherProcess()].slice(0, processes);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => bet(users[i % 4]!, matchId, { app: apps[(i >> 2) % processes], stake: 900 })),
    );
    // Eleven stakes of 900 are 9,900 of the 10,000 that a user may stake, so a twelfth does not fit.
    expect(codesOf(answers)).toEqual({ placed: 44, stake_above_max: 156 });
    expect(await written([contestId])).toEqual({ bets: 4, legs: 44, transfers: 44, pool: 39_600, stakes: 39_600 });
    const contest = await db().selectFrom('contests').select('participants').where('id', '=', contestId).executeTakeFirstOrThrow();
    expect(contest.participants).toBe(4);
    expect(await proveLedger(db())).toMatchObject({ proven: true });
  });

  it.each([1, 2])("stay within the user's own stake limit, with %i processes", async (processes) => {
    const user = await createUser(test.current, 100_000);
    await callApp(test.current.app, setLimit, { kind: 'stake', period: 'day', amount: 650 }, { token: user.token });
    const matches = await Promise.all(Array.from({ length: 5 }, openMatch));
    const apps = [test.current.app, otherProcess()].slice(0, processes);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => bet(user, matches[i % 5]!.matchId, { app: apps[i % processes] })),
    );
    expect(codesOf(answers)).toEqual({ placed: 6, limit_reached: 194 });
    expect(await balanceOf(user)).toBe(99_400);
  });

  it('with one idempotency key place one bet, with two processes', async () => {
    const user = await createUser(test.current, 1_000);
    const { matchId, contestId } = await openMatch();
    const apps = [test.current.app, otherProcess()];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => bet(user, matchId, { app: apps[i % 2], key })));
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replay'));
    expect(fresh).toHaveLength(1);
    for (const { status, problem, reply } of answers) {
      if (status === 201) expect(reply).toEqual(fresh[0]!.reply);
      else expect(problem.code).toBe('request_in_progress');
    }
    expect(await written([contestId])).toMatchObject({ bets: 1, legs: 1, transfers: 1, pool: 100 });
  });
});

describe('bets that are written in one batch', () => {
  it('publish each contest and each balance once, in its final state', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => createUser(test.current, 1_000)));
    const matches = [await openMatch(), await openMatch()];
    // The first bet is written alone; those that arrive meanwhile form one batch.
    const answers = await Promise.all(Array.from({ length: 13 }, (_, i) => bet(users[i % 3]!, matches[i % 2]!.matchId, { stake: 10 + i })));
    expect(codesOf(answers)).toEqual({ placed: 13 });
    const told = test.current.published.map(({ topic, change }) => `${topic} ${change.t}`);
    expect(told.slice(2).sort()).toEqual([...new Set(told.slice(2))].sort());
    expect(told).toHaveLength(2 + 2 + 3);
    for (const user of users) {
      const last = test.current.published.findLast(({ topic }) => topic === `me:${user.id}`)!;
      expect(last.change).toMatchObject({ balance: await balanceOf(user) });
    }
    expect(await brokenChains()).toBe(0);
  });

  it('are placed although one among them cannot be written', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => createUser(test.current, 1_000)));
    const [good, broken] = [await openMatch(), await openMatch()];
    await db().deleteFrom('accounts').where('kind', '=', 'contest').where('owner', '=', broken.contestId).execute();
    const answers = await Promise.all(users.map((user, i) => bet(user, i === 13 ? broken.matchId : good.matchId)));
    expect(codesOf(answers)).toEqual({ placed: 29, internal: 1 });
    expect(answers[13]!.status).toBe(500);
    expect(await written([broken.contestId])).toMatchObject({ bets: 0, legs: 0, transfers: 0 });
    expect(await written([good.contestId])).toMatchObject({ bets: 29, legs: 29, transfers: 29, pool: 2_900 });
    expect(await balanceOf(users[13]!)).toBe(1_000);
  });

  it('store no idempotency key for a rejected bet', async () => {
    const [rich, poor] = [await createUser(test.current, 1_000), await createUser(test.current, 50)];
    const { matchId } = await openMatch();
    const keys = Array.from({ length: 8 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key, i) => bet(i % 2 === 0 ? rich : poor, matchId, { key })));
    expect(codesOf(answers)).toEqual({ placed: 4, insufficient_points: 4 });
    const kept = await db().selectFrom('idempotency_keys').select('key').where('key', 'in', keys).execute();
    expect(kept.map(({ key }) => key).sort()).toEqual(keys.filter((_, i) => i % 2 === 0).sort());
  });

  it('do not wait for a contest that is being settled', async () => {
    const user = await createUser(test.current, 1_000);
    const [open, ended] = [await openMatch(), await openMatch()];
    await db().updateTable('contests').set({ state: 'locked' }).where('id', '=', ended.contestId).execute();
    const answers = await db()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('contests').select('id').where('id', '=', ended.contestId).forUpdate().execute();
        return Promise.all([bet(user, ended.matchId), bet(user, open.matchId), bet(user, ended.matchId)]);
      });
    expect(codesOf(answers)).toEqual({ contest_not_open: 2, placed: 1 });
  });

  it('do not wait for a lock on the user row of one of their users', async () => {
    const [busy, other] = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    const { matchId } = await openMatch();
    const answers = await db()
      .transaction()
      .execute(async (trx) => {
        await lockUser(trx, { id: busy.id });
        return Promise.all([bet(other, matchId), bet(busy, matchId), bet(other, matchId)]);
      });
    expect(codesOf(answers)).toEqual({ placed: 3 });
  });

  it('are either in the pool or rejected while the contest closes, with two processes', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => createUser(test.current, 100)));
    const { matchId, contestId } = await openMatch();
    const apps = [test.current.app, otherProcess()];
    const bets = users.map((user, i) => bet(user, matchId, { app: apps[i % 2] }));
    await db().updateTable('matches').set({ status: 'h1', status_since: NOW, confirmed_at: NOW }).where('id', '=', matchId).execute();
    await advanceContest(test.current.deps, contestId);
    const atClosing = await written([contestId]);
    const codes = codesOf(await Promise.all(bets));
    expect(await written([contestId])).toEqual(atClosing);
    expect((codes.placed ?? 0) * 100).toBe(atClosing.pool);
    expect((codes.placed ?? 0) + (codes.contest_not_open ?? 0)).toBe(40);
  });
});
