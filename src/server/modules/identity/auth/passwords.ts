import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import commonPasswords from 'fxa-common-password-list';
import { createFairQueue } from '#server/platform/http/fair-queue.ts';
import { openThread } from '#server/platform/open-thread.ts';

/** Normalises a password: keyboards differ in how they compose "ế". */
const spelled = (password: string) => password.normalize('NFC');

export interface Passwords {
  /** Hashes a password with argon2id. `ip` is the client's address: requesters take turns. Throws `rate_limited`, `unavailable` if too many wait. */
  hash: (password: string, ip?: string) => Promise<string>;
  /** Returns whether the password is right; without a hash, returning false takes as long. `ip` as for `hash`. */
  isRight: (passwordHash: string | null | undefined, password: string, ip?: string) => Promise<boolean>;
}

/** `hashOfNobody` is checked where an account has no password: a hash of any password, at the same cost as those of `ask`. */
export const createPasswords = (ask: AskThread, hashOfNobody: string): Passwords => ({
  hash: async (password, ip) => (await ask({ kind: 'hash', password: spelled(password) }, ip)) as string,
  isRight: async (passwordHash, password, ip) => {
    const known = passwordHash ?? hashOfNobody;
    const isRight = await ask({ kind: 'verify', passwordHash: known, password: spelled(password) }, ip);
    return isRight === true && passwordHash != null;
  },
});

/** Hash of a random password at the cost of password-worker.ts; a test checks that the costs are the same. */
export const HASH_OF_NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$f6V9WjRhf2DFAQ0DATkYfQ$TxhSUyFzsjMijKCqnw356Ce9eW8yGFBAG5Xj7J0bvb4';

/**
 * Returns whether a password is among the most common ones, in any case ("Password1" is as easily guessed as "password1"), or is our name
 * with a few characters around it.
 */
export const isPasswordCommon = (password: string): boolean =>
  commonPasswords.test(password.toLowerCase()) || password.toLowerCase().replace(/[^a-z]/g, '') === 'matchpoint';

/** A task for a thread. */
export type PasswordTask = { kind: 'hash'; password: string } | { kind: 'verify'; passwordHash: string; password: string };
export type PasswordAnswer = { result: string | boolean } | { error: string };
/** Priority of a thread: `always` runs only when the processor is otherwise idle, `mostly` at a lower priority. */
export type GivesWay = 'always' | 'mostly';

/**
 * Resolves to the hash, or to whether the hash is that password's; rejects a hash that cannot be checked. `requester` is the IP address of
 * the client, as requesters take turns; '' for the site itself.
 */
export type AskThread = (task: PasswordTask, requester?: string) => Promise<string | boolean>;

/** At 40 ms a password, the last one waits about ten seconds, which is the timeout of pages. */
const WAITING_MAX = 250;
/** Per IP address; enough for an office that signs in on Monday at nine. */
const WAITING_MAX_EACH = 50;

interface Asked {
  task: PasswordTask;
  resolve: (result: string | boolean) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  givesWay: GivesWay;
  /** Current task; null while idle. */
  asked: Asked | null;
  /** Whether the current task has taken so long that another thread was given it as well. */
  isHeldUp: boolean;
}

interface Options {
  /** Number of passwords processed in parallel. */
  count: number;
  /** Milliseconds that a task may take before a thread of higher priority is given it, too. */
  heldUpAfterMs: number;
  open: (givesWay: GivesWay) => Worker;
}

/**
 * Creates a pool of low-priority threads for password hashing, one password per thread at a time, so that hashing never delays requests: on
 * libuv's threads, which the library would use, all other answers waited for sign-ins (tools/bench/login.ts). A busy machine may starve a
 * thread of the lowest priority; then a thread of slightly higher priority is given the same task, and the following ones, until the first
 * thread has finished. Requesters take turns (http/fair-queue.ts): throws `rate_limited`, `unavailable`. A thread starts when it is first
 * needed. After a fault its pending request is rejected, and a new thread starts on demand.
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
      // The first result counts; the process does not stay alive for the other thread.
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
      // An idle thread does not keep the process alive.
      thread.worker.unref();
      deal();
    });
    const end = (error: Error) => {
      if (!threads.delete(thread)) return;
      if (!thread.isHeldUp) thread.asked?.reject(error);
      deal();
    };
    thread.worker.on('error', end);
    thread.worker.on('exit', () => end(new Error('a password hashing thread exited')));
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

/** Passwords of this process; one core stays free for everything else. */
export const passwords: Passwords = createPasswords(
  createPasswordThreads({ count: Math.max(1, availableParallelism() - 1), heldUpAfterMs: 200, open: openPasswordThread }),
  HASH_OF_NOBODY,
);
