import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import { type AppProcess, startAppProcess } from '#test/support/app-process.ts';
import type { Cluster } from './cluster.ts';

/** The site on a cluster: two web processes and a worker, which find the primary through HAProxy, and read from any member. */
export interface ClusterSite {
  /** The test's own connections, through HAProxy too. */
  db: Db;
  /** For changes made by the test, by the real clock. */
  deps: Deps;
  /** Returns the address of a web process, each in turn. Without a trailing slash. */
  url: () => string;
  /** Returns how many of its processes have ended, which none may. */
  ended: () => number;
  /** Returns the errors that its processes have logged, each with its number. */
  errors: () => Map<string, number>;
  stop: () => Promise<void>;
}

const UNLIMITED = Object.fromEntries(
  ['RATE_LIMIT_PER_MINUTE', 'CONNECTIONS_PER_ADDRESS', 'REQUESTS_PER_ADDRESS', 'BETS_PER_MINUTE'].map((name) => [name, '1000000']),
);
const AMOUNTS = { STAKE_CONTEST_MAX: '1000000000', REDEEM_PER_DAY: '1000000000', REDEEM_PER_30_DAYS: '1000000000' };

export async function startClusterSite({ url, urlOf, members, folder }: Cluster): Promise<ClusterSite> {
  const serverKey = randomBytes(32);
  const db = createDb(createPool(url, { answerMs: 30_000 }));
  const start = (name: string, role: string) =>
    startAppProcess(
      {
        ...{
          DATABASE_URL: url,
          DATABASE_READ_URL: members.map(urlOf).join(','),
          FEED: 'none',
          SERVER_KEY: serverKey.toString('hex'),
          DATA_DIR: join(folder, name),
        },
        ...{ LOG_LEVEL: 'error', DRAIN_SECONDS: '1', ...UNLIMITED, ...AMOUNTS },
      },
      ['--role', role],
    );
  const processes: AppProcess[] = [await start('web-1', 'web'), ...(await Promise.all([start('web-2', 'web'), start('worker', 'worker')]))];
  let turn = 0;
  return {
    db,
    deps: { db, serverKeys: [serverKey], now: () => new Date(), randomBytes } as unknown as Deps,
    url: () => processes[turn++ % 2]!.url,
    ended: () => processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    errors: () =>
      countedBy(
        processes.flatMap(({ errors }) => errors),
        nameOfError,
      ),
    stop: async () => {
      await Promise.all(processes.map((one) => one.kill()));
      await db.destroy();
    },
  };
}

function countedBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}

/** Returns what a line of the log says, and the first line of its error without the names of files. */
function nameOfError(line: string): string {
  const { msg = '', err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
  return `${msg}: ${err?.message?.split('\n')[0]?.replace(/"base\/\S+"/, 'FILE') ?? ''}`;
}

/** Does something in the database until it succeeds, however often a primary is lost meanwhile; it must be safe to repeat. */
export async function untilDone<T>(fn: () => Promise<T>, msMax = 90_000): Promise<T> {
  const until = performance.now() + msMax;
  for (;;) {
    try {
      return await fn();
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(100);
    }
  }
}
