import { createHash } from 'node:crypto';
import { HOUR_MS } from '#domain/time.ts';

/** What was imported before, so that unchanged rows are not imported again every few minutes. Kept in memory only. */
export interface SentRows {
  /** Returns whether something differs from what was imported under its key, or was imported long ago, and notes it for `keep`. */
  isNews: (key: string, value: unknown, nowMs: number) => boolean;
  /** Notes that everything since the last `keep` or `begin` was imported. */
  keep: () => void;
  /** Forgets what was sent and perhaps not imported. */
  begin: () => void;
  forget: (key: string) => void;
}

/** Rows are repeated after this time, in case their import was refused for a reason that is gone. */
const REPEAT_MS = HOUR_MS;
/** More than all leagues, teams and coming matches of the largest titles. */
const KEPT_MAX = 50_000;

export function createSentRows(): SentRows {
  const kept = new Map<string, { hash: string; atMs: number }>();
  const pending: typeof kept = new Map();
  return {
    isNews(key, value, nowMs) {
      const hash = createHash('sha1').update(JSON.stringify(value)).digest('base64');
      const before = pending.get(key) ?? kept.get(key);
      if (before !== undefined && before.hash === hash && before.atMs > nowMs - REPEAT_MS && before.atMs <= nowMs) return false;
      pending.set(key, { hash, atMs: nowMs });
      return true;
    },
    keep() {
      if (kept.size > KEPT_MAX) kept.clear();
      for (const [key, row] of pending) kept.set(key, row);
      pending.clear();
    },
    begin: () => pending.clear(),
    forget(key) {
      pending.delete(key);
      kept.delete(key);
    },
  };
}
