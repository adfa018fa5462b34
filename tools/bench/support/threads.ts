import { once } from 'node:events';
import { openThread } from '#server/platform/open-thread.ts';

export interface Readers {
  url: string;
  path: string;
  everyMs: number;
}

export interface SignIns {
  url: string;
  /** Of all who wait at the same time. */
  emails: string[];
  password: string;
  /** How many sign-ins there are enough for from `begin` to `end`. */
  captchas: number;
}

/** Those who read the same page by the clock, in a thread of their own: what else the bench does is not taken for the server's. */
export function openReaders(data: Readers) {
  const { ask, close } = openTold(new URL('./reader-thread.ts', import.meta.url), data);
  return {
    /** The milliseconds of each, from when it was due until its answer had come. */
    readFor: (ms: number) => ask<number[]>(ms),
    close,
  };
}

/** People who sign in again and again, each as soon as they were let in, in a thread of their own. */
export function openSignIns(data: SignIns) {
  const { ask, close } = openTold(new URL('./sign-in-thread.ts', import.meta.url), data);
  return {
    /** Resolves when they have been at it for a while. */
    begin: () => ask<void>('begin'),
    /** How many were let in since; resolves when nobody waits any more. */
    end: () => ask<number>('end'),
    close,
  };
}

/** A thread that answers one message at a time; its failure rejects whoever waits for it, or who asks next. */
function openTold(source: URL, workerData: unknown) {
  const thread = openThread('bench', source, { workerData });
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const answer = async () => (await once(thread, 'message'))[0] as unknown;
  return {
    ask: <T>(task: unknown): Promise<T> => {
      thread.postMessage(task);
      return Promise.race([answer(), failed]) as Promise<T>;
    },
    close: () => thread.terminate(),
  };
}
