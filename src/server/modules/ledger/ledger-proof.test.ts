import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { transact } from '#server/platform/transact.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { createUser, givePoints } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';
import { lastLedgerProof, proveChain, proveWholeLedger, sealLedger } from './ledger-proof.ts';
import { postTransfers } from './points.ts';

let test: TestApp;
let others: pg.Client[] = [];
beforeEach(async () => {
  test = await createTestApp({ FEED: 'none' });
});
afterEach(async () => {
  await Promise.all(others.map((client) => client.end()));
  others = [];
  await test.database.drop();
});

/** Opens a concurrent transaction; the test ends it. */
async function another(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: test.database.url });
  await client.connect();
  others.push(client);
  await client.query('begin');
  return client;
}

const give = (userId: string, points: number) => givePoints(test.deps.db, userId, points, test.deps.now());
const giveIn = (client: pg.Client, userId: string, points: number) =>
  client.query(
    `select post_transfers(array[$1], array['manual_adjust'], array['issuance'], array['00000000-0000-0000-0000-000000000000'::uuid],
       array['balance'], array[$2::uuid], array[$3::bigint], array[null::uuid], array[null::uuid], array[null], $4)`,
    [`test:${randomUUID()}`, userId, points, TEST_NOW],
  );
const seal = (transfersMax?: number) => sealAll(test.deps, transfersMax);
const blocksOf = () => test.deps.db.selectFrom('ledger_blocks').selectAll().orderBy('number').execute();
const sealedIds = async () => (await blocksOf()).map(({ first_id, last_id, transfers }) => [first_id, last_id, transfers]);

/** Acts with the triggers off that forbid changes, as an attacker with the database's password could. */
async function tamper(table: 'transfers' | 'ledger_blocks', act: (db: Kysely<never>) => Promise<unknown>): Promise<void> {
  const { db } = test.deps;
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await act(db as unknown as Kysely<never>);
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}

