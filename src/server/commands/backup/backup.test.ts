import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveWholeLedger, sealLedger } from '#server/modules/ledger/ledger-proof.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { useTestApp } from '#test/support/app.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { createContest, createCrowd, createMatch, createUser, givePoints } from '#test/support/factories.ts';
import { sealAll } from '#test/support/ledger.ts';
import { loadBackup, rejectOtherSchema } from './load-backup.ts';
import { checkBackup } from './read-backup.ts';
import { countRelations } from './schema-queries.ts';
import { writeBackup } from './write-backup.ts';

const test = useTestApp();
let folder: string;
let original: string;

/** Texts that COPY must escape. */
const ODD = ['\\.', '\\.\n', 'a\tb\\n\r\n\\.\nc', '\\N', ' ', '𝌆 đ \u2028', '"{}",'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-backup-'));
  const { deps } = test.current;
  const match = await createMatch(deps.db, { kickoffAt: new Date(deps.now().getTime() + 3_600_000) });
  await createCrowd(test.current, await createContest(deps.db, match, deps.now()), 200);
  for (const name of ODD) {
    const { id } = await createUser(test.current, 100);
    await deps.db.updateTable('users').set({ display_name: name, invited_by: id }).where('id', '=', id).execute();
  }
  // Sealing waits for older transactions of the whole server, including those of other tests.
  while ((await sealLedger(deps)) === 0);
  original = await backUp('original');
});
afterAll(() => rm(folder, { recursive: true }));

async function backUp(name: string): Promise<string> {
  const { database, deps } = test.current;
  const path = join(folder, name);
  await onConnection(database, (client) => writeBackup({ client, path, isDemo: true, serverKeys: deps.serverKeys, now: deps.now }));
  return path;
}

const restore = (path: string, database: TestDatabase) =>
  onConnection(database, (client) => loadBackup({ client, path, now: test.current.deps.now }));

/** Runs `use` on a connection that supports COPY. */
async function onConnection<T>({ url }: TestDatabase, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 1, pipeline: false });
  const client = await pool.connect();
  return await use(client).finally(async () => {
    client.release(true);
    await pool.end();
  });
}

/** Returns the error of restoring this file, and checks that the database stays empty. */
async function refusal(path: string): Promise<string> {
  const database = await createEmptyDatabase();
  const message = await restore(path, database).then(
    () => 'restored',
    ({ message }: Error) => message,
  );
  const client = await database.pool.connect();
  if (message !== 'restored') expect(await countRelations(client)).toBe(0);
  client.release();
  await database.drop();
  return message.replace(path, 'FILE');
}

/** Returns the error of checking this file. */
const complaint = (path: string): Promise<string> =>
  checkBackup(path).then(
    () => 'whole',
    ({ message }: Error) => message.replace(path, 'FILE'),
  );

/** Writes a copy of the backup with changed text, and returns its path. */
async function altered(change: (text: string) => string): Promise<string> {
  const path = join(folder, `altered-${Math.random()}`);
  const text = gunzipSync(await readFile(original)).toString();
  expect(change(text)).not.toBe(text);
  await writeFile(path, gzipSync(change(text)));
  return path;
}

