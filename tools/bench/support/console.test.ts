import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveLedger, proveWholeLedger } from '#server/modules/ledger/ledger-proof.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { fillConsole } from './console-fill.ts';
import { fillOperations } from './console-operations.ts';

/* The console's benchmark uses a consistent world: its ledger passes verification. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const sizes = { users: 300, transfers: 22_000, days: 100, until: new Date('2026-11-20T12:00:00Z') };
  await fillConsole(database.url, sizes);
  await fillOperations(database.url, sizes);
});
afterAll(() => database.drop());

const count = async (table: string) => (await database.pool.query(`select count(*) as count from ${table}`)).rows[0].count as number;

describe('the database of the console benchmark', () => {
  it('has the requested number of rows', async () => {
    expect(await count('users')).toBe(300);
    expect(await count('transfers')).toBeGreaterThanOrEqual(22_000);
    for (const table of ['bets', 'withdrawals', 'sessions', 'contests', 'balance_sums', 'active_days'])
      expect(await count(table)).toBeGreaterThan(20);
    expect(await count('listed_balances')).toBe(300);
    for (const table of ['audit_log', 'withdrawal_evidence', 'payout_batches', 'payout_batch_items', 'treasury_transfers'])
      expect(await count(table), table).toBeGreaterThan(0);
  });

  it('has balances that add up, blocks with the hashes that PostgreSQL computes, and correct sums by source', async () => {
    expect(await proveLedger(database.db)).toEqual({ proven: true, sum: 0, faults: [] });
    expect(await proveWholeLedger({ db: database.db, now: () => new Date() })).toMatchObject({ proven: true, blocks: 3 });
  });

  it('has its indexes, keys and triggers restored', async () => {
    const other = await createTestDatabase();
    const all = async ({ pool }: TestDatabase) => {
      const { rows } = await pool.query(`
        select indexdef as definition from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
        order by 1`);
      return rows.map((row) => row.definition);
    };
    const expected = await all(other);
    await other.drop();
    expect(await all(database)).toEqual(expected);
  });
});
