import { sql } from 'kysely';
import { StartError } from '#server/platform/lifetime.ts';
import type { Deps } from './deps.ts';
import { keyedHash, type ServerKeys } from './platform/crypto/server-keys.ts';
import type { Db } from './platform/db/pool.ts';
import type { Job } from './platform/jobs/runner.ts';
import { SILENT_MS } from './platform/leader-election/leases.ts';
import type { Role } from './roles.ts';

/** How often a process says that it runs. */
const EVERY_MS = 5_000;
/** Rows of those that ended without a word. */
const RETENTION_MS = 60 * 60_000;

export interface Process {
  id: string;
  role: Role | null;
  serverKeys: ServerKeys;
}

/**
 * Enters a process among those that run on this database. Throws StartError where one of them signs with a key that this one does not have: each would
 * take the other's users for strangers, and could not open what the other has sealed.
 */
export async function registerProcess(db: Db, { id, role, serverKeys }: Process): Promise<void> {
  const prints = serverKeys.map(printOf);
  await noteProcess(db, { id, role, serverKeys });
  // Written first and looked at then: of two that start together, one sees the other.
  const strangers = await sql<{ role: string | null }>`
    select role from processes
    where seen_at > now() - ${SILENT_MS} * interval '1 millisecond' and key_print <> all (${prints}::bytea[]) limit 1`.execute(db);
  if (strangers.rows.length === 0) return;
  await leaveProcesses(db, id);
  throw new StartError(
    'Another process runs on this database with another key: give all of them the same SERVER_KEY (a new key goes last in the list of each, and first when all have it), or end that one.',
  );
}

/** Says again that the process runs, and forgets those that have long been silent. */
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

/** Nobody finds 32 random bytes by their hash. */
const printOf = (key: Uint8Array): Buffer => keyedHash(key, 'process-key');
