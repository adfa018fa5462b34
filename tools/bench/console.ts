// The admin console with a million users and ten million transfers, over HTTP: the lists of users, withdrawals, batches and the treasury in any
// order, on any page and with any filter, the search of the whole console, the audit log, the overview, the trends of any range, and an
// export of all users with its memory use. Smaller with USERS, TRANSFERS and REQUESTS.
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { percentile, timed } from '#test/support/measuring.ts';
import { type BenchApp, type BenchDatabase, withAppOn, withDatabase } from '#tools/bench/support/app.ts';
import { createBenchClient } from '#tools/bench/support/client.ts';
import { fillConsole } from '#tools/bench/support/console-fill.ts';
import { BENCH_TREASURY, fillOperations } from '#tools/bench/support/console-operations.ts';
import { consoleQuestions } from '#tools/bench/support/console-questions.ts';
import { benchAdminToken, grownByFile } from '#tools/bench/support/file.ts';

const sizes = {
  users: Number(process.env.USERS ?? 1_000_000),
  transfers: Number(process.env.TRANSFERS ?? 10_000_000),
  days: 365,
  until: new Date(),
};
/** Requests of each kind. */
const REQUESTS = Number(process.env.REQUESTS ?? 400);
const FILL_SECONDS_MAX = 300;
const P99_MS_MAX = 150;
const EXPORT_MB_MAX = 150;
/** An admin may search so many times a minute, and asks for each path once before it is measured. */
const REQUESTS_OF_ONE = 100;
/** A node that nobody answers for: pages show what was last known of the treasury. */
const TREASURY = { TRON_API_URL: 'http://127.0.0.1:9', TREASURY_WALLET: BENCH_TREASURY };

process.exit((await withDatabase(isFastEnough)) ? 0 : 1);

async function isFastEnough(database: BenchDatabase): Promise<boolean> {
  const fillMs = await timed(() => fill(database));
  const ratios = await withAppOn(database, TREASURY, async (app) => {
    await untilCounted(app);
    return [...(await answers(app)), await exported(app)];
  });
  const all = [{ name: 'console-fill-vs-300-s', ratio: fillMs / 1_000 / FILL_SECONDS_MAX }, ...ratios];
  for (const { name, ratio } of all) console.log(`${name} ${ratio.toFixed(2)}`);
  return all.every(({ ratio }) => ratio <= 1);
}

interface Ratio {
  name: string;
  ratio: number;
}

async function fill({ url }: BenchDatabase): Promise<void> {
  const db = createDb(createPool(url));
  await migrate(db).finally(() => db.destroy());
  const ms = await timed(async () => {
    await fillConsole(url, sizes);
    await fillOperations(url, sizes);
  });
  console.log(`${sizes.users} users and ${sizes.transfers} transfers in ${(ms / 1_000).toFixed(0)} s`);
}

/**
 * Waits until the app has counted all days, proved the whole ledger and assessed the requests that wait, which it would otherwise have done
 * day by day.
 */
async function untilCounted({ database }: BenchApp): Promise<void> {
  const startedAt = performance.now();
  const untilTrue = async (condition: string): Promise<string> => {
    while (!(await database.query<{ holds: boolean }>(`select ${condition} as holds`)).rows[0]!.holds) await sleep(500);
    return ((performance.now() - startedAt) / 1_000).toFixed(0);
  };
  const counted = await untilTrue(`(select count(*) from daily_stats) >= ${sizes.days}`);
  const proven = await untilTrue('exists (select from ledger_proofs where proven)');
  const assessed = await untilTrue(`not exists (select from withdrawals w where status = 'pending'
    and not exists (select from withdrawal_evidence k where k.withdrawal_id = w.id))`);
  console.log(`${sizes.days} days counted in ${counted} s, the ledger proven in ${proven} s, and requests assessed in ${assessed} s`);
}

async function answers(app: BenchApp): Promise<Ratio[]> {
  const { ask, close } = createBenchClient(app.url);
  let [asked, headers] = [0, {}];
  const get = async (path: string): Promise<number> => {
    if (asked++ % REQUESTS_OF_ONE === 0) headers = { Authorization: `Bearer ${await benchAdminToken(app)}` };
    return timed(() => ask(path, { headers }));
  };
  const ratios: Ratio[] = [];
  for (const { name, paths } of await consoleQuestions(app.database)) {
    for (const path of paths) await get(path);
    const took: { path: string; ms: number }[] = [];
    for (let n = 0; n < REQUESTS; n++) {
      const path = paths[n % paths.length]!;
      took.push({ path, ms: await get(path) });
    }
    const times = took.map(({ ms }) => ms);
    const ms = (percent: number) => percentile(times, percent).toFixed(1);
    for (const { path, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, 5)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${path}`);
    console.log(`${name}: ${paths.length} addresses, p50 ${ms(50)} ms, p95 ${ms(95)} ms, p99 ${ms(99)} ms`);
    ratios.push({ name: `console-${name}-p99-vs-${P99_MS_MAX}-ms`, ratio: percentile(times, 99) / P99_MS_MAX });
  }
  close();
  return ratios;
}

/** Exports all users as a file and returns by how much the app's memory grows meanwhile. */
async function exported(app: BenchApp): Promise<Ratio> {
  const mb = await grownByFile(app, '/api/admin/users/export.csv', sizes.users + 1);
  return { name: `console-export-memory-vs-${EXPORT_MB_MAX}-mb`, ratio: mb / EXPORT_MB_MAX };
}
