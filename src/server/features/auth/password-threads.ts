import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { openThread } from '#server/open-thread.ts';

/** What a thread is asked. */
export type PasswordTask = { kind: 'hash'; password: string } | { kind: 'verify'; passwordHash: string; password: string };
export type PasswordAnswer = { id: number; result: string | boolean } | { id: number; error: string };

interface Thread {
  worker: Worker;
  waiting: Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>;
}

/** One core stays free for everybody else. */
const THREADS = Math.max(1, availableParallelism() - 1);

const threads: (Thread | undefined)[] = [];
let asked = 0;

/**
 * Has a task done by threads that do nothing else, one password at a time, and that give way to the one which answers everybody: on
 * libuv's threads, where the library would hash, all other answers waited for those who sign in (bench/login.ts). A thread begins when it is
 * first needed, and again after a fault, which is told to those who waited for it.
 */
export function inThread(task: PasswordTask): Promise<string | boolean> {
  const id = ++asked;
  const place = id % THREADS;
  const thread = threads[place] ?? begin(place);
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject });
    thread.worker.ref();
    thread.worker.postMessage({ id, task });
  });
}

function begin(place: number): Thread {
  const worker = openThread('password-worker', new URL('./password-worker.ts', import.meta.url));
  const waiting: Thread['waiting'] = new Map();
  const end = (error: Error) => {
    if (threads[place]?.worker === worker) threads[place] = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('a thread for passwords ended')));
  worker.on('message', (answer: PasswordAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    // Nobody's process stays for a thread that has nothing to do.
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.result as never);
  });
  const thread = { worker, waiting };
  threads[place] = thread;
  return thread;
}
