import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { createFairQueue } from '#server/platform/http/fair-queue.ts';
import { openThread } from '#server/platform/open-thread.ts';

/** What a thread is asked. */
export type PasswordTask = { kind: 'hash'; password: string } | { kind: 'verify'; passwordHash: string; password: string };
export type PasswordAnswer = { result: string | boolean } | { error: string };
/** When a thread lets others go first: always, so that it runs where nobody else would, or mostly. */
export type GivesWay = 'always' | 'mostly';

/**
 * Resolves to the hash, or whether it is that password's; rejects what cannot be checked. `requester` is the IP address of who asks, for whose
 * turn it is; '' for the site itself.
 */
type AskThread = (task: PasswordTask, requester?: string) => Promise<string | boolean>;

/** At 40 ms a password nobody waits much longer than ten seconds, as pages do. */
const WAITING_MAX = 250;
/** Of one address: an office that signs in on Monday at nine. */
const WAITING_MAX_EACH = 50;

interface Asked {
  task: PasswordTask;
  resolve: (result: string | boolean) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  givesWay: GivesWay;
  /** What it is at; null while it has nothing to do. */
  asked: Asked | null;
  /** Whether it has been at that for so long that somebody else was asked as well. */
  isHeldUp: boolean;
}

interface Options {
  /** How many passwords are worked at beside each other. */
  count: number;
  /** How long one may take before a thread that gives way less is asked, too; in milliseconds. */
  heldUpAfterMs: number;
  open: (givesWay: GivesWay) => Worker;
}

/**
 * Returns what has tasks done by threads that do nothing else, one password at a time, and that give way to the one which answers everybody: on
 * libuv's threads, where the library would hash, all other answers waited for those who sign in (tools/bench/login.ts). A machine that is busy
 * with other things may hold a thread up that always gives way; then one that only mostly does is asked the same, and what comes next,
 * until the first one is back. Requesters take turns (http/fair-queue.ts): throws `rate_limited`, `unavailable`. A thread begins when it is first needed, and again after a fault, which is told to whoever waited for it.
 */
export function createPasswordThreads({ count, heldUpAfterMs, open }: Options): AskThread {
  const threads = new Set<Thread>();
  const waiting: Asked[] = [];

  function deal(): void {
    while (waiting.length > 0) {
      const thread = findFree();
      if (!thread) return;
      give(thread, waiting.shift()!);
    }
  }

  function findFree(): Thread | undefined {
    const heldUp = [...threads].filter(({ isHeldUp }) => isHeldUp).length;
    return findFreeOf('always', count) ?? findFreeOf('mostly', heldUp);
  }

  function findFreeOf(givesWay: GivesWay, busyMax: number): Thread | undefined {
    const alike = [...threads].filter((thread) => thread.givesWay === givesWay);
    const free = alike.filter(({ asked }) => asked === null);
    if (alike.length - free.length >= busyMax) return undefined;
    return free[0] ?? begin(givesWay);
  }

  function give(thread: Thread, asked: Asked): void {
    thread.asked = asked;
    thread.worker.ref();
    thread.worker.postMessage(asked.task);
    if (thread.givesWay === 'mostly') return;
    setTimeout(() => {
      if (thread.asked !== asked) return;
      thread.isHeldUp = true;
      // Whoever answers first is heard; the process does not stay for the other.
      thread.worker.unref();
      waiting.unshift(asked);
      deal();
    }, heldUpAfterMs).unref();
  }

  function begin(givesWay: GivesWay): Thread {
    const thread: Thread = { worker: open(givesWay), givesWay, asked: null, isHeldUp: false };
    threads.add(thread);
    thread.worker.on('message', (answer: PasswordAnswer) => {
      if ('error' in answer) thread.asked?.reject(new Error(answer.error));
      else thread.asked?.resolve(answer.result);
      thread.asked = null;
      thread.isHeldUp = false;
      // Nobody's process stays for a thread that has nothing to do.
      thread.worker.unref();
      deal();
    });
    const end = (error: Error) => {
      if (!threads.delete(thread)) return;
      if (!thread.isHeldUp) thread.asked?.reject(error);
      deal();
    };
    thread.worker.on('error', end);
    thread.worker.on('exit', () => end(new Error('a thread for passwords ended')));
    return thread;
  }

  const queue = createFairQueue({ atOnce: count, waitingMax: WAITING_MAX, waitingMaxEach: WAITING_MAX_EACH });
  const ask = (task: PasswordTask): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      deal();
    });
  return (task, requester = '') => queue.run(requester, () => ask(task));
}

export const openPasswordThread = (givesWay: GivesWay): Worker =>
  openThread('password-worker', new URL('./password-worker.ts', import.meta.url), { workerData: givesWay });

/** Those of this process; one core stays free for everybody else. */
export const inThread = createPasswordThreads({
  count: Math.max(1, availableParallelism() - 1),
  heldUpAfterMs: 200,
  open: openPasswordThread,
});
