import { z } from 'zod';
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
    recent: z.array(
      z.object({
        id: uuid,
        email: z.string(),
        registered_at: timestamp,
        status: z.enum(INVITEE_STATUSES),
        source: z.string().nullable(),
        code: z.string(),
        activated_at: timestamp.nullable(),
        rewarded_at: timestamp.nullable(),
      }),
    ),
  }),
});
