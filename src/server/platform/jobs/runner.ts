import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Deps } from '#server/deps.ts';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';

/** Repeated work. Its input is in the database, so it may run late, twice, or in several processes at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** A long job calls `mayGoOn` between steps and ends early if it returns false. */
  run: (deps: Deps, mayGoOn?: () => boolean) => Promise<void>;
}

/** The time between the first runs of two jobs: all jobs together would need more connections than there are. */
const APART_MS = 50;

/**
 * Runs every job once, and then repeatedly at its interval. A job that fails is logged and runs again; no job starts while `mayRun` returns
 * false. `stop` waits for running jobs.
 */
export function startJobs(deps: Deps, jobs: readonly Job[], mayRun = () => true): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  // Every job listens to this signal; this is not a leak.
  setMaxListeners(jobs.length, stopping.signal);
  const running = jobs.map(async (job, index) => {
    await sleepUntilAborted(index * APART_MS, stopping.signal);
    await repeat(deps, job, mayRun, stopping.signal);
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(deps: Deps, job: Job, mayRun: () => boolean, signal: AbortSignal): Promise<void> {
  const mayGoOn = () => !signal.aborted && mayRun();
  while (!signal.aborted) {
    if (mayGoOn()) await runOnce(deps, job, mayGoOn);
    await sleepUntilAborted(job.everyMs, signal);
  }
}

async function runOnce(deps: Deps, { name, run }: Job, mayGoOn: () => boolean): Promise<void> {
  const startedMs = performance.now();
  const measure = (failed: boolean) => deps.metrics?.job({ job: name, seconds: (performance.now() - startedMs) / 1000, failed });
  try {
    await (deps.trace ? deps.trace(`job ${name}`, {}, () => run(deps, mayGoOn)) : run(deps, mayGoOn));
    measure(false);
  } catch (error) {
    // When the app stops, its pool may close before a job ends. The work stays in the database.
    if (deps.isStopping()) return;
    measure(true);
    // Health reports a database that is unavailable; a warning per job is enough.
    if (isDatabaseAway(error)) deps.log.warn({ job: name, reason: (error as Error).message }, 'a job waits for the database');
    else deps.log.error({ err: error, job: name }, 'a job failed and will be tried again');
  }
}
