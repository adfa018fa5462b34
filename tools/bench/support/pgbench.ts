import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchApp } from './app.ts';
import type { Reached } from './bets.ts';

const SCALE = 10;
const run = promisify(execFile);

/** Runs a round of tpcb-like with this many clients and threads. */
export type Pgbench = (clients: number, threads: number) => Promise<Reached>;

/** Fills pgbench's own database on the app's server; rounds take `seconds`. */
export async function preparePgbench(
  { database, databaseUrl, dataDir }: Pick<BenchApp, 'database' | 'databaseUrl' | 'dataDir'>,
  seconds: number,
): Promise<Pgbench> {
  const program = await findPgbench();
  const { hostname, port, username, password } = new URL(databaseUrl);
  const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  await database.query('create database pgbench');
  await run(program, ['-i', '-q', '-s', String(SCALE), 'pgbench'], { env });
  return async (clients, threads) => {
    const folder = await mkdtemp(join(dataDir, 'pgbench-'));
    const options = ['-b', 'tpcb-like', '-c', String(clients), '-j', String(threads), '-T', String(seconds), '--log'];
    await run(program, [...options, 'pgbench'], { env, cwd: folder });
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    // client transaction latency(µs) script seconds microseconds
    const took = logs.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[2]) / 1_000),
    );
    return { perSecond: took.length / seconds, took: withOmitted(took, (1_000 * seconds * clients) / took.length) };
  };
}

/**
 * Corrects for coordinated omission as wrk does (`stats_correct`), so that both are comparable: a client that waited longer than `everyMs`
 * would have sent further requests meanwhile, which would have waited for the rest of the time.
 */
function withOmitted(took: readonly number[], everyMs: number): number[] {
  return took.flatMap((ms) => {
    const omitted: number[] = [];
    for (let left = ms - everyMs; left > everyMs; left -= everyMs) omitted.push(left);
    return [ms, ...omitted];
  });
}

/** Finds the newest pgbench of Debian. */
async function findPgbench(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error("pgbench is needed: install Debian's package postgresql");
  return join(root, String(newest), 'bin', 'pgbench');
}
