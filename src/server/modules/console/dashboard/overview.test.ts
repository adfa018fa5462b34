import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getConsoleOverview } from '#contract/overview.ts';
import { adjustTransfer, bankrollTransfer, redeemTransfer } from '#domain/ledger/ledger.ts';
import { HOUR_MS } from '#domain/time.ts';
import { proveWholeLedger } from '#server/modules/ledger/ledger-proof.ts';
import { fundHouse, postTransfers } from '#server/modules/ledger/points.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, givePoints } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { countDays } from './counting.ts';
import { findOwnAccounts, findRedeemed, findWaiting, findWithdrawals } from './overview.ts';

const test = useTestApp({ FEED: 'api-football', API_FOOTBALL_KEY: 'k' });
const at = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);

let viewer: TestAdmin;
beforeEach(async () => {
  const { deps, clock } = test.current;
  clock.set(TEST_NOW);
  viewer ??= await createAdmin(test.current, 'viewer');
  for (const table of ['withdrawals', 'approvals', 'invite_rewards', 'quarantine', 'messages', 'site_counts'] as const)
    await deps.db.deleteFrom(table).execute();
});

const overview = async () => {
  const { status, reply } = await callApp(test.current.app, getConsoleOverview, {}, { token: viewer.token });
  expect(status).toBe(200);
  return reply;
};

interface WithdrawalValues {
  status?: 'pending' | 'approved' | 'rejected';
  points: number;
  createdAt: Date;
  decidedAt?: Date;
  firstApprovedAt?: Date;
  sentAt?: Date;
}

