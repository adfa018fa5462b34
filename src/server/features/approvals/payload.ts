import { z } from 'zod';
import { adjustSource } from '#contract/approvals.ts';
import { points } from '#contract/common.ts';

const score = z.object({ home_score: z.number().int(), away_score: z.number().int() });

/** What of each kind is kept, to be done once it is agreed to. */
export const payloads = {
  adjust: z.object({ delta: points, source: adjustSource, note: z.string().nullable() }),
  settle: score,
  resettle: score,
  void: z.object({}),
} as const;

export type Payload<K extends keyof typeof payloads> = z.infer<(typeof payloads)[K]>;