/** Recomputes the checksums of a changed file, as an attacker would. */
function withSums(text: string): string {
  const lines = text.split('\n');
  let rows: string[] | null = null;
  const sums = lines.map((line) => {
    if (rows === null) {
      if (line.startsWith('{"table":')) rows = [];
      return line;
    }
    if (!line.startsWith('{"rows":')) {
      if (line !== '\\.') rows.push(`${line}\n`);
      return line;
    }
    const content = rows.join('');
    const sum = { rows: rows.length, bytes: Buffer.byteLength(content), sha256: sha256(content) };
    rows = null;
    return JSON.stringify(sum);
  });
  const body = `${sums.slice(0, -2).join('\n')}\n`;
  return `${body}${JSON.stringify({ ...JSON.parse(sums.at(-2)!), sha256: sha256(body) })}\n`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** All parts of a schema, as text. */
async function schemaOf({ pool }: TestDatabase) {
  const { rows } = await pool.query<{ part: string }>(`
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as part from pg_constraint where connamespace::regnamespace::text in ('public', 'shield')
    union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'index ' || indexdef from pg_indexes where schemaname in ('public', 'shield')
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text in ('public', 'shield')
    union all select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull || attidentity::text
      from pg_attribute join pg_class c on c.oid = attrelid where c.relnamespace::regnamespace::text in ('public', 'shield') and c.relkind = 'r' and attnum > 0
    order by part`);
  return rows.map(({ part }) => part);
}

describe('a backup', () => {
  it('is readable only by its owner, and never replaces another file', async () => {
    expect((await stat(original)).mode & 0o777).toBe(0o600);
    const before = await readFile(original);
    await expect(backUp('original')).rejects.toThrow(/original is there already: choose another name/);
    await expect(backUp('nowhere/backup')).rejects.toThrow(/cannot be written: .*ENOENT/);
    expect(await readFile(original)).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('is a snapshot of a running site: the ledger of its copy adds up', async () => {
    const { deps } = test.current;
    const users = await Promise.all(Array.from({ length: 4 }, () => createUser(test.current)));
    let isOver = false;
    let given = 0;
    const giving = users.map(async ({ id }) => {
      for (; !isOver; given++) await givePoints(deps.db, id, 1 + (given % 7), deps.now());
    });
    const path = await backUp('busy');
    const [during, whole] = [given, await checkBackup(path)];
    isOver = true;
    await Promise.all(giving);
    expect(during).toBeGreaterThan(0);
    const database = await createEmptyDatabase();
    const { rows } = await restore(path, database);
    expect(rows).toBe(whole.ending.rows);
    expect(await proveWholeLedger({ db: database.db, now: deps.now })).toMatchObject({ proven: true });
    const transfers = await database.db
      .selectFrom('transfers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(transfers.count).toBeGreaterThan(ODD.length);
    await database.drop();
  });
});

describe('a restored database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    const { header, ending } = await checkBackup(original);
    await rejectOtherSchema(original, header);
    const { blocks, ...restored } = await restore(original, database);
    expect(restored).toEqual(ending);
    expect(blocks).toBeGreaterThan(0);
  });
  afterAll(() => database.drop());

  it('holds the data of the original, with any texts', async () => {
    const users = (db: TestDatabase['db']) => db.selectFrom('users').selectAll().where('display_name', 'in', ODD).orderBy('id').execute();
    const held = await users(database.db);
    expect(held.map(({ display_name }) => display_name).sort()).toEqual([...ODD].sort());
    expect(held.filter(({ id, invited_by }) => id === invited_by)).toHaveLength(ODD.length);
    expect(held).toEqual(await users(test.current.deps.db));
  });

  it('has the schema of a new one, with all guards active', async () => {
    const fresh = await createTestDatabase();
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    await fresh.drop();
    expect(await migrate(database.db)).toEqual([]);
    await expect(sql`update transfers set amount = amount + 1`.execute(database.db)).rejects.toThrow();
    await expect(
      sql`insert into favorites (user_id, kind, target_id) values (gen_random_uuid(), 'team', 1)`.execute(database.db),
    ).rejects.toThrow();
  });

  it('continues the sequences of the original: no id is given twice', async () => {
    const { deps } = test.current;
    const { id } = await createUser({ deps: { ...deps, db: database.db } }, 77);
    const { id: last } = await database.db.selectFrom('transfers').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    const before = await database.db
      .selectFrom('ledger_blocks')
      .select('last_id')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last).toBeGreaterThan(before.last_id);
    await sealAll({ db: database.db, now: deps.now });
    expect(await proveWholeLedger({ db: database.db, now: deps.now })).toMatchObject({ proven: true });
    expect(id).toMatch(/-/);
  });

  it('is not restored into a second time', async () => {
    await expect(restore(original, database)).rejects.toThrow('The database is not empty');
  });
});