describe('ledger sealing', () => {
  it('puts all transfers into blocks in the order of their ids, each block with the hash of the previous one', async () => {
    const { id } = await createUser(test);
    for (let n = 1; n <= 7; n++) await give(id, n);
    expect(await seal(3)).toBe(3);
    expect(await sealedIds()).toEqual([
      [1, 3, 3],
      [4, 6, 3],
      [7, 7, 1],
    ]);
    const blocks = await blocksOf();
    expect(blocks.map(({ previous_hash }) => previous_hash)).toEqual([null, blocks[0]!.hash, blocks[1]!.hash]);
    expect(await seal()).toBe(0);
    await give(id, 8);
    expect(await seal()).toBe(1);
    expect(await proveChain(test.deps.db)).toEqual({ proven: true, blocks: 4, faults: [] });
    for (const atOnce of [1, 2, 3, 4]) expect(await proveChain(test.deps.db, atOnce)).toMatchObject({ proven: true, blocks: 4 });
  });

  it('hashes a block as docs/ledger.md describes, so that a dump is enough to verify it', async () => {
    const { id } = await createUser(test);
    await transact(test.deps, (db) =>
      postTransfers(db, [adjustTransfer('1', id, 5, 'manual_adjust', 'a "note",\n\tđẹp / 漂亮 \u0001')], test.deps.now()),
    );
    await give(id, 6);
    await seal();
    const rows = await sql<Record<string, unknown>>`
      select id, key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, contest_id, bet_id, note, created_at
      from transfers order by id`.execute(test.deps.db);
    const [block] = await blocksOf();
    const micros = (at: Date) => at.toISOString().replace('Z', '000Z');
    const line = (values: unknown[]) =>
      `[${values.map((value) => JSON.stringify(value instanceof Date ? micros(value) : value)).join(', ')}]\n`;
    const text = line([1, null, 1, 2, 2, block!.sealed_at]) + rows.rows.map((row) => line(Object.values(row))).join('');
    expect(block!.hash.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('waits for a transaction that took a lower id and has not committed yet', async () => {
    const [early, late] = [await createUser(test), await createUser(test)];
    const slow = await another();
    // This row takes id 1 but commits last. It avoids the house's account, which would block the other transfers.
    await slow.query(`insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
      values ('slow', 'manual_adjust', 'balance', '${early.id}', 'balance', '${late.id}', 1, 0, 0, now())`);
    await give(late.id, 20);
    for (let round = 0; round < 3; round++) expect(await sealLedger(test.deps)).toBe(0);
    await slow.query('commit');
    expect(await seal()).toBe(1);
    expect(await sealedIds()).toEqual([[1, 2, 2]]);
    expect(await proveChain(test.deps.db)).toMatchObject({ proven: true });
  });

  it('skips the id of a rolled-back transaction and does not wait for a transaction that began later', async () => {
    const user = await createUser(test);
    const undone = await another();
    await giveIn(undone, user.id, 1);
    await undone.query('rollback');
    await give(user.id, 2);
    expect(await sealLedger(test.deps)).toBe(0);
    // This transaction is younger than the mark, so it writes a higher id.
    const young = await another();
    await giveIn(young, user.id, 3);
    expect(await seal()).toBe(1);
    expect(await sealedIds()).toEqual([[2, 2, 1]]);
    await young.query('commit');
    expect(await seal()).toBe(1);
    expect(await sealedIds()).toEqual([
      [2, 2, 1],
      [3, 3, 1],
    ]);
  });

  it('relies on a transaction getting its own id before a transfer’s id, and on a sequence without cached ids', async () => {
    const { db } = test.deps;
    const [a, b] = [await createUser(test), await createUser(test)];
    const bare = await another();
    const insert = `insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
      select 'bare', 'manual_adjust', 'balance', '${a.id}', 'balance', '${b.id}', coalesce(pg_current_xact_id_if_assigned()::text::bigint, -1), 0, 0, now()`;
    // The row's values are computed together with its id: they show whether the transaction already had an id then.
    await bare.query(insert);
    const { rows } = await bare.query(
      `select amount = pg_current_xact_id()::text::bigint as was_assigned from transfers where key = 'bare'`,
    );
    expect(rows).toEqual([{ was_assigned: true }]);
    const sequence = await sql<{ cache_size: number; increment_by: number; cycle: boolean }>`
      select cache_size, increment_by, cycle from pg_sequences where sequencename = 'transfers_id_seq'`.execute(db);
    expect(sequence.rows).toEqual([{ cache_size: 1, increment_by: 1, cycle: false }]);
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`select pg_current_xact_id()`.execute(trx);
        await sql`select seal_ledger(10, now())`.execute(trx);
      }),
    ).rejects.toThrow('a transaction of its own');
  });

  it('seals block after block while allowed to, and the rest on the next call', async () => {
    const user = await createUser(test);
    for (let points = 1; points <= 5; points++) await give(user.id, points);
    const once = () => {
      let asked = 0;
      return () => asked++ === 0;
    };
    await expect.poll(() => sealLedger(test.deps, { transfersMax: 2, restMs: 1, mayGoOn: once() })).toBe(1);
    expect(await sealedIds()).toEqual([[1, 2, 2]]);
    expect(await sealAll(test.deps, 2)).toBe(2);
    expect(await sealedIds()).toEqual([
      [1, 2, 2],
      [3, 4, 2],
      [5, 5, 1],
    ]);
    expect(await proveChain(test.deps.db)).toMatchObject({ proven: true });
  });

  it('seals each transfer once when several processes seal, and misses none posted meanwhile', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(test)));
    let isOver = false;
    const sealing = Array.from({ length: 3 }, async () => {
      while (!isOver) await sealLedger(test.deps, { transfersMax: 7 });
    });
    await Promise.all(
      users.map(async ({ id }, index) => {
        for (let n = 0; n < 25; n++) {
          await transact(test.deps, async (db) => {
            await postTransfers(db, [adjustTransfer(randomUUID(), id, n + 1, 'manual_adjust', '')], test.deps.now());
            // Some transactions hold their ids while others commit theirs.
            await sql`select pg_sleep(${((index + n) % 4) / 1_000})`.execute(db);
          });
        }
      }),
    );
    isOver = true;
    await Promise.all(sealing);
    await seal(7);
    const blocks = await sealedIds();
    expect(blocks.reduce((sum, [, , transfers]) => sum + transfers!, 0)).toBe(150);
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: true, blocks: blocks.length });
  });

  it('sets a new mark when the stored one comes from another server with higher transaction ids', async () => {
    const { id } = await createUser(test, 10);
    await sealLedger(test.deps);
    await sql`update ledger_mark set transaction_id = '99999999999'`.execute(test.deps.db);
    expect(await seal()).toBe(1);
    await give(id, 1);
    expect(await seal()).toBe(1);
  });
});

