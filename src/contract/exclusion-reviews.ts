import { z } from 'zod';
import { REVIEWERS } from '#domain/identity/admin-role.ts';
import { userRef } from './approvals.ts';
import { reason } from './audit.ts';
import { listOf, paging, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/admin/exclusion-reviews';

/** A self-exclusion that may hold for a user: what speaks for it proves nothing (docs/decisions/044). */
export const exclusionReview = z.object({
  user: userRef,
  /** Whose exclusion it is; the user's own account where it was set there before the address was proven. */
  owner: userRef,
  exclusion_id: uuid,
  /**
   * `wallet`: the user entered a wallet that the owner had typed. `confirmed`: the address was proven in another browser than the exclusion was
   * set in. `carried`: it holds for the user since before such cases were looked at.
   */
  reason: z.enum(['wallet', 'confirmed', 'carried']),
  began_at: timestamp,
  /** Until when it holds, or would. */
  until: timestamp,
  /** Since when it waits. */
  created_at: timestamp,
});
export type ExclusionReview = z.infer<typeof exclusionReview>;

export const listExclusionReviews = endpoint({
  method: 'GET',
  path,
  access: REVIEWERS,
  summary: 'Self-exclusions that may hold for another account too; what has waited longest first',
  input: z.object(paging),
  reply: listOf(exclusionReview),
});

export const decideExclusionReview = endpoint({
  method: 'POST',
  path: `${path}/:user_id/:exclusion_id`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Has a self-exclusion hold for a user, or not; `already_decided` where that was decided before',
  input: z.strictObject({ user_id: uuid, exclusion_id: uuid, decision: z.enum(['exclude', 'dismiss']), reason }),
  reply: z.object({ state: z.enum(['excluded', 'dismissed']) }),
});
