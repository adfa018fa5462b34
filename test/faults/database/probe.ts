import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Cluster } from './cluster.ts';
import type { Member } from './member.ts';
import { type ClusterSite, untilDone } from './site.ts';

/**
 * A stubborn writer: it writes to one member directly, past HAProxy, for as long as it is asked to. If a false primary confirms a write, the
 * write is missing later.
 */
export interface Probe {
  confirmed: readonly string[];
  /** How many writes were tried so far, including those that were refused or never answered. */
  tried: () => number;
  /** Writes to a member, from inside of it, until the returned function is called. */
  writeTo: (member: Member) => () => Promise<void>;
  /** Returns the confirmed writes that the database has. */
  found: (db: Db) => Promise<string[]>;
}

const run = promisify(execFile);
const ANSWER_SECONDS = 3;

export async function createProbe(cluster: Cluster, site: ClusterSite): Promise<Probe> {
  await untilDone(() => sql`create table if not exists probe_writes (id uuid primary key)`.execute(site.db));
  const confirmed: string[] = [];
  let tried = 0;
  const write = async (member: Member) => {
    const id = randomUUID();
    const words = ['-qc', `insert into probe_writes values ('${id}')`, cluster.urlOf(member)];
    const [program, all] = member.place.inside('timeout', String(ANSWER_SECONDS), 'psql', ...words);
    tried += 1;
    await run(program, all, { env: { PATH: process.env.PATH, PGCONNECT_TIMEOUT: '1' } }).then(
      () => confirmed.push(id),
      () => {},
    );
  };
  return {
    confirmed,
    tried: () => tried,
    writeTo: (member) => {
      let isOver = false;
      const writer = async () => {
        while (!isOver) {
          await write(member);
          await sleep(100);
        }
      };
      // Several at once, as one that hangs must not hide the next.
      const writers = Promise.all([writer(), writer(), writer()]);
      return async () => {
        isOver = true;
        await writers;
      };
    },
    found: async (db) => (await sql<{ id: string }>`select id from probe_writes`.execute(db)).rows.map(({ id }) => id),
  };
}
