import type { Deps } from '#server/deps.ts';
import { addToTallies, refusalOf, type Tally } from './limit-counts.ts';

/** So many tries in so many seconds per key; every process sees the same count. */
export interface RequestLimit {
  /** Counts a try, or refuses it with `rate_limited`. */
  count: (key: string) => Promise<void>;
  /** Takes a try back that turned out to be none. */
  giveBack: (key: string) => Promise<void>;
}

/** A limit by one key, under a name that no other limit has. */
export function requestLimit(deps: Pick<Deps, 'pool' | 'limitStore'>, name: string, max: number, seconds: number): RequestLimit {
  const tallyOf = (key: string): Tally => ({ name, key, max, seconds });
  return {
    count: async (key) => {
      const refusal = refusalOf(await addToTallies(deps, [tallyOf(key)], 1));
      if (refusal) throw refusal;
    },
    giveBack: async (key) => {
      await addToTallies(deps, [tallyOf(key)], -1);
    },
  };
}
