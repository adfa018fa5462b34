import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { keyedHash, type ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { countRows, type Ending, FORMAT, FORMAT_VERSION, type Header, ROWS_END, type TableEnd, type TableStart } from './format.ts';
import { checkBackup } from './read-backup.ts';
import { appliedMigrations, findSequences, findTables, serverVersion, settle, target } from './schema-queries.ts';

export interface BackupOptions {
  /** A connection that nothing else uses meanwhile. */
  client: pg.ClientBase;
  path: string;
  isDemo: boolean;
  serverKeys: ServerKeys;
  now: () => Date;
}

/** Purpose for keyedHash, to tell which key a backup belongs to. */
export const KEY_PURPOSE = 'backup-key';

/**
 * Writes a snapshot of every table to a new file while the site keeps running. The file gets its name only when it is complete, has been
 * read back, and is flushed to disk. Memory use is constant. Throws StartError if no backup was made.
 */
export async function writeBackup(options: BackupOptions): Promise<Ending> {
  const { path } = options;
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.unfinished`);
  try {
    // A reader of the file can read all data of all users.
    await pipeline(Readable.from(content(options)), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    const { ending } = await checkBackup(draft);
    // Linked rather than renamed, because renaming would replace an existing file.
    await link(draft, path);
    await flushFolder(dirname(path));
    return ending;
  } catch (error) {
    throw explain(error, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* content({ client, isDemo, serverKeys: [key], now }: BackupOptions): AsyncGenerator<string | Buffer> {
  await settle(client);
  await client.query('begin isolation level repeatable read read only');
  const whole = createHash('sha256');
  const said = <T extends string | Buffer>(piece: T): T => {
    whole.update(piece);
    return piece;
  };
  // The first query takes the snapshot; sequences are read after it.
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new StartError('There is nothing to back up: no Matchpoint has run on this database yet.');
  const madeAt = now().toISOString();
  const header: Header = {
    ...{ format: FORMAT, version: FORMAT_VERSION, made_at: madeAt, server_version: await serverVersion(client), is_demo: isDemo },
    ...{ key_print: keyedHash(key, KEY_PURPOSE, madeAt).toString('hex'), migrations },
  };
  yield said(line(header));
  const tables = await findTables(client);
  let rows = 0;
  for (const table of tables) {
    for await (const piece of tableContent(client, table, (count) => {
      rows += count;
    }))
      yield said(piece);
  }
  yield said(line({ sequences: await findSequences(client) }));
  await client.query('rollback');
  yield line({ tables: tables.length, rows, sha256: whole.digest('hex') } satisfies Ending);
}

async function* tableContent(client: pg.ClientBase, table: TableStart, onRows: (count: number) => void): AsyncGenerator<string | Buffer> {
  yield line(table);
  const hash = createHash('sha256');
  const copy = client.query(copyTo(`copy ${target(table)} to stdout`));
  let [rows, bytes] = [0, 0];
  for await (const piece of copy as AsyncIterable<Buffer>) {
    hash.update(piece);
    rows += countRows(piece);
    bytes += piece.length;
    yield piece;
  }
  onRows(rows);
  yield ROWS_END;
  yield line({ rows, bytes, sha256: hash.digest('hex') } satisfies TableEnd);
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** Flushes the folder, because a new file is durable only when its folder is on disk too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function explain(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || syscall === undefined) return error;
  if (code === 'EEXIST') return new StartError(`${path} is there already: choose another name.`, { cause: error });
  return new StartError(`${path} cannot be written: ${message}.`, { cause: error });
}
