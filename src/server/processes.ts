import { sql } from 'kysely';
import type pg from 'pg';
import { StartError } from '#server/platform/lifetime.ts';
import type { Deps } from './deps.ts';
import { keyedHash, type ServerKeys } from './platform/crypto/server-keys.ts';
import type { Db } from './platform/db/pool.ts';
import type { Job } from './platform/jobs/runner.ts';
import { SILENT_MS } from './platform/leader-election/leases.ts';
import type { Role } from './roles.ts';

/** How often a process reports that it runs. */
const EVERY_MS = 5_000;
/** Age at which rows of processes that ended without notice are deleted. */
const RETENTION_MS = 60 * 60_000;

export interface Process {
  id: string;
  role: Role | null;
  serverKeys: ServerKeys;
}

/**
 * Registers a process on this database. Throws StartError if a running process signs with a key that this one lacks: each would reject the
 * other's tokens, and could not open what the other has sealed.
 */
export async function registerProcess(db: Db, { id, role, serverKeys }: Process): Promise<void> {
  const prints = serverKeys.map(printOf);
  await noteProcess(db, { id, role, serverKeys });
  // Written before checking: of two that start together, at least one sees the other.
  const strangers = await sql<{ role: string | null }>`
    select role from processes
    where seen_at > now() - ${SILENT_MS} * interval '1 millisecond' and key_print <> all (${prints}::bytea[]) limit 1`.execute(db);
  if (strangers.rows.length === 0) return;
  await leaveProcesses(db, id);
  throw new StartError(
    'Another process runs on this database with another key: give all of them the same SERVER_KEY (a new key goes last in the list of each, and first when all have it), or end that one.',
  );
}

/**
 * Throws StartError unless a registered process is in the database of `pool`, too: the addresses of a pooler and of PostgreSQL itself must
 * lead to one database, as some tables are written through either.
 */
export async function rejectOtherDatabase(pool: pg.Pool, { id }: Pick<Process, 'id'>): Promise<void> {
  // The database that this address leads to may have no tables at all.
  const found = await pool.query('select from processes where id = $1', [id]).catch(isMissingTable);
  if (found.rowCount === 1) return;
  throw new StartError('DATABASE_URL and DATABASE_SESSION_URL lead to different databases: both must lead to the same one.');
}

function isMissingTable(error: { code?: string }): { rowCount: number } {
  if (error.code !== UNDEFINED_TABLE) throw error;
  return { rowCount: 0 };
}

const UNDEFINED_TABLE = '42P01';

/** Reports that the process still runs, and deletes rows of long silent ones. */
export const processJob = (process: Process): Job => ({
  name: 'processes',
  everyMs: EVERY_MS,
  run: async ({ db }: Deps) => {
    await noteProcess(db, process);
    await sql`delete from processes where seen_at < now() - ${RETENTION_MS} * interval '1 millisecond'`.execute(db);
  },
});

export async function leaveProcesses(db: Db, id: string): Promise<void> {
  await sql`delete from processes where id = ${id}`.execute(db);
}

async function noteProcess(db: Db, { id, role, serverKeys: [signing] }: Process): Promise<void> {
  await sql`
    insert into processes (id, role, key_print) values (${id}, ${role}, ${printOf(signing)})
    on conflict (id) do update set seen_at = now()`.execute(db);
}

/** A hash does not reveal 32 random bytes. */
const printOf = (key: Uint8Array): Buffer => keyedHash(key, 'process-key');
