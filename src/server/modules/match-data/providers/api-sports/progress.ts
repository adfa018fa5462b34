import { z } from 'zod';
import { NOTHING_USED, Used } from './allowance.ts';
import { KnownMatch } from './known-match.ts';

/** What the feed of every sport remembers, over restarts too: what was asked when, what allowance was used, which matches are near. */
export const CommonProgress = z.object({
  used: Used,
  /** When each request was last answered and imported, by its key. */
  answeredMs: z.record(z.string(), z.number()),
  /** Requests that failed: how often in a row, and when they may be made again. */
  failed: z.record(z.string(), z.object({ times: z.number().int(), retryMs: z.number() })),
  /** The teams that were told, with the league that told them. */
  teams: z.record(z.string(), z.string()),
  fixtures: z.record(z.string(), KnownMatch),
  /** Why the last request had no answer; null when it had one. `isSetting`: only the operator can help. */
  problem: z.object({ message: z.string(), isSetting: z.boolean(), atMs: z.number() }).nullable(),
});
export type CommonProgress = z.output<typeof CommonProgress>;

export const newCommonProgress = (): CommonProgress => ({
  used: NOTHING_USED,
  answeredMs: {},
  failed: {},
  teams: {},
  fixtures: {},
  problem: null,
});

/** From when on a request is due that is to be answered every `everyMs`: at once where it never was. */
export function nextMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, key: string, everyMs: number): number {
  const last = answeredMs[key];
  return last === undefined ? 0 : last + everyMs;
}

/** How many milliseconds ago each kind of data was last told, for those that ever were: a key is "kind" or "kind:of what". */
export function agesMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, nowMs: number): Record<string, number> {
  const latest: Record<string, number> = {};
  for (const [key, ms] of Object.entries(answeredMs)) {
    const [kind = key] = key.split(':');
    latest[kind] = Math.max(latest[kind] ?? 0, ms);
  }
  return Object.fromEntries(Object.entries(latest).map(([kind, ms]) => [kind, Math.max(0, nowMs - ms)]));
}
