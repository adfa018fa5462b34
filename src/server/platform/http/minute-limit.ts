import { rateLimited } from './app-error.ts';
import { addInRedis, type LimitStore } from './limit-counts.ts';

/** Requests that are counted together, in a window of a minute that begins with the first of them. */
export interface Counter {
  id: string;
  max: number;
  count: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

/** Counts a request under a key and returns the counter with the fewest left. Throws `rate_limited` if one is full; then it counts in none. */
export type MinuteLimit = (key: string) => Promise<Readonly<Counter>>;

export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** How often processes share their counts. */
const SHARE_MS = 200;
/** The maximum number of keys whose counters are cached. */
const KEYS_MAX = 20_000;

interface Settings {
  /** Unique among limits: the name of its counts in Redis. */
  name: string;
  /** Returns the counters of a key, at least one. */
  countersOf: (key: string) => readonly { id: string; max: number }[];
  store?: LimitStore | null;
}

/**
 * Creates a limit that counts in memory: a query for every read of a page would cost more than it protects (docs/decisions/004). The
 * counters of a key are looked up once. With Redis, the counts of all processes are added up there a few times a second, and a counter
 * whose total is over its limit is refused by every process; requests do not wait for this.
 */
export function createMinuteLimit({ name, countersOf, store = null }: Settings): MinuteLimit {
  const counters = new Map<string, Counter>();
  const byKey = new Map<string, readonly Counter[]>();
  const note = store ? shareCounts(store, name) : null;
  let sweptAt = Date.now();

  function known(key: string): readonly Counter[] {
    const cached = byKey.get(key);
    if (cached) return cached;
    if (byKey.size >= KEYS_MAX) byKey.clear();
    const found = countersOf(key).map(({ id, max }) => {
      const counter = counters.get(id) ?? { id, max, count: 0, endsAt: 0 };
      counters.set(id, counter);
      return counter;
    });
    byKey.set(key, found);
    return found;
  }

  /** Deletes, once per window, the counters of keys that send nothing any more. */
  function sweep(now: number): void {
    sweptAt = now;
    byKey.clear();
    for (const [id, counter] of counters) if (isOver(counter, now)) counters.delete(id);
  }

  return async (key) => {
    const now = Date.now();
    if (Math.abs(now - sweptAt) > WINDOW_MS) sweep(now);
    const found = known(key);
    for (const counter of found) {
      if (isOver(counter, now)) begin(counter, now);
      // If the clock was set back, no window ends later than a whole one from now.
      if (counter.endsAt - now > WINDOW_MS) counter.endsAt = now + WINDOW_MS;
      if (counter.count >= counter.max) throw rateLimited(counter.endsAt - now);
    }
    let tightest = found[0]!;
    for (const counter of found) {
      counter.count += 1;
      note?.(counter);
      if (counter.max - counter.count < tightest.max - tightest.count) tightest = counter;
    }
    return tightest;
  };
}

const isOver = ({ endsAt }: Counter, now: number): boolean => endsAt <= now;

function begin(counter: Counter, now: number): void {
  counter.count = 0;
  counter.endsAt = now + WINDOW_MS;
}

/** Returns a function that records an accepted request. */
function shareCounts(store: LimitStore, name: string): (counter: Counter) => void {
  let counts = new Map<Counter, number>();
  const share = () => {
    const counted = counts;
    counts = new Map();
    if (!store.isReady) return;
    for (const [counter, count] of counted) {
      addInRedis(store, { name, seconds: WINDOW_SECONDS }, counter.id, count).then(
        (all) => block(counter, all.count, all.waitMs),
        // Redis is unavailable: each process counts for itself until it is back.
        () => undefined,
      );
    }
  };
  return (counter) => {
    if (counts.size === 0) setTimeout(share, SHARE_MS).unref();
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
  };
}

/** Refuses requests of a counter whose total over all processes is over the limit. */
function block(counter: Counter, count: number, waitMs: number): void {
  if (count <= counter.max) return;
  counter.count = counter.max;
  counter.endsAt = Date.now() + waitMs;
}
