import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redeemTransfer } from '#domain/ledger/ledger.ts';
import { DAY_MS } from '#domain/time.ts';
import { transact } from '#server/platform/transact.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createUser, givePoints } from '#test/support/factories.ts';
import { sealAll, tamperWith } from '#test/support/ledger.ts';
import { lastLedgerProof, proveWholeLedger } from './ledger-proof.ts';
import { ledgerWalks, walkLedger } from './ledger-walk.ts';
import { postTransfers } from './points.ts';
import { proveNewBlocks } from './prove-new.ts';

let test: TestApp;
let userId: string;
beforeEach(async () => {
  test = await createTestApp({ FEED: 'none' });
  userId = (await createUser(test)).id;
  for (let n = 1; n <= 7; n++) await givePoints(db(), userId, n, test.deps.now());
  await transact(test.deps, (trx) => postTransfers(trx, [redeemTransfer(randomUUID(), userId, 10)], test.deps.now()));
  await sealAll(test.deps, 2);
  await proveNewBlocks(test.deps);
});
afterEach(() => test.database.drop());

const db = () => test.deps.db;
/** Walks a slice of two blocks and two accounts. */
const walk = () => walkLedger(test.deps, { slice: { blocks: 2, accounts: 2 } });
const walkedOf = async () => Object.fromEntries((await ledgerWalks(test.deps)).map(({ name, walked }) => [name, walked]));
const isRoundOver = async () => {
  const rows = await db().selectFrom('ledger_walks').select(['under_way', 'started_at']).execute();
  return rows.every(({ under_way, started_at }) => started_at !== null && !under_way);
};
/** Walks a whole round; returns what it found. */
async function walkRound(): Promise<object[]> {
  test.clock.advance(DAY_MS);
  const found = await walk();
  while (!(await isRoundOver())) found.push(...(await walk()));
  return found;
}
const isProven = async () => (await lastLedgerProof(db()))?.proven;

describe('walk through the proven ledger', () => {
  it('proves blocks and accounts a slice at a time, a round a day at most, and holds for an honest ledger', async () => {
    expect(await walk()).toEqual([]);
    expect(await walkedOf()).toEqual({ blocks: 2, accounts: 2 });
    expect(await walk()).toEqual([]);
    while (!(await isRoundOver())) expect(await walk()).toEqual([]);
    // House, issuance, and the two accounts of the user.
    expect(await walkedOf()).toEqual({ blocks: 4, accounts: 4 });
    const ended = await db().selectFrom('ledger_walks').select('started_at').orderBy('name').execute();
    test.clock.advance(DAY_MS - 1);
    await walk();
    expect(await db().selectFrom('ledger_walks').select('started_at').orderBy('name').execute()).toEqual(ended);
    test.clock.advance(1);
    await walk();
    expect(await walkedOf()).toEqual({ blocks: 2, accounts: 2 });
    expect(await isProven()).toBe(true);
  });

  it('walks as many slices at once as it takes to end a round in time', async () => {
    await walk();
    test.clock.advance(8 * DAY_MS);
    await walk();
    expect(await walkedOf()).toMatchObject({ blocks: 4 });
  });

  it.each([
    ['an amount', 'amount = amount + 1'],
    ['a note', "note = 'forged'"],
    ['a source', "source = 'admin_adjust'"],
  ])('finds %s that was changed in an old block within a round, which the proof of new blocks passes over', async (_, set) => {
    await tamperWith(db(), 'transfers', () => sql`update transfers set ${sql.raw(set)} where id = 3`.execute(db()));
    expect(await proveNewBlocks(test.deps)).toMatchObject({ proven: true });
    expect(await walkRound()).toContainEqual({ blocks: { count: 1, first: [2] } });
    expect(await isProven()).toBe(false);
    // It stays known while new blocks hold, and a proof of the whole ledger finds it, too.
    expect(await proveNewBlocks(test.deps)).toMatchObject({ proven: true });
    expect(await isProven()).toBe(false);
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: false, faults: { blocks: { first: [2] } } });
  });

  it('finds a balance and a sum by source that were changed without a transfer; a proof of the whole ledger ends it', async () => {
    const add = (points: number) =>
      sql`update accounts set balance = balance + ${points} where kind = 'balance' and owner = ${userId}`.execute(db());
    await add(5);
    const sums = await db().selectFrom('balance_sums').select(['source', 'points']).orderBy('source').execute();
    const [moved] = sums;
    await sql`update balance_sums set points = points + 1 where source = ${moved!.source}`.execute(db());
    expect(await proveNewBlocks(test.deps)).toMatchObject({ proven: true });
    expect(await walkRound()).toEqual([
      {
        balances: { count: 1, first: [{ kind: 'balance', owner: userId, balance: 23, posted: 18 }] },
        sums: { count: 1, first: [{ owner: userId, source: moved!.source, kept: moved!.points + 1, posted: moved!.points }] },
      },
    ]);
    expect(await isProven()).toBe(false);
    await add(-5);
    await sql`update balance_sums set points = points - 1 where source = ${moved!.source}`.execute(db());
    await proveWholeLedger(test.deps);
    expect(await isProven()).toBe(true);
  });

  it.each(['house', 'issuance'])('finds a changed balance of %s', async (kind) => {
    await sql`update accounts set balance = balance + 5 where kind = ${kind}`.execute(db());
    expect(await walkRound()).toMatchObject([{ balances: { count: 1, first: [{ kind }] } }]);
  });

  it('goes on where it was cut off, and walks no slice twice when two processes walk', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db());
    await sql`create trigger refuse before update on ledger_walks execute function refuse()`.execute(db());
    await expect(walk()).rejects.toThrow('refused');
    await sql`drop function refuse cascade`.execute(db());
    expect(await walkedOf()).toEqual({ blocks: 0, accounts: 0 });
    expect(await walkLedger(test.deps, { mayGoOn: () => false })).toEqual([]);
    await Promise.all([walk(), walk()]);
    const { blocks } = await walkedOf();
    expect([2, 4]).toContain(blocks);
    await walk();
    expect(await walkedOf()).toMatchObject({ blocks: 4 });
  });

  it('is late when no round has ended for longer than two rounds may take', async () => {
    const late = async () => (await ledgerWalks(test.deps)).filter(({ isLate }) => isLate).map(({ name }) => name);
    await walk();
    expect(await late()).toEqual([]);
    test.clock.advance(3 * DAY_MS + 1);
    expect(await late()).toEqual(['accounts']);
    test.clock.advance(12 * DAY_MS);
    expect(await late()).toEqual(['accounts', 'blocks']);
  });
});
