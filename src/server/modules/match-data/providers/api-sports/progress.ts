import { z } from 'zod';
import { NOTHING_USED, Used } from './allowance.ts';
import { KnownMatch } from './known-match.ts';

/** The progress common to feeds of all sports, stored across restarts: times of requests, the used allowance, and near matches. */
export const CommonProgress = z.object({
  used: Used,
  /** When each request was last answered and imported, by its key. */
  answeredMs: z.record(z.string(), z.number()),
  /** Failed requests: how often in a row, and when they may be made again. */
  failed: z.record(z.string(), z.object({ times: z.number().int(), retryMs: z.number() })),
  /** The known teams, with the league they came from. */
  teams: z.record(z.string(), z.string()),
  fixtures: z.record(z.string(), KnownMatch),
  /** Why the last request failed; null if it succeeded. `isSetting`: only the operator can help. */
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

/** Returns when a request with an interval of `everyMs` is due: at once if it was never answered. */
export function nextMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, key: string, everyMs: number): number {
  const last = answeredMs[key];
  return last === undefined ? 0 : last + everyMs;
}

/** Returns the age in milliseconds of each kind of data that was ever imported; a key is "kind" or "kind:id". */
export function agesMs({ answeredMs }: Pick<CommonProgress, 'answeredMs'>, nowMs: number): Record<string, number> {
  const latest: Record<string, number> = {};
  for (const [key, ms] of Object.entries(answeredMs)) {
    const [kind = key] = key.split(':');
    latest[kind] = Math.max(latest[kind] ?? 0, ms);
  }
  return Object.fromEntries(Object.entries(latest).map(([kind, ms]) => [kind, Math.max(0, nowMs - ms)]));
}
