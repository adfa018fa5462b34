import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Columns, tableOf } from './table-of.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

interface Row {
  count: number | null;
  isGood: boolean | null;
  at: Date | null;
  name: string | null;
  pair: [number, number] | null;
  data: unknown;
}
const COLUMNS: Columns<Row> = { count: 'integer', isGood: 'boolean', at: 'timestamptz', name: 'text', pair: 'smallint[]', data: 'jsonb' };
const nothing: Row = { count: null, isGood: null, at: null, name: null, pair: null, data: null };
const read = async (rows: Row[]) =>
  (await sql<Row>`select count, isGood as "isGood", at, name, pair, data from ${tableOf(rows, COLUMNS)}`.execute(database.db)).rows;

it('passes rows unchanged, whatever their values', async () => {
  const rows: Row[] = [
    {
      count: -7,
      isGood: true,
      at: new Date('2026-11-22T01:02:03.004Z'),
      name: 'Ann',
      pair: [2, 0],
      data: { shots: 3, 'a "b"': ['\\', null] },
    },
    ...['', 'NULL', '{a,b}', 'say "no"', 'back\\slash', "it's, or not", 'two\nlines', ' Đội Việt 队 ⚽ '].map((name) => ({
      ...nothing,
      name,
    })),
    { ...nothing, isGood: false },
  ];
  expect(await read(rows)).toEqual(rows);
});

it('is an empty table without rows', async () => {
  expect(await read([])).toEqual([]);
});

it.each<[string, Partial<Row>]>([
  ['22003', { pair: [70_000, 0] }],
  ['22P02', { count: 1.5 }],
  ['22021', { name: 'a\0b' }],
  ['22P05', { data: 'a\0b' }],
])('leaves invalid values to the database, which rejects them with %s', async (code, wrong) => {
  await expect(read([{ ...nothing, ...wrong }])).rejects.toMatchObject({ code });
});
