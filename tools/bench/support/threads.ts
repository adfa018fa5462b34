import { once } from 'node:events';
import { openThread } from '#server/platform/open-thread.ts';

export interface Readers {
  url: string;
  path: string;
  everyMs: number;
}

export interface SignIns {
  url: string;
  /** Addresses of all concurrent users. */
  emails: string[];
  password: string;
  /** Number of captchas, which limits the sign-ins from `begin` to `end`. */
  captchas: number;
}

/** Starts readers of a page at fixed times, in a separate thread, so that other work of the bench is not attributed to the server. */
export function openReaders(data: Readers) {
  const { ask, close } = openTold(new URL('./reader-thread.ts', import.meta.url), data);
  return {
    /** Returns the milliseconds of each read, from its due time to its response. */
    readFor: (ms: number) => ask<number[]>(ms),
    close,
  };
}

/** Starts users who sign in repeatedly, each as soon as the last sign-in succeeded, in a separate thread. */
export function openSignIns(data: SignIns) {
  const { ask, close } = openTold(new URL('./sign-in-thread.ts', import.meta.url), data);
  return {
    /** Resolves when they are in a steady state. */
    begin: () => ask<void>('begin'),
    /** Stops; resolves with the number of sign-ins since `begin` when none is pending. */
    end: () => ask<number>('end'),
    close,
  };
}

/** Starts a thread that answers one message at a time; its failure rejects the pending request or the next one. */
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
