import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createUser, givePoints } from '#test/support/factories.ts';
import { sealAll, tamperWith } from '#test/support/ledger.ts';
import { lastLedgerProof, proveWholeLedger } from './ledger-proof.ts';
import { proveNewBlocks } from './prove-new.ts';

let test: TestApp;
let userId: string;
beforeEach(async () => {
  test = await createTestApp({ FEED: 'none' });
  userId = (await createUser(test)).id;
});
afterEach(() => test.database.drop());

const db = () => test.deps.db;
/** Posts and seals transfers, two to a block. */
async function addBlocks(blocks: number): Promise<void> {
  for (let n = 0; n < 2 * blocks; n++) await givePoints(db(), userId, n + 1, test.deps.now());
  await sealAll(test.deps, 2);
}
const prove = (blocksAtOnce = 2) => proveNewBlocks(test.deps, { blocksAtOnce });
const progress = () => db().selectFrom('ledger_progress').select(['block', 'last_id']).executeTakeFirstOrThrow();
const isProven = async () => (await lastLedgerProof(db()))?.proven;
const blocksOf = () => db().selectFrom('ledger_blocks').selectAll().orderBy('number').execute();
const change = (set: string, id: number) =>
  tamperWith(db(), 'transfers', () => sql`update transfers set ${sql.raw(set)} where id = ${id}`.execute(db()));
/** Computes every block anew from the transfers as they are, as an attacker could who hides a change. */
const recomputeBlocks = () =>
  tamperWith(db(), 'ledger_blocks', () =>
    sql`do $$
      declare b ledger_blocks; before ledger_blocks;
      begin
        for b in select * from ledger_blocks order by number loop
          b.previous_hash := before.hash;
          b.hash := ledger_block_hash(b, coalesce(before.last_id, 0));
          update ledger_blocks set hash = b.hash, previous_hash = b.previous_hash where number = b.number;
          before := b;
        end loop;
      end $$`.execute(db()),
  );

describe('proof of new blocks', () => {
  it('proves each block once, goes on from the last one and changes none', async () => {
    expect(await prove()).toEqual({ proven: true, blocks: 0, head: null, faults: {} });
    await addBlocks(5);
    const before = await blocksOf();
    expect(await prove()).toMatchObject({ proven: true, blocks: 5, head: { block: 5, hash: before[4]!.hash.toString('hex') } });
    await addBlocks(1);
    expect(await prove()).toMatchObject({ proven: true, blocks: 1, head: { block: 6 } });
    expect((await blocksOf()).slice(0, 5)).toEqual(before);
    expect(await isProven()).toBe(true);
  });

  it.each([
    ['an amount', 'amount = amount + 1'],
    ['a stated balance', 'to_balance = to_balance + 1'],
    ['a note', "note = 'forged'"],
  ])('finds %s that was changed in a new block, and stays there until it is mended', async (_, set) => {
    await addBlocks(2);
    await prove();
    await addBlocks(2);
    const [kept] = await sql<{ amount: number; to_balance: number; note: string | null }>`
      select amount, to_balance, note from transfers where id = 6`
      .execute(db())
      .then(({ rows }) => rows);
    await change(set, 6);
    for (let round = 0; round < 2; round++) {
      expect(await prove()).toMatchObject({ proven: false, blocks: 0, faults: { blocks: { count: 1, first: [3] } } });
      expect(await progress()).toEqual({ block: 2, last_id: 4 });
      expect(await isProven()).toBe(false);
    }
    await tamperWith(db(), 'transfers', () =>
      sql`update transfers set amount = ${kept!.amount}, to_balance = ${kept!.to_balance}, note = ${kept!.note} where id = 6`.execute(db()),
    );
    expect(await prove()).toMatchObject({ proven: true, blocks: 2 });
    expect(await isProven()).toBe(true);
  });

  it('finds a transfer that does not continue the balance before, and a balance that is not what the last transfer states', async () => {
    await addBlocks(2);
    await prove();
    // Points from nowhere: the balance first, and then a transfer of the product on top of it.
    await sql`update accounts set balance = balance + 1000 where kind = 'balance' and owner = ${userId}`.execute(db());
    await addBlocks(1);
    expect(await prove()).toMatchObject({
      proven: false,
      faults: { balances: { count: 1, first: [{ kind: 'balance', owner: userId, balance: 1011, posted: 11 }] }, blocks: { count: 0 } },
    });
  });

  it('finds blocks that were all computed anew, because the hash of the last proven one differs', async () => {
    await addBlocks(4);
    await prove();
    await change('amount = amount + 1', 2);
    await recomputeBlocks();
    expect(await prove()).toMatchObject({ proven: false, faults: { blocks: { first: [4] } } });
    // Whoever changes the stored hash too is found by a proof of all sums, not by one of new blocks.
    await sql`update ledger_progress set hash = (select hash from ledger_blocks where number = block)`.execute(db());
    expect(await prove()).toMatchObject({ proven: true });
    expect(await proveWholeLedger(test.deps)).toMatchObject({ proven: false, faults: { balances: { count: 2 }, blocks: { count: 0 } } });
    expect(await isProven()).toBe(false);
  });

  it('finds blocks that were cut off at the end', async () => {
    await addBlocks(3);
    await prove();
    await tamperWith(db(), 'ledger_blocks', () => sql`delete from ledger_blocks where number = 3`.execute(db()));
    expect(await prove()).toMatchObject({ proven: false, faults: { blocks: { first: [3] } } });
  });

  it('goes on where it was cut off, also in the middle of a transaction', async () => {
    await addBlocks(5);
    let asked = 0;
    expect(await proveNewBlocks(test.deps, { blocksAtOnce: 2, mayGoOn: () => asked++ < 1 })).toBeNull();
    expect(await progress()).toEqual({ block: 2, last_id: 4 });
    expect(await lastLedgerProof(db())).toBeNull();
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db());
    await sql`create trigger refuse before update on ledger_progress execute function refuse()`.execute(db());
    await expect(prove()).rejects.toThrow('refused');
    await sql`drop function refuse cascade`.execute(db());
    expect(await progress()).toEqual({ block: 2, last_id: 4 });
    expect(await prove()).toMatchObject({ proven: true, blocks: 3 });
  });

  it('proves each block once when two processes prove at the same time', async () => {
    await addBlocks(6);
    const proofs = await Promise.all([prove(1), prove(1), prove(1)]);
    expect(proofs.map((proof) => proof?.proven)).toEqual([true, true, true]);
    expect(proofs.reduce((sum, proof) => sum + proof!.blocks, 0)).toBe(6);
    expect(await progress()).toMatchObject({ block: 6 });
  });
});
