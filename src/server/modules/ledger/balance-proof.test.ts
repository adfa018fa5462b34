import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { recalculatePoints } from '#contract/account.ts';
import { redeemTransfer } from '#domain/ledger/ledger.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createUser, givePoints, type TestUser } from '#test/support/factories.ts';
import { proveBalance, saveProof } from './balance-proof.ts';
import { proveLedger } from './ledger-proof.ts';
import { postTransfers } from './points.ts';

const test = useTestApp({ FEED: 'none' }, AT_ONCE);

beforeEach(() => test.current.clock.set(TEST_NOW));

const db = () => test.current.deps.db;
const recalculate = async (user: TestUser) => (await callApp(test.current.app, recalculatePoints, {}, { token: user.token })).reply;
const give = (user: TestUser, points: number) => givePoints(db(), user.id, points, test.current.deps.now());
const setBalance = (user: TestUser, balance: number) =>
  db().updateTable('accounts').set({ balance }).where('kind', '=', 'balance').where('owner', '=', user.id).execute();
const checkpointOf = (user: TestUser) => db().selectFrom('balance_proofs').selectAll().where('user_id', '=', user.id).executeTakeFirst();
const lastTransfer = async () => (await sql<{ id: number }>`select max(id) as id from transfers`.execute(db())).rows[0]!.id;
/** Advances the clock past the interval in which `proveBalance` repeats its last result. */
const aMinuteLater = () => test.current.clock.advance(MINUTE_MS);

describe('the request to recalculate', () => {
  it('proves a balance and moves its checkpoint to the last transfer', async () => {
    const user = await createUser(test.current, 40);
    expect(await recalculate(user)).toEqual({ balance: 40, proven: true });
    expect(await checkpointOf(user)).toMatchObject({
      transfer_id: await lastTransfer(),
      balance: 40,
      holds: true,
      proven_at: new Date(TEST_NOW),
    });
    await give(user, 2);
    await transact(test.current.deps, (trx) => postTransfers(trx, [redeemTransfer(randomUUID(), user.id, 12)], test.current.deps.now()));
    aMinuteLater();
    expect(await recalculate(user)).toEqual({ balance: 30, proven: true });
    expect(await checkpointOf(user)).toMatchObject({ transfer_id: await lastTransfer(), balance: 30 });
    aMinuteLater();
    expect(await recalculate(user)).toEqual({ balance: 30, proven: true });
  });

  it('proves only a zero balance for a user without transfers', async () => {
    const user = await createUser(test.current);
    expect(await recalculate(user)).toEqual({ balance: 0, proven: true });
    aMinuteLater();
    await setBalance(user, 1);
    expect(await recalculate(user)).toEqual({ balance: 1, proven: false });
    await setBalance(user, 0);
  });

  it('reports a balance that does not match its postings, keeps the checkpoint and leaves the balance unchanged', async () => {
    const user = await createUser(test.current, 40);
    await recalculate(user);
    const before = await checkpointOf(user);
    await setBalance(user, 41);
    aMinuteLater();
    const faults: unknown[] = [];
    const log = Object.assign(Object.create(createLog('silent')), { error: (fields: unknown) => faults.push(fields) });
    expect(await proveBalance({ ...test.current.deps, log }, user.id)).toEqual({ balance: 41, proven: false });
    expect(faults).toEqual([{ userId: user.id, balance: 41, posted: 40 }]);
    expect(await checkpointOf(user)).toEqual({ ...before, checked_at: new Date(Date.parse(TEST_NOW) + MINUTE_MS), holds: false });
    await setBalance(user, 40);
    aMinuteLater();
    expect(await recalculate(user)).toEqual({ balance: 40, proven: true });
  });

  it('proves a balance at most once a minute and repeats the last result in between, with the current balance', async () => {
    const user = await createUser(test.current, 40);
    expect(await recalculate(user)).toEqual({ balance: 40, proven: true });
    await give(user, 5);
    test.current.clock.advance(MINUTE_MS - 1);
    expect(await recalculate(user)).toEqual({ balance: 45, proven: true });
    expect(await checkpointOf(user)).toMatchObject({ balance: 40 });
    test.current.clock.advance(1);
    await setBalance(user, 46);
    expect(await recalculate(user)).toEqual({ balance: 46, proven: false });
    await setBalance(user, 45);
    expect(await recalculate(user)).toEqual({ balance: 45, proven: false });
    aMinuteLater();
    expect(await recalculate(user)).toEqual({ balance: 45, proven: true });
  });

  it('proves again when the clock was set back', async () => {
    const user = await createUser(test.current, 40);
    test.current.clock.advance(86_400_000);
    await proveBalance(test.current.deps, user.id);
    test.current.clock.set(TEST_NOW);
    await give(user, 1);
    expect(await recalculate(user)).toEqual({ balance: 41, proven: true });
    expect(await checkpointOf(user)).toMatchObject({ balance: 41 });
  });

  it('proves the balance for all concurrent callers while transfers are posted', async () => {
    const user = await createUser(test.current, 1_000);
    let isOver = false;
    const moving = Promise.all(
      [1, 2].map(async (n) => {
        for (let i = 0; i < 30; i++) await give(user, n);
        isOver = true;
      }),
    );
    const proofs: { proven: boolean }[] = [];
    const asking = Promise.all(
      [1, 2, 3].map(async () => {
        while (!isOver) {
          aMinuteLater();
          proofs.push(await proveBalance(test.current.deps, user.id));
        }
      }),
    );
    await Promise.all([moving, asking]);
    expect(proofs.filter(({ proven }) => !proven)).toEqual([]);
    aMinuteLater();
    expect(await proveBalance(test.current.deps, user.id)).toEqual({ balance: 1_090, proven: true });
  });

  it('gives the same answer to all simultaneous requests', async () => {
    const user = await createUser(test.current, 40);
    for (let round = 0; round < 5; round++) {
      await give(user, 1);
      aMinuteLater();
      const proofs = await Promise.all(Array.from({ length: 10 }, () => proveBalance(test.current.deps, user.id)));
      expect(new Set(proofs.map(({ balance, proven }) => `${balance} ${proven}`))).toEqual(new Set([`${41 + round} true`]));
    }
    expect(await checkpointOf(user)).toMatchObject({ transfer_id: await lastTransfer(), balance: 45, holds: true });
  });

  it('never moves a checkpoint back when a slower check finishes later', async () => {
    const user = await createUser(test.current, 40);
    await recalculate(user);
    const before = await checkpointOf(user);
    await saveProof(db(), user.id, { lastId: before!.transfer_id - 1, balance: 1, proven: true }, test.current.deps.now());
    expect(await checkpointOf(user)).toEqual(before);
  });

  it('misses a transfer altered before the checkpoint, which a proof of the whole ledger finds', async () => {
    const user = await createUser(test.current, 40);
    await recalculate(user);
    await sql`alter table transfers disable trigger user`.execute(db());
    await sql`update transfers set amount = 39 where to_owner = ${user.id}`.execute(db());
    aMinuteLater();
    expect(await recalculate(user)).toEqual({ balance: 40, proven: true });
    expect((await proveLedger(db())).faults).toContainEqual({ kind: 'balance', owner: user.id, balance: 40, posted: 39 });
    await sql`update transfers set amount = 40 where to_owner = ${user.id}`.execute(db());
    await sql`alter table transfers enable trigger user`.execute(db());
  });
});
