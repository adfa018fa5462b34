import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createBenchClient } from './client.ts';
import type { Readers } from './threads.ts';

const { url, path, everyMs } = workerData as Readers;
const { ask } = createBenchClient(url);

// Readers, too, have machines of their own: here they come before all else, where that is allowed, or their waiting for a core of this machine
// would be taken for the server's.
if (process.platform === 'linux') allowed(() => setPriority(-20));

function allowed(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}

/** Milliseconds from when the read was due by the clock: if this thread wakes up late, the answer is as late. Timers may also be early by a part of one. */
async function readDue(dueMs: number): Promise<number> {
  const fromMs = Math.min(dueMs, performance.now());
  // As browsers ask: the bytes are kept compressed.
  await ask(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  return performance.now() - fromMs;
}

/** A reader at a time, begun whether the one before has its answer or not: who waits is not left out. */
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
