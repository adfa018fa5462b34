import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvidence } from '#contract/fraud-signals.ts';
import { approveWithdrawal, getReview } from '#contract/withdrawal-review.ts';
import type { PointSource } from '#domain/ledger/ledger.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { playPool } from '#test/support/pools.ts';
import { createRedeemer, redeem } from '#test/support/redeemer.ts';
import { createPaid } from '#test/support/withdrawals.ts';

/*
 * A ring collects the points granted to many accounts in one, by losing to it in pools, where no transfer is needed. No single loser
 * accounts for a large share of the winnings.
 */

const test = useTestApp();
beforeEach(() => test.current.clock.set(TEST_NOW));

const NIL = '00000000-0000-0000-0000-000000000000';
/** Grants points as the site does, without an operator. */
async function give({ id }: { id: string }, points: number, source: PointSource = 'daily_login'): Promise<void> {
  const { db, now } = test.current.deps;
  await sql`select post_transfers(
    ${[`test:${randomUUID()}`]}::text[], ${[source]}::text[], ${['issuance']}::text[], ${[NIL]}::uuid[], ${['balance']}::text[],
    ${[id]}::uuid[], ${[points]}::bigint[], ${[null]}::uuid[], ${[null]}::uuid[], ${[null]}::text[], ${now()})`.execute(db);
}

const change = ({ id }: { id: string }, values: object) =>
  test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();

/** Creates accounts with points granted for checking in. */
async function createAccounts(count: number, points: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (let i = 0; i < count; i++) {
    const user = await createUser(test.current);
    await give(user, points);
    users.push(user);
  }
  return users;
}

async function createPayee(points: number) {
  const payee = await createRedeemer(test.current, 0);
  await give(payee, points);
  return payee;
}

const evidenceOf = async ({ id }: { id: string }) => {
  const { token } = await createAdmin(test.current, 'viewer');
  return (await callApp(test.current.app, userEvidence, { id }, { token })).reply;
};

/** Returns what a reviewer sees of a withdrawal, and the outcome of approving it. */
async function reviewed(id: string) {
  const { token } = await createAdmin(test.current, 'reviewer');
  return (await callApp(test.current.app, getReview, { id }, { token })).reply;
}
async function approve(id: string, reason?: string) {
  const { token } = await createAdmin(test.current, 'reviewer');
  return callApp(test.current.app, approveWithdrawal, { id, reason }, { token, key: randomUUID() });
}

describe('points that ten accounts lose to one through a pool', () => {
  it('are flagged when their payout is requested, and need two admins and a written reason even for a user who was paid before', async () => {
    const payee = await createPayee(1_500);
    const mules = await createAccounts(10, 61);
    const [honest, other] = await createAccounts(2, 400);
    await playPool(test.current, [
      [payee, 'home', 30],
      ...mules.map((mule) => [mule, 'away', 61] as const),
      [honest!, 'away', 10],
      [other!, 'draw', 10],
    ]);
    await createPaid(test.current, payee);
    const { winnings, evidence } = await evidenceOf(payee);
    // The three who lost most lost 183 of 630: the share alone is not suspicious.
    expect([winnings.won, winnings.is_concentrated]).toEqual([630, false]);
    expect(evidence.ring.reasons).toContainEqual(expect.objectContaining({ kind: 'fed', accounts: 10 }));
    const feeders = evidence.ring.members.items.filter(({ ties }) => ties.includes('feeds'));
    expect(feeders.map(({ account }) => account.id).sort()).toEqual(mules.map(({ id }) => id).sort());

    const { id } = await redeem(test.current, payee, 1_000);
    const kept = await test.current.deps.db.selectFrom('withdrawal_evidence').selectAll().where('withdrawal_id', '=', id).execute();
    expect(kept).toMatchObject([{ step: 'requested', flags: ['ring'] }]);
    const review = await reviewed(id);
    expect(review.withdrawal).toMatchObject({ flags: ['ring'], approvals: { needed: 2, reasons: ['evidence'] } });
    expect((await approve(id)).problem.code).toBe('reason_required');
    expect((await approve(id, '  ')).problem.code).toBe('reason_required');
    expect((await approve(id, 'They are one office; I called them')).reply.withdrawal).toMatchObject({
      ...{ status: 'pending', approvals: { given: 1 } },
    });
    expect((await approve(id)).problem.code).toBe('reason_required');
    expect((await approve(id, 'I called them too')).reply.withdrawal.status).toBe('approved');
    const { rows } = await sql<{ reason: string }>`select reason from audit_log where subject_id = ${id} order by id`.execute(
      test.current.deps.db,
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['They are one office; I called them', 'I called them too']);
  });

  it('are flagged on the losing accounts too, when those request a payout', async () => {
    const [payee, first] = [await createPayee(1_000), await createPayee(1_700)];
    const mules = [first, ...(await createAccounts(9, 120))];
    await playPool(test.current, [[payee, 'home', 30], ...mules.map((mule) => [mule, 'away', mule === first ? 700 : 110] as const)]);
    const { id } = await redeem(test.current, first, 1_000);
    expect((await reviewed(id)).withdrawal.flags).toEqual(['ring']);
  });

  it('are flagged over two hops: the accounts between lose what they won, in pools without the first losers', async () => {
    const payee = await createPayee(600);
    const between = await createAccounts(2, 60);
    const mules = await createAccounts(12, 80);
    for (const [i, one] of between.entries()) {
      await playPool(test.current, [[one, 'home', 20], ...mules.slice(i * 6, i * 6 + 6).map((mule) => [mule, 'away', 75] as const)]);
    }
    await playPool(test.current, [[payee, 'home', 50], ...between.map((one) => [one, 'away', 480] as const)]);
    const { id } = await redeem(test.current, payee, 1_000);
    const { withdrawal, evidence } = await reviewed(id);
    expect(withdrawal.flags).toContain('ring');
    expect(evidence.ring.members.items.filter(({ hops, ties }) => hops === 2 && ties.includes('feeds'))).toHaveLength(12);
  });

  it('stay flagged after sessions and addresses were purged: the evidence at the time of the request is stored', async () => {
    const device = randomUUID();
    const payee = await createPayee(1_500);
    const siblings = await createAccounts(9, 100);
    for (const user of [payee, ...siblings]) await change(user, { registration_device_id: device });
    const { id } = await redeem(test.current, payee, 1_000);
    for (const user of siblings) await change(user, { registration_device_id: null });
    expect((await evidenceOf(payee)).evidence.ring).toMatchObject({ members: { count: 0 } });
    expect((await reviewed(id)).withdrawal).toMatchObject({ flags: ['ring'], approvals: { reasons: ['first', 'evidence'] } });
    expect((await approve(id)).problem.code).toBe('reason_required');
  });
});