describe('proof of the block chain', () => {
  /** Creates five blocks of two transfers. */
  async function chain(): Promise<string> {
    const { id } = await createUser(test);
    for (let n = 1; n <= 10; n++) await give(id, n);
    expect(await seal(2)).toBe(5);
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: true, blocks: 5, faults: { blocks: { count: 0 } } });
    expect(await lastLedgerProof(test.deps.db)).toMatchObject({ proven: true });
    return id;
  }
  const faults = async () => (await proveChain(test.deps.db, 2)).faults;

  it.each([
    ['an amount', 'amount = amount + 1'],
    ['a note', "note = 'forged'"],
    ['a time', "created_at = created_at + interval '1 microsecond'"],
    ['a balance', 'to_balance = to_balance - 1'],
    ['a source', "source = 'admin_adjust'"],
    ['a key', "key = key || ' '"],
    ['a bet', 'bet_id = gen_random_uuid()'],
  ])('finds the block where %s of a transfer was changed', async (_, change) => {
    await chain();
    await tamper('transfers', (db) => sql`update transfers set ${sql.raw(change)} where id = 5`.execute(db));
    expect(await faults()).toEqual([3]);
  });

  it('finds a removed transfer and an inserted one', async () => {
    const id = await chain();
    await tamper('transfers', (db) => sql`delete from transfers where id = 4`.execute(db));
    expect(await faults()).toEqual([2]);
    const insert = sql`insert into transfers (id, key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
      overriding system value values (4, 'late', 'manual_adjust', 'balance', ${id}, 'issuance', '00000000-0000-0000-0000-000000000000', 1, 0, 0, now())`;
    await insert.execute(test.deps.db);
    expect(await faults()).toEqual([2]);
  });

  it.each([
    ['a hash', sql`update ledger_blocks set hash = sha256('x') where number = 3`, [3, 4]],
    ['the hash before', sql`update ledger_blocks set previous_hash = sha256('x') where number = 4`, [4]],
    ['the time of sealing', sql`update ledger_blocks set sealed_at = sealed_at + interval '1 second' where number = 2`, [2]],
    ['a count', sql`update ledger_blocks set transfers = 1 where number = 2`, [2]],
    ['a block taken out', sql`delete from ledger_blocks where number = 2`, [3]],
    ['the first one taken out', sql`delete from ledger_blocks where number = 1`, [2]],
  ])('finds %s that was changed', async (_, act, found) => {
    await chain();
    await tamper('ledger_blocks', (db) => act.execute(db));
    expect(await faults()).toEqual(found);
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: false, faults: { blocks: { count: found.length } } });
    expect(await lastLedgerProof(test.deps.db)).toMatchObject({ proven: false });
  });

  it('finds sums by source that differ from the sealed transfers, and so blocks cut off at the end', async () => {
    const id = await chain();
    await sql`update balance_sums set points = points + 1`.execute(test.deps.db);
    expect(await proveWholeLedger(test.deps)).toMatchObject({
      proven: false,
      faults: { sums: { count: 1, first: [{ owner: id, source: 'manual_adjust', kept: 56, posted: 55 }] } },
    });
    await sql`update balance_sums set points = points - 1`.execute(test.deps.db);
    await tamper('ledger_blocks', (db) => sql`delete from ledger_blocks where number = 5`.execute(db));
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: false, faults: { blocks: { count: 0 }, sums: { count: 1 } } });
  });
});

it.each(['transfers', 'ledger_blocks'] as const)('forbids to change, delete or truncate %s', async (table) => {
  await createUser(test, 10);
  await seal();
  const { db } = test.deps;
  const name = sql.table(table);
  for (const statement of [
    table === 'transfers' ? sql`update transfers set note = 'x'` : sql`update ledger_blocks set sealed_at = now()`,
    sql`delete from ${name}`,
    sql`truncate ${name} cascade`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow(/never changed or removed/);
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${name}`.execute(db);
  expect(rows[0]!.count).toBe(1);
});
