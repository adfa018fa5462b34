import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { packageRoot } from '#server/platform/data-folder.ts';
import { StartError } from '#server/platform/lifetime.ts';
import type { Db } from './pool.ts';

const migrationsFolder = join(packageRoot, 'migrations');

/**
 * Brings the schema up to date and returns the names of the migrations applied now. All of it is one transaction. Several servers may start
 * at once: Kysely lets one of them migrate while the others wait. It holds a lock of the session meanwhile, so `db` must not go through a
 * pooler that keeps none.
 */
export async function migrate(db: Db, folder = migrationsFolder): Promise<string[]> {
  const files = await readMigrations(folder);
  await rejectRewrittenHistory(db, files);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations(files) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (failed) throw new StartError(`Migration ${failed.migrationName}.sql failed: ${reasonOf(error)}`, { cause: error });
  if (error) throw new StartError(`The database cannot be migrated: ${reasonOf(error)}`, { cause: error });
  return results.map((result) => result.migrationName);
}

/**
 * Migrates an empty database up to and including `last`, within the transaction that the only connection of `db` is in: a rollback undoes
 * all of it.
 */
export async function migrateUpTo(db: Db, last: string, folder = migrationsFolder): Promise<void> {
  await sql`create table kysely_migration_file (name text primary key, sha256 text not null)`.execute(db);
  const migrations = asMigrations(await readMigrations(folder));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, disableTransactions: true });
  const { error } = await migrator.migrateTo(last);
  if (error) throw error;
}

/** Returns all migrations in order, each with the hash of its file. */
export const knownMigrations = async (folder = migrationsFolder): Promise<{ name: string; sha256: string }[]> =>
  (await readMigrations(folder)).map(({ name, sha256 }) => ({ name, sha256 }));

type MigrationFile = { name: string; content: string; sha256: string };

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), content, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

const asMigrations = (files: MigrationFile[]): Record<string, Migration> =>
  Object.fromEntries(files.map((file) => [file.name, { up: (db: Kysely<unknown>) => apply(db, file) }]));

async function apply(db: Kysely<unknown>, file: MigrationFile): Promise<void> {
  await sql.raw(file.content).execute(db);
  await sql`insert into kysely_migration_file (name, sha256) values (${file.name}, ${file.sha256})`.execute(db);
}

/** Refuses a database if an applied file was edited or removed since: its schema would match no version. */
async function rejectRewrittenHistory(db: Db, files: MigrationFile[]): Promise<void> {
  // Two servers that create a table at once can collide even with "if not exists".
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kysely_migration_file'))`.execute(trx);
    await sql`create table if not exists kysely_migration_file (name text primary key, sha256 text not null)`.execute(trx);
    return sql<{ name: string; sha256: string }>`select name, sha256 from kysely_migration_file`.execute(trx);
  });
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const unknown = rows.map((row) => row.name).filter((name) => !files.some((file) => file.name === name));
  const isNewer = files.every((file) => applied.get(file.name) === file.sha256);
  if (unknown.length > 0) throw new StartError(refusalOf(unknown.sort()[0]!, isNewer));
  const changed = files.filter((file) => (applied.get(file.name) ?? file.sha256) !== file.sha256);
  if (changed.length === 0) return;
  const names = changed.map((file) => `${file.name}.sql`).join(', ');
  throw new StartError(
    `This database was made by another version of ${names}: restore the file and write a new migration instead, or start with an empty database.`,
  );
}

/** The message for a database with an unknown migration. A newer version made it if all known files were applied unchanged. */
const refusalOf = (unknown: string, isNewer: boolean) =>
  isNewer
    ? `This database was made by a newer version of Matchpoint (${unknown}.sql): start that version, or restore the backup from before the upgrade.`
    : `This database was made by another version of Matchpoint (${unknown}.sql), which this one cannot upgrade: start with an empty data folder (DATA_DIR), or an empty database (DATABASE_URL).`;

function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === DISK_FULL) return `the disk of the database is full (${message}). Nothing was changed: free space, and start again.`;
  return error instanceof Error ? error.message : String(error);
}

const DISK_FULL = '53100';
