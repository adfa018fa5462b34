/** What to cache, until when, and what makes it stale. */
interface CachePlan<T> {
  /** Plans with equal keys have equal values. */
  key: string;
  /** A change of any of these topics drops the value. */
  topics: readonly string[];
  freshUntilMs: number;
  /** When the finished value becomes stale, if that is earlier. */
  staleAt?: (value: T) => number;
  /**
   * Whether the value before, which only its age has made stale, may take the place of one that could not be made. `ageMs` is how long ago
   * that value was begun.
   */
  mayReuse?: (error: unknown, ageMs: number) => boolean;
  make: () => Promise<T>;
}

interface Entry<T> {
  key: string;
  topics: readonly string[];
  /** When it was begun. It is not fresh before this time: if the clock is set back, it would otherwise be kept for that much longer. */
  sinceMs: number;
  freshUntilMs: number;
  /** When the value was begun: earlier than `sinceMs` if it is reused. */
  madeSinceMs: number;
  value: Promise<T>;
  /** The finished value, for synchronous use; null until then. */
  made: T | null;
  aliases: string[];
}

/** The maximum number of names that find the same value: URLs can be spelled in any number of ways. */
const ALIASES_MAX = 8;

/** Caches up to `sizeMax` values that are made once, for a limited time, and dropped by topic. Failures are not cached. */
export function createTopicCache<T>(sizeMax: number) {
  const entries = new Map<string, Entry<T>>();
  const byAlias = new Map<string, Entry<T>>();
  const byTopic = new Map<string, Set<Entry<T>>>();

  const drop = (entry: Entry<T>): void => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    for (const alias of entry.aliases) if (byAlias.get(alias) === entry) byAlias.delete(alias);
    for (const topic of entry.topics) {
      const about = byTopic.get(topic);
      about?.delete(entry);
      if (about?.size === 0) byTopic.delete(topic);
    }
  };

  const begin = ({ key, topics, freshUntilMs, staleAt, mayReuse, make }: CachePlan<T>, nowMs: number, before?: Entry<T>): Entry<T> => {
    const entry: Entry<T> = { key, topics, sinceMs: nowMs, freshUntilMs, madeSinceMs: nowMs, value: make(), made: null, aliases: [] };
    if (before && before.made !== null && mayReuse) entry.value = entry.value.catch((error) => reuse(entry, before, mayReuse, error));
    entry.value.then(
      (made) => {
        entry.made = made;
        if (staleAt) entry.freshUntilMs = Math.min(freshUntilMs, staleAt(made));
      },
      () => drop(entry),
    );
    entries.set(key, entry);
    for (const topic of topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(entry));
    // A Map iterates in order of insertion. Nothing is kept long, so the oldest is rarely another than the least recently used.
    const [oldest] = entries.size > sizeMax ? entries.values() : [];
    if (oldest) drop(oldest);
    return entry;
  };

  /** Returns the finished value with this alias; null if there is none, or it is stale. */
  const find = (alias: string, nowMs: number): T | null => {
    const entry = byAlias.get(alias);
    return entry !== undefined && isFreshAt(entry, nowMs) ? entry.made : null;
  };

  /** Returns the value with this key, also while it is being made; null if there is none, or it is stale. */
  const peek = (key: string, nowMs: number): Promise<T> | null => {
    const entry = entries.get(key);
    return entry !== undefined && isFreshAt(entry, nowMs) ? entry.value : null;
  };

  /** Returns the value of a plan: cached, in progress, or started now. From then on `find` also finds it by `alias`. */
  const get = (plan: CachePlan<T>, alias: string, nowMs: number): Promise<T> => {
    const known = entries.get(plan.key);
    const isFresh = known !== undefined && isFreshAt(known, nowMs);
    if (known && !isFresh) drop(known);
    const entry = isFresh ? known : begin(plan, nowMs, known);
    if (entry.aliases.length < ALIASES_MAX && byAlias.get(alias) !== entry) {
      entry.aliases.push(alias);
      byAlias.set(alias, entry);
    }
    return entry.value;
  };

  /**
   * Drops the values about a topic. A value in progress may have read the old state: requests that already wait for it came before the
   * change, and later requests do not get it.
   */
  const touch = (topic: string): void => {
    for (const entry of byTopic.get(topic) ?? []) drop(entry);
  };

  const dropAll = (): void => {
    for (const map of [entries, byAlias, byTopic]) map.clear();
  };

  return { find, peek, get, touch, dropAll, size: () => entries.size };
}

/** Returns the value before, for as long as a new one would be fresh. Throws the error if it may not be reused. */
function reuse<T>(entry: Entry<T>, before: Entry<T>, mayReuse: NonNullable<CachePlan<T>['mayReuse']>, error: unknown): T {
  if (before.made === null || !mayReuse(error, entry.sinceMs - before.madeSinceMs)) throw error;
  entry.madeSinceMs = before.madeSinceMs;
  return before.made;
}

const isFreshAt = ({ sinceMs, freshUntilMs }: Entry<unknown>, nowMs: number): boolean => sinceMs <= nowMs && nowMs < freshUntilMs;
