import { availableParallelism } from 'node:os';
import commonPasswords from 'fxa-common-password-list';
import { createFairQueue } from '#server/platform/http/fair-queue.ts';
import { threadModule } from '#server/platform/open-thread.ts';
import { createThreadPool } from '#server/platform/thread-pool.ts';

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
/** Priority of a thread: `always` runs only when the processor is otherwise idle, `mostly` at a lower priority. */
export type GivesWay = 'always' | 'mostly';
/** Resolves to the hash, or to whether the hash is that password's; rejects a hash that cannot be checked. */
export type PasswordThreads = (task: PasswordTask) => Promise<string | boolean>;
/** As `PasswordThreads`. `requester` is the IP address of the client, as requesters take turns; '' for the site itself. */
type AskThread = (task: PasswordTask, requester?: string) => Promise<string | boolean>;

/** At 40 ms a password, the last one waits about ten seconds, which is the timeout of pages. */
const WAITING_MAX = 250;
/** Per IP address; enough for an office that signs in on Monday at nine. */
const WAITING_MAX_EACH = 50;
/** Milliseconds after which a starved thread is replaced. */
const TIMEOUT_MS = 30_000;

interface Options {
  /** Number of passwords processed in parallel. */
  count: number;
  /** Milliseconds that a task may take before a thread of higher priority is given it, too. */
  heldUpAfterMs: number;
  open: (givesWay: GivesWay, count: number) => PasswordThreads;
}

/**
 * Creates low-priority threads for password hashing, one password per thread at a time, so that hashing never delays requests: on libuv's
 * threads, which the library would use, all other answers waited for sign-ins (tools/bench/login.ts). A busy machine may starve threads of
 * the lowest priority: then threads of slightly higher priority are given the same task, and the following ones, until one of the first
 * threads has finished; the first result counts. Requesters take turns (http/fair-queue.ts): throws `rate_limited`, `unavailable`. A
 * thread starts when it is first needed, and again after a fault, which rejects its task.
 */
export function createPasswordThreads({ count, heldUpAfterMs, open }: Options): AskThread {
  const queue = createFairQueue({ atOnce: count, waitingMax: WAITING_MAX, waitingMaxEach: WAITING_MAX_EACH });
  const [lowest, higher] = [open('always', count), open('mostly', count)];
  let busy = 0;

  function ask(task: PasswordTask): Promise<string | boolean> {
    if (busy === count) return higher(task);
    busy += 1;
    const first = lowest(task).finally(() => {
      busy -= 1;
    });
    return new Promise((resolve, reject) => {
      let isHeldUp = false;
      const timer = setTimeout(() => {
        isHeldUp = true;
        higher(task).then(resolve, reject);
      }, heldUpAfterMs).unref();
      first.then(resolve, (error) => isHeldUp || reject(error)).finally(() => clearTimeout(timer));
    });
  }

  return (task, requester = '') => queue.run(requester, () => ask(task));
}

export const openPasswordThreads = (givesWay: GivesWay, count: number): PasswordThreads =>
  createThreadPool({
    module: threadModule('password-worker', new URL('./password-worker.ts', import.meta.url)),
    count,
    timeoutMs: TIMEOUT_MS,
    workerData: givesWay,
  });

/** Passwords of this process; one core stays free for everything else. */
export const passwords: Passwords = createPasswords(
  createPasswordThreads({ count: Math.max(1, availableParallelism() - 1), heldUpAfterMs: 200, open: openPasswordThreads }),
  HASH_OF_NOBODY,
);
