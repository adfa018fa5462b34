import { z } from 'zod';
import { PERIOD_KINDS, PICKS, SIDES, SPORTS } from '#domain/matches/sport.ts';

/** Ids of matches, leagues and teams, in paths and queries. */
export const numericId = z.coerce.number<number>().int().min(1).max(2_147_483_647);
export const uuid = z.uuid();
export const timestamp = z.iso.datetime();
/** Points are integers. */
export const points = z.number().int();
/** Decimal odds with two places, as a JSON number: 2.45. */
export const odds = z.number().min(1);
export const sport = z.enum(SPORTS);
export const side = z.enum(SIDES);
export const pick = z.enum(PICKS);
export const period = z.object({ kind: z.enum(PERIOD_KINDS), n: z.number().int() });

/** Text in a query string. PostgreSQL text cannot hold a NUL; request bodies are checked when they are read. */
export const queryText = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .regex(/^[^\0]*$/, 'must not contain a NUL character');

/** Names in languages other than the default. */
export const names = z.object({ 'zh-CN': z.string().optional(), vi: z.string().optional() });

/** The two parameters of every list; `page` counts from 1. */
export const paging = {
  page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number<number>().int().min(1).max(100).default(20),
};

/** A page of a list; `total` is exact to 10,000, beyond that `total_exact` is false. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.number().int(),
    page_size: z.number().int(),
    total: z.number().int(),
    total_exact: z.boolean().optional(),
  });

export const nothing = z.object({});

/** Six digits, as typed; malformed input is `invalid_code` too. */
export const code = z.string().trim().min(1).max(16);

/** How long a new code is valid, and when the next may be requested. */
export const codeTimes = { resend_seconds: z.number().int(), expires_seconds: z.number().int() };
