import { MINUTE_MS } from '#domain/time.ts';

/** Everything is learned again once no late result has come for this long, so that a season, or many of them, is learned in one go. */
const QUIET_MS = 1.5 * MINUTE_MS;
/** Maximum wait while late results keep coming. */
const WAIT_MS_MAX = 15 * MINUTE_MS;

/** Results that only learning all anew can include, and that wait for others of their kind. */
export interface LateResults {
  /** Records the late results that are in the database now, by id of match. */
  note: (ids: readonly number[], nowMs: number) => void;
  /** Returns whether to learn all anew. */
  isDue: (nowMs: number) => boolean;
  /** Everything was learned. */
  clear: () => void;
}

export function createLateResults(): LateResults {
  const known = new Set<number>();
  let [firstMs, lastMs] = [0, 0];
  return {
    note(ids, nowMs) {
      const fresh = ids.filter((id) => !known.has(id));
      if (fresh.length === 0) return;
      if (known.size === 0) firstMs = nowMs;
      lastMs = nowMs;
      for (const id of fresh) known.add(id);
    },
    isDue: (nowMs) => known.size > 0 && (nowMs - lastMs >= QUIET_MS || nowMs - firstMs >= WAIT_MS_MAX),
    clear: () => known.clear(),
  };
}
