import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkIn } from '#contract/account.ts';
import { adjustTransfer, redeemTransfer, type TransferDraft } from '#domain/ledger/ledger.ts';
import { DAY_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { AT_ONCE } from '#test/support/database.ts';
import { createUser, givePoints, type TestUser } from '#test/support/factories.ts';
import { proveLedger } from './ledger-proof.ts';
import { fundHouse, lockBalance, postTransfers } from './points.ts';
import { addExperience } from './stats.ts';

const test = useTestApp({}, AT_ONCE);

const balanceOf = async (userId: string, kind = 'balance') =>
  (
    await test.current.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('kind', '=', kind)
      .where('owner', '=', userId)
      .executeTakeFirstOrThrow()
  ).balance;

const statsOf = (userId: string) =>
  test.current.deps.db.selectFrom('user_stats').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

const collect = (user: TestUser, key?: string) =>
  callApp(test.current.app, checkIn, {}, { token: user.token, ...(key !== undefined && { key }) });

const post = (drafts: TransferDraft[]) => transact(test.current.deps, (db) => postTransfers(db, drafts, test.current.deps.now()));

describe('daily check-in', () => {
  it('gives the points and experience of the day once', async () => {
    const user = await createUser(test.current, 500);
    const first = await collect(user);
    expect(first).toMatchObject({ status: 200, reply: { points: 10, streak: 1, balance: 510 } });
    expect(await statsOf(user.id)).toMatchObject({ experience: 5 });
    expect(test.current.published).toContainEqual({ topic: `me:${user.id}`, change: { t: 'balance', balance: 510 } });

    const again = await collect(user);
    expect(again).toMatchObject({ status: 409, problem: { code: 'already_checked_in' } });
    expect(await balanceOf(user.id)).toBe(510);
    expect(await statsOf(user.id)).toMatchObject({ experience: 5 });
  });

  it('gives the points only once to simultaneous requests', async () => {
    const user = await createUser(test.current);
    const answers = await Promise.all(Array.from({ length: 6 }, () => collect(user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await balanceOf(user.id)).toBe(10);
  });

  it('replays the first answer for the same idempotency key and checks a new key again', async () => {
    const user = await createUser(test.current);
    const key = randomUUID();
    const first = await collect(user, key);
    const replay = await collect(user, key);
    expect(replay).toMatchObject({ status: 200, reply: first.reply });
    expect(replay.headers.get('idempotent-replay')).toBe('true');
    expect(await collect(user, randomUUID())).toMatchObject({ status: 409, problem: { code: 'already_checked_in' } });
    expect(await collect(user, 'not-a-uuid')).toMatchObject({ status: 400, problem: { code: 'idempotency_key_required' } });
    expect(await balanceOf(user.id)).toBe(10);
  });

  it('gives more points as the streak of UTC days grows, and starts over after a missed day', async () => {
    const { clock, app } = test.current;
    try {
      clock.set('2026-11-20T23:59:59.999Z');
      const user = await createUser(test.current);
      const given = [];
      for (const daysLater of [0, 1, 2, 3, 4, 5, 6, 7, 9]) {
        clock.set(new Date(Date.parse('2026-11-20T23:59:59.999Z') + daysLater * DAY_MS));
        const { token } = await signInAgain(user);
        given.push((await callApp(app, checkIn, {}, { token })).reply);
      }
      expect(given.map(({ points }) => points)).toEqual([10, 10, 15, 15, 20, 20, 30, 10, 10]);
      expect(given.map(({ streak }) => streak)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);

      clock.set('2026-11-30T00:00:00.000Z');
      const { token } = await signInAgain(user);
      expect((await callApp(app, checkIn, {}, { token })).reply.streak).toBe(2);
    } finally {
      clock.set(TEST_NOW);
    }
  });

  it('reads from the database, not from the token, whether the account is disabled', async () => {
    const user = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    expect(await collect(user)).toMatchObject({ status: 403, problem: { code: 'account_disabled' } });
    expect(await balanceOf(user.id)).toBe(0);
  });

  it('rejects guests, tokens of unknown users and unknown fields, and changes nothing', async () => {
    const { app, deps } = test.current;
    const user = await createUser(test.current);
    expect(await callApp(app, checkIn, {})).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
    expect(await callApp(app, checkIn, { points: 1000 } as never, { token: user.token })).toMatchObject({
      status: 400,
      problem: { code: 'invalid_payload', params: { field: 'points' } },
    });
    const nobody = await signInAgain({ ...user, id: randomUUID() });
    expect(await callApp(app, checkIn, {}, { token: nobody.token })).toMatchObject({ status: 401, problem: { code: 'unauthorized' } });
    expect(await balanceOf(user.id)).toBe(0);
    expect(await deps.db.selectFrom('check_ins').selectAll().where('user_id', '=', user.id).execute()).toEqual([]);
  });
});

describe('experience', () => {
  it('stops at the limit of a UTC day', async () => {
    const { deps } = test.current;
    const user = await createUser(test.current);
    const add = (at: Date) => transact(deps, (db) => addExperience(db, user.id, 'bet_hit', at));
    for (let hits = 0; hits < 8; hits++) await add(deps.now());
    expect(await statsOf(user.id)).toMatchObject({ experience: 200 });
    await add(new Date(deps.now().getTime() + DAY_MS));
    expect(await statsOf(user.id)).toMatchObject({ experience: 230 });
  });

  it('counts simultaneous actions one after the other', async () => {
    const { deps } = test.current;
    const user = await createUser(test.current);
    await Promise.all(Array.from({ length: 12 }, () => transact(deps, (db) => addExperience(db, user.id, 'bet_hit', deps.now()))));
    expect(await statsOf(user.id)).toMatchObject({ experience: 200 });
  });
});

describe('ledger transfers', () => {
  it('post once per key, and return how many were new', async () => {
    const user = await createUser(test.current, 2000);
    const hold = redeemTransfer(randomUUID(), user.id, 1500);
    expect(await post([hold, adjustTransfer(randomUUID(), user.id, 7, 'admin_adjust', 'a gift')])).toBe(2);
    expect(await post([hold])).toBe(0);
    expect(await post([])).toBe(0);
    expect(await balanceOf(user.id)).toBe(507);
    expect(await balanceOf(user.id, 'held')).toBe(1500);
  });

  it('are all rolled back when a balance would go below zero', async () => {
    const user = await createUser(test.current, 100);
    const gift = adjustTransfer(randomUUID(), user.id, 50, 'manual_adjust', '');
    await expect(post([gift, redeemTransfer(randomUUID(), user.id, 151)])).rejects.toMatchObject({ code: '23514' });
    expect(await balanceOf(user.id)).toBe(100);
  });

  it('give the house its bankroll once when several processes start at the same time', async () => {
    const { deps } = test.current;
    const houseBalance = async () =>
      (await deps.db.selectFrom('accounts').select('balance').where('kind', '=', 'house').executeTakeFirstOrThrow()).balance;
    const before = await houseBalance();
    await Promise.all([fundHouse(deps), fundHouse(deps), fundHouse(deps)]);
    await fundHouse(deps);
    expect((await houseBalance()) - before).toBe(5_000_000);

    const fundedWith = async (house_bankroll: number) => {
      const limits = { ...deps.config.limits, house_bankroll };
      await Promise.all([1, 2].map(() => fundHouse({ ...deps, config: { ...deps.config, limits } })));
      return (await houseBalance()) - before;
    };
    // A larger bankroll is topped up, a smaller one takes nothing back, and 0 means no bankroll.
    expect(await fundedWith(7_500_000)).toBe(7_500_000);
    expect(await fundedWith(0)).toBe(7_500_000);
    expect(await fundedWith(6_000_000)).toBe(7_500_000);
    expect(await fundedWith(8_000_000)).toBe(8_000_000);
  });

  it('wait for the transaction that holds the lock on the balance', async () => {
    const { deps } = test.current;
    const user = await createUser(test.current, 100);
    const spendAll = () =>
      transact(deps, async (db) => {
        const balance = await lockBalance(db, user.id);
        if (balance > 0) await postTransfers(db, [redeemTransfer(randomUUID(), user.id, balance)], deps.now());
        return balance;
      });
    const seen = await Promise.all([spendAll(), spendAll(), spendAll()]);
    expect(seen.sort()).toEqual([0, 0, 100]);
  });
});

describe('proof of the ledger', () => {
  it('holds after all tests above, and names accounts that were tampered with', async () => {
    const { deps } = test.current;
    expect(await proveLedger(deps.db)).toEqual({ proven: true, sum: 0, faults: [] });

    const user = await createUser(test.current);
    await givePoints(deps.db, user.id, 40, deps.now());
    await deps.db.updateTable('accounts').set({ balance: 41 }).where('kind', '=', 'balance').where('owner', '=', user.id).execute();
    expect(await proveLedger(deps.db)).toEqual({
      proven: false,
      sum: 1,
      faults: [{ kind: 'balance', owner: user.id, balance: 41, posted: 40 }],
    });
  });
});

/** Returns a token for the clock's present time: access tokens expire after 15 minutes, and this test spans days. */
async function signInAgain(user: TestUser): Promise<TestUser> {
  const { serverKeys, now } = test.current.deps;
  return { ...user, token: await signAccessToken(serverKeys, { id: user.id, email: user.email, sessionId: randomUUID() }, now()) };
}
