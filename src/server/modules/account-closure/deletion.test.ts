import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { deleteAccount, keepAccount } from '#contract/account-closure.ts';
import { stepUp } from '#contract/auth.ts';
import { placeBet } from '#contract/bets.ts';
import { refundTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS } from '#domain/time.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { lockWithdrawal, rejectWithin } from '#server/modules/withdrawals/requests/end.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, givePoints } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createOwner, isSignedIn, OWNER_PASSWORD, type Owner, signIn, trySignIn } from '#test/support/owner.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { eraseAccounts } from './deletion.ts';

const test = useTestApp({ LOGIN_PER_15_MINUTES: '100000', LOGIN_PER_IP_15_MINUTES: '100000' });

afterEach(async () => {
  test.current.clock.set(TEST_NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
  await test.current.deps.db.deleteFrom('messages').execute();
  await test.current.deps.db.updateTable('users').set({ deletion_due_at: null }).execute();
});

const ask = (token: string) => callApp(test.current.app, deleteAccount, {}, { token });
const userRow = (id: string) => test.current.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balanceOf = async (id: string) =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('kind', '=', 'balance')
      .where('owner', '=', id)
      .executeTakeFirstOrThrow()
  ).balance;

/** Creates a user with some points who has just stepped up. */
async function ownerHere(points = 0): Promise<Owner & { token: string; cookie: string }> {
  const { deps, app } = test.current;
  const owner = await createOwner(test.current);
  if (points > 0) await givePoints(deps.db, owner.id, points, deps.now());
  const device = await signIn(test.current, owner);
  await callApp(app, stepUp, { password: OWNER_PASSWORD }, { token: device.token });
  return { ...owner, ...device };
}

/** Places a stake on a future match. */
async function stake({ token }: { token: string }): Promise<{ betId: string; contestId: string }> {
  const { app, deps } = test.current;
  const matchId = await createMatch(deps.db, { kickoffAt: new Date('2026-11-21T18:00:00Z') });
  const contestId = await createContest(deps.db, matchId, deps.now());
  const input = { market: 'wdl', match_id: matchId, pick: 'home', stake: 100 } as const;
  const { reply } = await callApp(app, placeBet, input, { token, headers: { 'Idempotency-Key': randomUUID() } });
  return { betId: reply.bet.id, contestId };
}

const withdrawalRow = (id: string) =>
  test.current.deps.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reject = (id: string) =>
  transact(test.current.deps, async (db, announce) =>
    rejectWithin(test.current.deps, db, announce, await lockWithdrawal(db, id), { by: null, reason: 'other', note: null }),
  );

