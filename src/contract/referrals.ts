import { z } from 'zod';
import { INVITE_WAYS } from '#domain/ledger/rewards.ts';
import { points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

export const INVITEE_STATUSES = ['registered', 'qualified', 'rewarded', 'in_review', 'refused'] as const;

export const getInvite = endpoint({
  method: 'GET',
  path: '/api/account/invite',
  access: 'user',
  summary: "The caller's invite code and the users who registered with it",
  input: z.object({}),
  reply: z.object({
    code: z.string(),
    /** Path and query to append to the site's address. */
    link: z.string(),
    invited: z.number().int(),
    qualified: z.number().int(),
    points_earned: points,
    /** Maximum rewards of an inviter per UTC day and per UTC month; further ones wait, oldest first. */
    paid_per_day_max: z.number().int(),
    paid_per_month_max: z.number().int(),
    /** The earliest time for paying those who wait; null while both limits leave room. */
    paid_again_at: timestamp.nullable(),
    recent: z.array(
      z.object({
        id: uuid,
        /** Masked; null if the user gave none, or left. */
        email: z.string().nullable(),
        registered_at: timestamp,
        /** `qualified`: will be paid for. */
        status: z.enum(INVITEE_STATUSES),
        /** How they got the code, as reported by their browser; null if unknown. */
        source: z.enum(INVITE_WAYS).nullable(),
        code: z.string(),
        activated_at: timestamp.nullable(),
        rewarded_at: timestamp.nullable(),
      }),
    ),
  }),
});