describe('honest users who are not flagged', () => {
  it('a household: a couple that invited each other, with one browser and one address, and bets against each other', async () => {
    const one = await createPayee(1_500);
    const [other, ...crowd] = await createAccounts(7, 900);
    const device = randomUUID();
    for (const user of [one, other!]) await change(user, { registration_device_id: device, registration_ip: '203.0.113.7' });
    await change(other!, { invited_by: one.id });
    await change(one, { invited_by: other!.id });
    for (const stake of [40, 80, 120]) {
      await playPool(test.current, [
        [one, 'home', stake],
        [other!, 'away', stake],
        ...crowd.map((user, i) => [user, i % 2 ? 'home' : 'draw', 60] as const),
      ]);
      await playPool(test.current, [
        [other!, 'home', stake],
        [one, 'draw', stake],
        ...crowd.map((user, i) => [user, i % 2 ? 'away' : 'home', 60] as const),
      ]);
    }
    const { id } = await redeem(test.current, one, 1_000);
    const { withdrawal, evidence } = await reviewed(id);
    expect(withdrawal).toMatchObject({ flags: [], approvals: { reasons: ['first'] } });
    // What they share is still shown to reviewers.
    expect([evidence.devices.count, evidence.networks.count, evidence.invites.count]).toEqual([1, 1, 2]);
  });

  it('a university: a hundred accounts behind one address, forty of them registered after a derby', async () => {
    const student = await createPayee(1_500);
    const crowd = await createAccounts(12, 900);
    await change(student, { registration_ip: '198.51.100.9' });
    for (const [i, user] of crowd.entries()) await change(user, { created_at: new Date(Date.parse(TEST_NOW) - (i + 5) * 86_400_000) });
    await sql`
      insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at, registration_ip)
      select gen_random_uuid(), 's' || n || '@uni.test', 's' || n || '@uni.test', 'student' || n, 'student' || n, '1',
        ${TEST_NOW}::timestamptz - case when n <= 40 then n * interval '1 minute' else n * interval '1 day' end, '198.51.100.9'
      from generate_series(1, 100) n`.execute(test.current.deps.db);
    for (let i = 0; i < 4; i++) {
      await playPool(test.current, [[student, 'draw', 350], ...crowd.map((user, n) => [user, (n + i) % 2 ? 'home' : 'away', 60] as const)]);
    }
    await give(student, 1_000);
    const asked = await redeem(test.current, student, 1_000);
    const { withdrawal, evidence } = await reviewed(asked.id);
    expect([withdrawal.flags, evidence.networks.count]).toEqual([[], 100]);
  });
});

it('evidence never reports points that an operator granted and that were not played with as unsuspicious', async () => {
  const puppet = await createRedeemer(test.current, 5_000);
  const { id } = await redeem(test.current, puppet, 1_000);
  expect((await reviewed(id)).withdrawal).toMatchObject({ flags: ['unplayed_top_ups'] });
});
