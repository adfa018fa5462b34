import { z } from 'zod';
import { EXCLUSION_KINDS, LIMIT_KINDS, LIMIT_PERIODS, SELF_EXCLUSION_MONTHS, TIME_OUT_HOURS } from '#domain/play-limits/play-limits.ts';
import { points, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

export const exclusion = z.object({ kind: z.enum(EXCLUSION_KINDS), until: timestamp });
export type Exclusion = z.infer<typeof exclusion>;

const limit = { kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS) };

export const playLimit = z.object({
  ...limit,
  /** In points; null if there is no limit. */
  amount: points.nullable(),
  /** Staked in this period, or lost (negative: won). */
  used: points,
  /** When the period ends (UTC). */
  resets_at: timestamp,
  /** A looser limit that was requested. */
  next: z.object({ amount: points.nullable(), from: timestamp }).nullable(),
});
export type PlayLimit = z.infer<typeof playLimit>;

const limits = z.object({
  /** All six, stakes first. */
  limits: z.array(playLimit),
  exclusion: exclusion.nullable(),
  /** Until when forecasts, tips, brackets and divisions are closed too; null if they are open. */
  tipping_paused_until: timestamp.nullable(),
});
export type PlayLimits = z.infer<typeof limits>;

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/account/limits',
  access: 'user',
  summary: "The caller's limits of stakes and losses, and how much of each is used",
  input: z.object({}),
  reply: limits,
});

export const setLimit = endpoint({
  method: 'PUT',
  path: '/api/account/limits',
  access: 'user',
  summary: 'Sets or removes a limit: tighter ones apply at once, looser ones after 24 hours',
  input: z.strictObject({ ...limit, amount: z.int().min(1).max(1_000_000_000).nullable() }),
  reply: limits,
});

export const excludeSelf = endpoint({
  method: 'POST',
  path: '/api/account/self-exclusion',
  access: 'user',
  summary: 'Starts a time-out of 24 hours to 6 weeks, or a self-exclusion of 6 months or more; neither can be shortened',
  input: z.strictObject({
    kind: z.enum(EXCLUSION_KINDS),
    /** For a time-out. */
    hours: z.int().min(TIME_OUT_HOURS.min).max(TIME_OUT_HOURS.max).optional(),
    /** For a self-exclusion. */
    months: z.int().min(SELF_EXCLUSION_MONTHS.min).max(SELF_EXCLUSION_MONTHS.max).optional(),
    /** Also closes forecasts, tips, brackets and divisions, for the same time. */
    pauses_tipping: z.boolean().optional(),
  }),
  reply: exclusion,
});
