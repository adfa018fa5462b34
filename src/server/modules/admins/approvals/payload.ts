import { z } from 'zod';
import { adjustSource } from '#contract/approvals.ts';
import { points } from '#contract/common.ts';
import { outlook } from '#contract/contest-admin.ts';
import { ADMIN_ROLES } from '#domain/identity/admin-role.ts';

const score = z.object({ home_score: z.number().int(), away_score: z.number().int() });

/** The affected admin, and their new or present role. */
const admin = z.object({ email: z.string(), role: z.enum(ADMIN_ROLES) });

/** The stored payload of each kind, used when the request is approved. */
export const payloads = {
  adjust: z.object({ delta: points, source: adjustSource, note: z.string().nullable() }),
  settle: score,
  resettle: score,
  void: z.object({}),
  withdrawal_return: z.object({ note: z.string().nullable() }),
  withdrawal_hash: z.object({ from: z.string(), tx_hash: z.string() }),
  ending: z.object({
    ending: z.enum(['settle', 'resettle', 'void']),
    home_score: z.number().int().nullable(),
    away_score: z.number().int().nullable(),
    void_reason: z.string().nullable(),
    started_at: z.string().nullable(),
    told_by: z.array(z.uuid()),
    would: outlook,
  }),
  admin_create: admin,
  admin_reset: admin,
  admin_role: admin,
  admin_enable: admin,
} as const;

export type Payload<K extends keyof typeof payloads> = z.infer<(typeof payloads)[K]>;
