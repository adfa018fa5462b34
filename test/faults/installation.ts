import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { findLeaseStates, type LeaseName } from '#server/platform/leader-election/leases.ts';
import { type ProcessGroup, startProcessGroup } from '#test/support/process-group.ts';

/** Many processes on one database, with access for tests. */
export interface Installation extends Pick<ProcessGroup, 'url' | 'database' | 'start' | 'stop'> {
  /** The test's own connection, which stays up while `database` is stopped. */
  db: Db;
  /** For changes made by tests, by the real clock. */
  deps: Deps;
  /** Returns the id of the process that holds a lease; null if there is none. */
  holderOf: (name: LeaseName) => Promise<string | null>;
}

export async function startInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const unlimited = {
    RATE_LIMIT_PER_MINUTE: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS: '1000000',
    BETS_PER_MINUTE: '1000000',
    STAKE_CONTEST_MAX: '1000000000',
  };
  const group = await startProcessGroup({ ...unlimited, LOG_LEVEL: 'silent', DRAIN_SECONDS: '1', ...settings });
  const db = createDb(createPool(group.databaseUrl));
  return {
    ...{ url: group.url, database: group.database, start: group.start, db },
    deps: { db, serverKeys: [group.serverKey], now: () => new Date(), randomBytes } as unknown as Deps,
    holderOf: async (name) => (await findLeaseStates(db)).find((lease) => lease.name === name)?.holder ?? null,
    stop: async () => {
      await db.destroy();
      await group.stop();
    },
  };
}