describe('deleting an account', () => {
  it('is requested by the owner, who is signed out everywhere and notified, and is due after seven days', async () => {
    const owner = await ownerHere();
    const elsewhere = await signIn(test.current, owner);
    expect(await ask(elsewhere.token)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    expect(await ask(owner.token)).toMatchObject({ status: 200, reply: { due_at: '2026-11-27T12:00:00.000Z' } });
    expect([await isSignedIn(test.current, owner), await isSignedIn(test.current, elsewhere)]).toEqual([false, false]);
    expect((await takeMessages(test.current)).map(({ to, content }) => [to, content.kind])).toEqual([[owner.email, 'deletion_requested']]);

    test.current.clock.advance(7 * DAY_MS - 1);
    await eraseAccounts(test.current.deps);
    expect(await userRow(owner.id)).toMatchObject({ email: owner.email, status: 'normal' });
  });

  it('is cancelled by signing in and confirming', async () => {
    const owner = await ownerHere();
    await ask(owner.token);
    test.current.clock.advance(6 * DAY_MS);
    const { token } = await signIn(test.current, owner);
    const overview = () => callApp(test.current.app, getOverview, {}, { token });
    expect((await overview()).reply.deletion_due_at).toBe('2026-11-27T12:00:00.000Z');
    expect((await callApp(test.current.app, keepAccount, {}, { token })).status).toBe(200);
    expect((await overview()).reply.deletion_due_at).toBeNull();
    test.current.clock.advance(2 * DAY_MS);
    await eraseAccounts(test.current.deps);
    expect((await userRow(owner.id)).status).toBe('normal');
  });

  it('keeps its first due date when it is requested again', async () => {
    const owner = await ownerHere();
    await ask(owner.token);
    test.current.clock.advance(DAY_MS);
    const { token } = await signIn(test.current, owner);
    await callApp(test.current.app, stepUp, { password: OWNER_PASSWORD }, { token });
    expect((await ask(token)).reply.due_at).toBe('2026-11-27T12:00:00.000Z');
  });

  it('is refused while a withdrawal is undecided', async () => {
    const owner = await ownerHere(2_000);
    const id = await createWithdrawal(test.current, owner);
    expect(await ask(owner.token)).toMatchObject({ status: 409, problem: { code: 'withdrawal_pending' } });
    expect((await userRow(owner.id)).deletion_due_at).toBeNull();
    await reject(id);
    expect((await ask(owner.token)).status).toBe(200);
  });

  it('waits for the decision on a withdrawal that was requested afterwards', async () => {
    const { deps, clock } = test.current;
    const owner = await ownerHere(2_000);
    await ask(owner.token);
    const id = await createWithdrawal(test.current, owner);
    clock.advance(8 * DAY_MS);
    expect(await eraseAccounts(deps)).toBe(0);
    await reject(id);
    expect(await eraseAccounts(deps)).toBe(1);
    expect(await balanceOf(owner.id)).toBe(0);
  });

  it('erases personal data, and keeps the ledger under the bare id: remaining points return to issuance', async () => {
    const { app, deps, clock } = test.current;
    const owner = await ownerHere(700);
    const wallets = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'];
    for (const wallet_address of wallets) await deps.db.updateTable('users').set({ wallet_address }).where('id', '=', owner.id).execute();
    const withdrawalId = await createWithdrawal(test.current, owner, { points: 600 });
    await reject(withdrawalId);
    const { wallet_address: paidTo } = await withdrawalRow(withdrawalId);
    await ask(owner.token);
    clock.advance(7 * DAY_MS);
    expect(await eraseAccounts(deps)).toBe(1);
    expect(await eraseAccounts(deps)).toBe(0);

    const row = await userRow(owner.id);
    expect(row).toMatchObject({ status: 'deleted', email: null, email_identity: null, password_hash: null, display_name: null });
    expect(row.public_handle).toMatch(/^deleted_[a-z0-9]{8}$/);
    expect(await balanceOf(owner.id)).toBe(0);
    expect((await proveLedger(deps.db)).faults).toEqual([]);
    expect(await withdrawalRow(withdrawalId)).toMatchObject({ points: 600, status: 'rejected', wallet_address: null, contact: null });
    // Searches every table: the address and the wallets appear nowhere any more.
    const { rows } = await deps.pool.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of rows) {
      const sought = [owner.email, paidTo, ...wallets].map((text) => `%${text}%`);
      const found = await deps.pool.query(`select count(*)::int as count from "${name}" t where t::text like any($1)`, [sought]);
      expect(found.rows[0].count, name).toBe(0);
    }
    expect(await trySignIn(test.current, owner.email, OWNER_PASSWORD)).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect((await createOwner(test.current, { email: owner.email })).id).not.toBe(owner.id);
    expect((await callApp(app, getOverview, {}, { token: owner.token })).status).toBe(401);
  });

  it('waits for open bets to end', async () => {
    const { deps, clock } = test.current;
    const owner = await ownerHere(500);
    const { betId, contestId } = await stake(owner);
    await ask(owner.token);
    clock.advance(8 * DAY_MS);
    expect(await eraseAccounts(deps)).toBe(0);
    await transact(deps, (db) =>
      postTransfers(db, [refundTransfer({ id: betId, userId: owner.id, contestId, market: 'wdl' }, 100)], deps.now()),
    );
    await deps.db.updateTable('bets').set({ state: 'refunded', refund: 100, settled_at: deps.now() }).where('id', '=', betId).execute();
    expect(await eraseAccounts(deps)).toBe(1);
    expect(await balanceOf(owner.id)).toBe(0);
  });

  it('cannot be cancelled while it happens: the request is answered as if the user did not exist', async () => {
    const { app, deps } = test.current;
    const owner = await ownerHere();
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        deps.db,
      );
      return rows.length > 0;
    };
    const answer = await deps.db.transaction().execute(async (db) => {
      await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', owner.id).execute();
      const asked = callApp(app, keepAccount, {}, { token: owner.token });
      await expect.poll(isWaiting, { interval: 10 }).toBe(true);
      return { asked };
    });
    expect((await answer.asked).problem.code).toBe('unauthorized');
  });

  it('happens once in several processes, and never to a user who cancels at the same moment', async () => {
    const { app, deps, clock } = test.current;
    const owners = [];
    for (let i = 0; i < 6; i++) owners.push(await ownerHere(100));
    for (const { token } of owners) await ask(token);
    clock.advance(7 * DAY_MS - 1_000);
    const back = await Promise.all(owners.map((owner) => signIn(test.current, owner)));
    clock.advance(1_000);
    const [answers, ...counts] = await Promise.all([
      Promise.all(back.map(({ token }) => callApp(app, keepAccount, {}, { token }))),
      eraseAccounts(deps),
      eraseAccounts(deps),
      eraseAccounts(deps),
    ]);
    const rows = await Promise.all(owners.map(({ id }) => userRow(id)));
    expect(rows.filter(({ status }) => status === 'deleted')).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    // Users whose cancellation succeeded stay; the others are answered as if they did not exist.
    rows.forEach(({ status, email }, index) => {
      expect([status === 'deleted', email === null]).toEqual(answers[index]!.status === 200 ? [false, false] : [true, true]);
    });
    expect((await proveLedger(deps.db)).faults).toEqual([]);
  });
});
