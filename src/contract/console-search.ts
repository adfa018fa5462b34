import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { USER_STATUSES } from './admin-users.ts';
import { adminRow } from './admins.ts';
import { userRef } from './approvals.ts';
import { points, queryText } from './common.ts';
import { contestCase } from './contest-admin.ts';
import { endpoint } from './endpoint.ts';
import { reviewedWithdrawal } from './withdrawal-review.ts';

/** At most so many of each kind. */
export const SEARCH_HITS_MAX = 5;

const user = userRef.extend({ status: z.enum(USER_STATUSES) });

export const searchConsole = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: EVERY_ADMIN,
  summary:
    'Jumps to users, withdrawals, contests and admins: at most five of each kind; a search by IP address is recorded in the audit log; 120 requests a minute',
  input: z.object({
    /**
     * The start of a user's address, name, handle, phone number, invite code or id, or the domain of addresses ("@example.com"); a whole
     * wallet or transaction hash, IP address, or id of a withdrawal or contest; part of a team's or league's name, or a match's number;
     * part of an admin's address. Admins who do not see contacts find users by whole addresses only, and none by IP address, wallet or
     * domain. Admins are found by those who manage them. Fewer than two characters find nothing.
     */
    q: queryText(120),
  }),
  reply: z.object({
    users: z.array(user),
    withdrawals: z.array(
      reviewedWithdrawal.pick({ id: true, status: true, stage: true, usdt: true, submitted_at: true }).extend({ points, user: userRef }),
    ),
    contests: z.array(contestCase.pick({ id: true, market: true, state: true, match: true })),
    admins: z.array(adminRow.pick({ id: true, email: true, role: true, status: true })),
  }),
});
export type SearchHits = z.infer<typeof searchConsole.reply>;