async function createWithdrawal({ status = 'pending', points, createdAt, decidedAt, firstApprovedAt, sentAt }: WithdrawalValues) {
  const { deps } = test.current;
  const { id: user_id } = await createUser(test.current);
  const first = firstApprovedAt ? { first_approved_by: viewer.id, first_approved_at: firstApprovedAt } : {};
  const sent = sentAt ? { tx_hash: randomUUID().replaceAll('-', '').repeat(2), sent_at: sentAt } : {};
  await deps.db
    .insertInto('withdrawals')
    .values({
      ...{ id: randomUUID(), user_id, points, amount: points / 1_000, status, created_at: createdAt, wallet_since: createdAt },
      ...{ wallet_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', contact_channel: 'email', contact: 'a@example.com' },
      ...{ decided_at: decidedAt ?? null, reason_code: status === 'rejected' ? 'rules' : null },
      ...first,
      ...sent,
    })
    .execute();
}

describe('the overview', () => {
  it('contains users and active users as of the last count, and the time of that count', async () => {
    const { deps, clock } = test.current;
    const { metrics } = await overview();
    const { id } = await createUser(test.current);
    deps.activity.note(id, at(-1));
    await countDays(deps);
    expect((await overview()).metrics.total_users).toEqual({ now: metrics.total_users.now + 1, before: metrics.total_users.before });
    await createUser(test.current);
    clock.advance(60_000);
    const kept = await overview();
    expect([kept.metrics.total_users.now, kept.counted_at]).toEqual([metrics.total_users.now + 1, TEST_NOW]);
    await countDays(deps);
    const counted = await overview();
    expect([counted.metrics.total_users.now, counted.counted_at]).toEqual([metrics.total_users.now + 2, '2026-11-20T12:01:00.000Z']);
  });

  it('contains the points in circulation now and a day ago: balances, held points and pools, whatever their origin', async () => {
    const { deps } = test.current;
    await fundHouse(deps);
    const post = (when: Date, ...drafts: Parameters<typeof postTransfers>[1]) => transact(deps, (db) => postTransfers(db, drafts, when));
    const { id } = await createUser(test.current);
    const contestId = await createContest(deps.db, await createMatch(deps.db, { kickoffAt: at(5) }), at(-50), '1x2');
    await post(at(-30), adjustTransfer(randomUUID(), id, 9_000, 'manual_adjust', null));
    await post(at(-24), adjustTransfer(randomUUID(), id, 100, 'admin_adjust', null), bankrollTransfer(randomUUID(), 5));
    await post(at(-2), adjustTransfer(randomUUID(), id, -50, 'admin_adjust', null), redeemTransfer(randomUUID(), id, 1_000));
    const house = { kind: 'house' } as const;
    const contest = { kind: 'contest', contestId } as const;
    await post(at(-1), {
      key: randomUUID(),
      source: 'bet_stake',
      from: { kind: 'balance', userId: id },
      to: contest,
      amount: 40,
      contestId,
    });
    await post(at(-1), { key: randomUUID(), source: 'house_gain', from: contest, to: house, amount: 7, contestId });

    const sum = async (when: Date) => {
      const { rows } = await sql<{ points: number }>`select coalesce(sum(delta), 0)::bigint as points from postings
        where kind in ('balance', 'held', 'contest') and created_at <= ${when}`.execute(deps.db);
      return rows[0]!.points;
    };
    const { points_in_circulation } = (await overview()).metrics;
    expect(points_in_circulation).toEqual({ now: await sum(at(0)), before: await sum(at(-24)) });
    expect(points_in_circulation.now - points_in_circulation.before).toBe(-57);
  });

  it('contains pending withdrawals, what they wait for and how long, and what was redeemed', async () => {
    await createWithdrawal({ points: 3_000, createdAt: at(-30) });
    await createWithdrawal({ points: 2_000, createdAt: at(-3), firstApprovedAt: at(-1) });
    // Undecided a day ago, and two that were decided before or requested since.
    await createWithdrawal({ points: 1_000, createdAt: at(-40), status: 'rejected', decidedAt: at(-20) });
    await createWithdrawal({ points: 1_000, createdAt: at(-40), status: 'rejected', decidedAt: at(-25) });
    // At noon: today began 12 hours ago, and yesterday until noon was 24 to 36 hours ago.
    await createWithdrawal({ points: 7_000, createdAt: at(-13), status: 'approved', decidedAt: at(-12) });
    await createWithdrawal({ points: 500, createdAt: at(-13), status: 'approved', decidedAt: at(-1), sentAt: at(0) });
    await createWithdrawal({ points: 9_000, createdAt: at(-13), status: 'approved', decidedAt: at(-12.1), sentAt: at(0) });
    await createWithdrawal({ points: 4_000, createdAt: at(-50), status: 'approved', decidedAt: at(-36), sentAt: at(0) });
    await createWithdrawal({ points: 8_000, createdAt: at(-50), status: 'approved', decidedAt: at(-36.1), sentAt: at(0) });
    const { metrics, queues } = await overview();
    expect(metrics.pending_redeems).toEqual({ count: 2, oldest_at: at(-30).toISOString(), before: 2, points: 5_000, usdt: '5.00' });
    expect(metrics.redeemed_today).toEqual({ now: '7.50', before: '4.00' });
    expect(queues).toMatchObject({
      withdrawals: { count: 2, oldest_at: at(-30).toISOString() },
      withdrawals_second: { count: 1, oldest_at: at(-1).toISOString() },
      withdrawals_unsent: { count: 1, oldest_at: at(-12).toISOString() },
    });
  });

  it('contains the other queues and since when their first item waits', async () => {
    const { deps } = test.current;
    const empty = { count: 0, oldest_at: null };
    expect(await overview()).toMatchObject({
      queues: {
        withdrawals: empty,
        approvals: empty,
        invite_reviews: empty,
        exclusion_reviews: empty,
        messages: { ...empty, is_stuck: false },
      },
      quarantine: { total: 0, last_24h: 0 },
    });
    const [inviter, invitee] = [await createUser(test.current), await createUser(test.current)];
    await deps.db
      .insertInto('approvals')
      .values(
        [-1, -5].map((hours) => ({
          ...{ id: randomUUID(), kind: 'adjust', subject_id: invitee.id, payload: '{}', points: 20_000, reason: 'r' },
          ...{ requested_by: viewer.id, created_at: at(hours) },
        })),
      )
      .execute();
    const reward = { invitee_id: invitee.id, inviter_id: inviter.id, state: 'in_review', reasons: ['ip'] };
    await deps.db
      .insertInto('invite_rewards')
      .values({ ...reward, qualified_at: at(-9), created_at: at(-8) })
      .execute();
    const exclusion = { user_id: inviter.id, kind: 'self_exclusion', began_at: at(-10) };
    const review = { user_id: invitee.id, reason: 'wallet', created_at: at(-7) };
    const [open, over, decided] = [randomUUID(), randomUUID(), randomUUID()];
    await deps.db
      .insertInto('exclusions')
      .values([open, over, decided].map((id) => ({ ...exclusion, id, until: at(4_400) })))
      .execute();
    await deps.db
      .insertInto('exclusion_reviews')
      .values([
        { ...review, exclusion_id: open, until: at(4_400), decided_at: null },
        { ...review, exclusion_id: over, until: at(-1), decided_at: null },
        { ...review, exclusion_id: decided, until: at(4_400), state: 'dismissed', decided_at: at(0) },
      ])
      .execute();
    const undecided = { decision: null, decided_at: null };
    const row = { feed: 'f', kind: 'status', reason: 'score_dropped', payload: '{}', first_seen_at: at(-90) };
    await deps.db
      .insertInto('quarantine')
      .values([
        { ...row, feed_id: '1', last_seen_at: at(-1), ...undecided },
        { ...row, feed_id: '2', last_seen_at: at(-25), ...undecided },
        { ...row, feed_id: '3', last_seen_at: at(-1), decision: 'dropped', decided_at: at(0) },
      ])
      .execute();
    await queueMessage(deps, deps.db, {
      ...{ key: randomUUID(), userId: null, channel: 'email', to: 'minh@example.com', locale: 'en' },
      content: { kind: 'step_up', code: '048213', minutes: 10 },
    });
    test.current.clock.set(at(0.1));
    expect(await overview()).toMatchObject({
      queues: {
        approvals: { count: 2, oldest_at: at(-5).toISOString() },
        invite_reviews: { count: 1, oldest_at: at(-8).toISOString() },
        exclusion_reviews: { count: 1, oldest_at: at(-7).toISOString() },
        messages: { count: 1, oldest_at: TEST_NOW, is_stuck: true },
      },
      quarantine: { total: 2, last_24h: 1 },
      problems: expect.arrayContaining(['messages_waiting']),
    });
  });

  it('contains the state of ledger, feeds, contests, house and feature flags', async () => {
    const { deps } = test.current;
    await sealAll(deps);
    await givePoints(deps.db, (await createUser(test.current)).id, 10, deps.now());
    expect(await overview()).toMatchObject({ ledger: { proof: null, unsealed: 1 }, problems: [], contests: { unresolved: 0, blind: 0 } });
    await proveWholeLedger(deps);
    const id = await createMatch(deps.db, { kickoffAt: at(-0.5), status: 'h1' });
    await deps.db
      .updateTable('matches')
      .set({ confirmed_at: at(-0.2) })
      .where('id', '=', id)
      .execute();
    await deps.db.insertInto('feed_ids').values({ feed: 'file', kind: 'match', feed_id: '1', id }).execute();
    const contestId = await createContest(deps.db, id, at(-30));
    await deps.db
      .updateTable('contests')
      .set({ state: 'locked', unresolved_at: at(0) })
      .where('id', '=', contestId)
      .execute();
    const { ledger, feeds, problems, contests, house, switches } = await overview();
    expect(ledger).toMatchObject({ proof: { proven: true, proven_at: TEST_NOW }, unsealed: 1 });
    expect(feeds).toEqual([
      { feed: 'api-football', state: 'ok', heard_at: null, ages: [], allowance: { left: 100, per_day: 100 }, problem: null, history: [] },
      { feed: 'file', state: 'late', heard_at: at(-0.2).toISOString(), ages: [], allowance: null, problem: null, history: [] },
    ]);
    expect(problems).toEqual(['feed_late', 'contest_unresolved']);
    expect(contests).toEqual({ unresolved: 1, blind: 1, corrected: 0, disputed: 0 });
    expect(house).toMatchObject({ is_closed: false, loss_max: 500_000 });
    expect(switches).toEqual(['staking', 'redeem', 'chat', 'sign_up'].map((name) => ({ name, is_on: true })));
  });

  it('is for admins only', async () => {
    const { app } = test.current;
    const { token } = await createUser(test.current);
    expect(await callApp(app, getConsoleOverview, {}, { token })).toMatchObject({ status: 401, problem: { code: 'admin_unauthorized' } });
    expect((await callApp(app, getConsoleOverview, {})).status).toBe(401);
  });

  it('uses indexes for tables that grow', async () => {
    const { deps, database } = test.current;
    await deps.pool.query(`
      insert into withdrawals (id, user_id, points, amount, wallet_since, contact_channel, contact, wallet_address, status, decided_at, created_at, sent_at, tx_hash)
        select gen_random_uuid(), id, 1000, 1, '${TEST_NOW}', 'email', 'a', 'w' || n, 'approved', timestamptz '${TEST_NOW}' - n * interval '1 hour',
          timestamptz '${TEST_NOW}' - n * interval '2 hours', case when n > 100 then timestamptz '${TEST_NOW}' end,
          case when n > 100 then md5(n::text) || md5(n::text) end
        from (select id from users limit 1) u, generate_series(1, 20000) n;
      insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
        select 'plan:' || n, 'bet_stake', 'balance', b.owner, 'contest', c.owner, 1, 0, 0, timestamptz '${TEST_NOW}' - n * interval '1 minute'
        from (select owner from accounts where kind = 'balance' limit 1) b, (select owner from accounts where kind = 'contest' limit 1) c,
          generate_series(20000, 1, -1) n`);
    await sealAll(deps);
    await deps.pool.query('vacuum analyze withdrawals, transfers, ledger_blocks');
    const plans = await plansOf(database, async (db) => {
      await findOwnAccounts(db, at(-24));
      await findWithdrawals(db, at(-24));
      await findRedeemed(db, { from: at(-12), earlierFrom: at(-36), earlierUntil: at(-24) });
      await findWaiting(db, at(0), at(-24));
    });
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (transfers|withdrawals)/);
  });
});
