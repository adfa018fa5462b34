import { z } from 'zod';
import { INVITE_WAYS } from '#domain/ledger/rewards.ts';
import { points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

export const INVITEE_STATUSES = ['registered', 'qualified', 'rewarded', 'in_review', 'refused'] as const;

export const getInvite = endpoint({
  method: 'GET',
  path: '/api/account/invite',
  access: 'user',
  summary: "The caller's invite code and who came by it",
  input: z.object({}),
  reply: z.object({
    code: z.string(),
    /** Path and query to append to the site's address. */
    link: z.string(),
    invited: z.number().int(),
    qualified: z.number().int(),
    points_earned: points,
    /** For how many an inviter is paid in a UTC day and in a UTC month at most; those beyond wait, the oldest first. */
    paid_per_day_max: z.number().int(),
    paid_per_month_max: z.number().int(),
    /** When somebody who waits may be paid for at the earliest; null while the two above leave room. */
    paid_again_at: timestamp.nullable(),
    recent: z.array(
      z.object({
        id: uuid,
        /** Masked; null for who gave none, or left. */
        email: z.string().nullable(),
        registered_at: timestamp,
        /** `qualified`: will be paid for. */
        status: z.enum(INVITEE_STATUSES),
        /** How they came by the code, as their browser said; null where it did not. */
        source: z.enum(INVITE_WAYS).nullable(),
        code: z.string(),
        activated_at: timestamp.nullable(),
        rewarded_at: timestamp.nullable(),
      }),
    ),
  }),
});
