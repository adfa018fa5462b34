import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { proveWholeLedger } from '#server/modules/ledger/public.ts';
import { knownMigrations, migrateUpTo } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartError } from '#server/platform/lifetime.ts';
import type { Ending, Header, Sequences, TableStart } from './format.ts';
import { readBackup } from './read-backup.ts';
import { countRelations, type ForeignKey, findForeignKeys, findSequences, findTables, settle, target } from './schema-queries.ts';

/** Result of a restore. */
export interface Restored extends Ending {
  /** Verified ledger transfers, which is all of them. */
  blocks: number;
}

export interface LoadOptions {
  /** A connection that nothing else uses meanwhile. */
  client: pg.PoolClient;
  path: string;
  now: () => Date;
}

/**
 * Restores a backup into an empty database in one transaction: the original schema, every table and the sequences. Then it reads the stored
 * data again and compares it, checks references between tables, and verifies the ledger. Throws StartError on any mismatch and leaves the
 * database empty. The app applies later migrations when it starts.
 */
export async function loadBackup({ client, path, now }: LoadOptions): Promise<Restored> {
  await settle(client);
  const db = onlyOn(client);
  return await db.transaction().execute(async (trx) => {
    if ((await countRelations(client)) > 0)
      throw new StartError('The database is not empty: restore into a new one, or into another DATA_DIR. Nothing was changed.');
    let keys: ForeignKey[] = [];
    const { ending } = await readBackup(path, {
      onHeader: async ({ migrations }) => {
        await migrateUpTo(db, migrations.at(-1)!.name);
        keys = await makeRoom(client);
      },
      onTable: (table, rows) => fill(client, table, rows),
      onTableEnd: (table, sha256) => compare(client, table, sha256),
      onSequences: (sequences) => setSequences(client, sequences),
    });
    await rejectMissing(client, ending);
    await closeUp(client, keys);
    const { proven, blocks, faults } = await proveWholeLedger({ db: trx, now });
    if (proven) return { ...ending, blocks };
    throw new StartError(`${path} is whole, and its ledger does not add up: ${JSON.stringify(faults)}. Nothing was restored.`);
  });
}

/** Refuses migrations that this version lacks or has in another form. */
export async function rejectOtherSchema(path: string, { migrations }: Header): Promise<void> {
  const known = await knownMigrations();
  const stranger = migrations.find(({ name, sha256 }, index) => known[index]?.name !== name || known[index]?.sha256 !== sha256);
  if (stranger === undefined) return;
  throw new StartError(`${path} was made by another version of Matchpoint (${stranger.name}.sql): restore it with that one, then upgrade.`);
}

/** Kysely on this connection: its queries are part of the open transaction. */
const onlyOn = (client: pg.PoolClient): Db => {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect: async () => connection, end: async () => {}, options: {} } }) });
};

/**
 * Empties all tables of rows from migrations, and disables what would check or change rows on insert: triggers already ran when the rows
 * were new, and references are checked together at the end. Requires ownership of the tables, but not superuser rights.
 */
async function makeRoom(client: pg.ClientBase): Promise<ForeignKey[]> {
  const keys = await findForeignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const tables = (await findTables(client)).map(({ table }) => table);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  return keys;
}

async function closeUp(client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { table } of await findTables(client)) await client.query(`alter table ${table} enable trigger user`);
  // Without statistics, query plans would assume empty tables.
  await client.query('analyze');
}

async function fill(client: pg.ClientBase, table: TableStart, rows: AsyncIterable<Buffer>): Promise<number> {
  const known = (await findTables(client)).find((one) => one.table === table.table);
  if (JSON.stringify(known?.columns) !== JSON.stringify(table.columns))
    throw new StartError(`The table ${table.table} of the backup is none of those that its migrations make. Nothing was restored.`);
  const copy = client.query(copyFrom(`copy ${target(table)} from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), copy);
  return copy.rowCount;
}

/** Reads the stored rows back; a table that was just filled returns rows in insertion order. */
async function compare(client: pg.ClientBase, table: TableStart, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of client.query(copyTo(`copy ${target(table)} to stdout`)) as AsyncIterable<Buffer>) hash.update(piece);
  if (hash.digest('hex') !== sha256)
    throw new StartError(`What was stored in ${table.table} is not what the backup holds. Nothing was restored.`);
}

async function setSequences(client: pg.ClientBase, sequences: Sequences): Promise<void> {
  const known = new Set((await findSequences(client)).map(({ name }) => name));
  for (const { name, last_value, is_called } of sequences) {
    if (!known.delete(name))
      throw new StartError(`The sequence ${name} of the backup is none of those that its migrations make. Nothing was restored.`);
    await client.query('select setval($1::regclass, $2, $3)', [name, last_value, is_called]);
  }
  if (known.size > 0) throw new StartError(`The backup lacks the sequence ${[...known][0]}. Nothing was restored.`);
}

async function rejectMissing(client: pg.ClientBase, { tables }: Ending): Promise<void> {
  const wanted = (await findTables(client)).length;
  if (tables !== wanted) throw new StartError(`The backup holds ${tables} tables of ${wanted}. Nothing was restored.`);
}
