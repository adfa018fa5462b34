import { z } from 'zod';

/**
 * The public JSON format of openfootball as found in real files: scores may be absent or empty, some files have the score as a bare
 * pair, World Cup files add goals. Unused fields are ignored, because the format grows.
 */
const Pair = z.tuple([z.number().int().min(0).max(300), z.number().int().min(0).max(300)]);

const ScoreParts = z.object({ ht: Pair.optional(), ft: Pair.optional(), et: Pair.optional(), p: Pair.optional() });

const Goal = z.object({
  name: z.string().min(1),
  minute: z.union([z.string().regex(/^\d{1,3}(\+\d{1,2})?$/, 'is not a minute'), z.number().int()]).optional(),
  offset: z.union([z.string().regex(/^\d{1,2}$/), z.number().int()]).optional(),
  penalty: z.boolean().optional(),
  owngoal: z.boolean().optional(),
});

/** Validates a date: `24:00` would be another day, and 2025-02-30 does not exist. An impossible date is a problem of its match. */
const isDate = (text: string) => {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
};

export const OpenFootballMatch = z.object({
  round: z.string().min(1).max(100),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a date')
    .refine(isDate, 'is not a date'),
  time: z
    .string()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d( (UTC[+-±]\d{1,2}(:\d{2})?|[A-Z]{3,4}))?$/, 'is not a time')
    .optional(),
  team1: z.string().min(1).max(120),
  team2: z.string().min(1).max(120),
  score: z.union([Pair.transform((ft) => ({ ft })), ScoreParts]).optional(),
  stage: z.string().optional(),
  group: z.string().optional(),
  ground: z.string().optional(),
  status: z.string().optional(),
  goals1: z.array(Goal).optional(),
  goals2: z.array(Goal).optional(),
});
export type OpenFootballMatch = z.output<typeof OpenFootballMatch>;

export const OpenFootballFile = z.object({ name: z.string().min(1).max(120), matches: z.array(z.unknown()) });
