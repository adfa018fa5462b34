export type LagHistory = ReturnType<typeof lagHistory>;

/** A replica that is further behind is reported as this far behind. */
const HISTORY_MS = 10 * 60_000;
/** One entry for a quarter of a second is precise enough. */
const ENTRY_MS = 250;

/** Remembers when the primary was where, by the given clock, so that the position of a replica can be told as a time. */
export function lagHistory(nowMs: () => number) {
  let entries: { bytes: number; atMs: number }[] = [];
  return {
    /** Notes the primary's present position. Positions that go back belong to another primary, which starts anew. */
    note: (bytes: number): void => {
      const atMs = nowMs();
      const last = entries.at(-1);
      if (last && bytes < last.bytes) entries = [];
      else if (last && last.bytes === bytes) entries.pop();
      else if (last && atMs - last.atMs < ENTRY_MS) return;
      entries.push({ bytes, atMs });
      if (entries[0]!.atMs < atMs - HISTORY_MS) entries.shift();
    },
    /** Returns for how long the primary has been further than a position, in milliseconds: 0 if it is not. */
    lagMs: (bytes: number): number => {
      const last = entries.at(-1);
      if (!last || bytes >= last.bytes) return 0;
      const reached = entries.findLast((entry) => entry.bytes <= bytes);
      return nowMs() - (reached ?? entries[0]!).atMs;
    },
  };
}