describe('a file is rejected without a trace if it', () => {
  it('is truncated at any point', async () => {
    const whole = await readFile(original);
    const lengths = fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), 25);
    for (const length of [0, 1, 10, whole.length - 1, ...lengths]) {
      const path = join(folder, 'cut');
      await writeFile(path, whole.subarray(0, length));
      await expect(checkBackup(path), `${length} bytes`).rejects.toThrow(/cannot be restored: it was cut off/);
    }
    const text = gunzipSync(whole);
    const path = join(folder, 'cut-and-packed');
    await writeFile(path, gzipSync(text.subarray(0, text.length - 100)));
    expect(await refusal(path)).toBe('FILE cannot be restored: it was cut off.');
  });

  it('was altered, whichever byte', async () => {
    const whole = gunzipSync(await readFile(original));
    const path = join(folder, 'damaged');
    for (const at of fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), 40)) {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ 1;
      await writeFile(path, gzipSync(damaged, { level: 1 }));
      await expect(checkBackup(path), `byte ${at}`).rejects.toThrow(/cannot be restored: /);
    }
    const packed = await readFile(original);
    packed[packed.length >> 1]! ^= 1;
    await writeFile(path, packed);
    await expect(checkBackup(path)).rejects.toThrow(/cannot be restored: /);
  });

  it('has points in it that nobody gave, though all its sums are right', async () => {
    const path = await altered((text) =>
      withSums(text.replace(/\tmanual_adjust\t(issuance\t[^\t]+\tbalance\t[^\t]+\t)100\t/, '\tmanual_adjust\t$1999\t')),
    );
    await checkBackup(path);
    expect(await refusal(path)).toMatch(/FILE is whole, and its ledger does not add up: .*Nothing was restored/);
  });

  it('lacks a table, names an unknown one, or holds dangling references, with valid checksums', async () => {
    const without = await altered((text) =>
      withSums(text.replace(/\{"table":"public.favorites"[^\n]*\n\\\.\n[^\n]*\n/, '')).replace(
        /\{"tables":(\d+)/,
        (_, n) => `{"tables":${n - 1}`,
      ),
    );
    // The checksum in the last line covers everything before that line.
    expect(await refusal(without)).toMatch(/The backup holds \d+ tables of \d+/);
    expect(
      await refusal(await altered((text) => withSums(text.replace('{"table":"public.favorites"', '{"table":"pg_catalog.pg_class"')))),
    ).toMatch(/pg_class .* is none of those/);
    const orphan = await altered((text) => withSums(text.replace(/(\{"table":"public.user_stats"[^\n]*\n)[0-9a-f]{8}/, '$100000000')));
    expect(await refusal(orphan)).toMatch(/foreign key/);
  });

  it('is not a backup', async () => {
    const at = (name: string, content: string | Buffer) => writeFile(join(folder, name), content).then(() => join(folder, name));
    expect(await complaint(join(folder, 'none'))).toBe('FILE cannot be restored: there is no such file.');
    expect(await complaint(folder)).toBe('FILE cannot be restored: it is a folder.');
    expect(await complaint(await at('text', 'hello'))).toBe('FILE cannot be restored: it is no backup of Matchpoint, or it was altered.');
    expect(await complaint(await at('other', gzipSync('{}\n')))).toBe(
      'FILE cannot be restored: it is no backup of Matchpoint, or it was altered.',
    );
    expect(await complaint(await altered((text) => text.replace('"version":1', '"version":2')))).toBe(
      'FILE cannot be restored: it is of version 2, and this Matchpoint reads 1.',
    );
  });

  it('has other migrations', async () => {
    const { header } = await checkBackup(original);
    const strange = { ...header, migrations: [...header.migrations, { name: '999-later', sha256: 'a'.repeat(64) }] };
    await expect(rejectOtherSchema('FILE', strange)).rejects.toThrow('FILE was made by another version of Matchpoint (999-later.sql)');
    const [first, ...rest] = header.migrations;
    const edited = { ...header, migrations: [{ ...first!, sha256: 'b'.repeat(64) }, ...rest] };
    await expect(rejectOtherSchema('FILE', edited)).rejects.toThrow('another version');
    await rejectOtherSchema('FILE', { ...header, migrations: header.migrations.slice(0, 5) });
  });
});
