import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createBenchClient } from './client.ts';
import type { Readers } from './threads.ts';

const { url, path, everyMs } = workerData as Readers;
const { ask } = createBenchClient(url);

// Real readers have machines of their own: this thread gets the highest priority where allowed, so that waiting for a core of this machine
// is not attributed to the server.
if (process.platform === 'linux') allowed(() => setPriority(-20));

function allowed(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}

/**
 * Returns the milliseconds since the read was due by the clock: a late wake-up of this thread counts as latency. Timers may also be early
 * by a fraction.
 */
async function readDue(dueMs: number): Promise<number> {
  const fromMs = Math.min(dueMs, performance.now());
  // The headers of a browser: the cached bytes are compressed.
  await ask(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  return performance.now() - fromMs;
}

/** Starts reads at fixed times, whether or not the previous one was answered, so that waiting readers are counted. */
async function readFor(ms: number): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const startedMs = performance.now();
  for (let dueMs = startedMs; dueMs < startedMs + ms; dueMs += everyMs) {
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    reads.push(readDue(dueMs));
  }
  return Promise.all(reads);
}

parentPort!.on('message', async (ms: number) => parentPort!.postMessage(await readFor(ms)));
