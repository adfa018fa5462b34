import { z } from 'zod';
import { REVIEWERS } from '#domain/identity/admin-role.ts';
import { userRef } from './approvals.ts';
import { reason } from './audit.ts';
import { listOf, paging, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const exclusionReviewsPath = '/api/admin/exclusion-reviews';

/** A self-exclusion that may apply to a user: the evidence is not proof (docs/decisions/044). */
export const exclusionReview = z.object({
  user: userRef,
  /** The owner of the exclusion; the user's own account if it was set there before the address was confirmed. */
  owner: userRef,
  exclusion_id: uuid,
  /**
   * `wallet`: the user entered a wallet that the owner had typed. `confirmed`: the address was confirmed in another browser than the
   * exclusion was set in. `carried`: it has applied to the user since before such cases were reviewed.
   */
  reason: z.enum(['wallet', 'confirmed', 'carried']),
  began_at: timestamp,
  /** When it ends, or would end. */
  until: timestamp,
  /** When it began to wait. */
  created_at: timestamp,
});
export type ExclusionReview = z.infer<typeof exclusionReview>;

export const listExclusionReviews = endpoint({
  method: 'GET',
  path: exclusionReviewsPath,
  access: REVIEWERS,
  summary: 'Self-exclusions that may apply to another account; the longest waiting first',
  input: z.object(paging),
  reply: listOf(exclusionReview),
});

export const decideExclusionReview = endpoint({
  method: 'POST',
  path: `${exclusionReviewsPath}/:user_id/:exclusion_id`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Applies a self-exclusion to a user, or does not; `already_decided` if that was decided before',
  input: z.strictObject({ user_id: uuid, exclusion_id: uuid, decision: z.enum(['exclude', 'dismiss']), reason }),
  reply: z.object({ state: z.enum(['excluded', 'dismissed']) }),
});

const inviteReviewsPath = '/api/admin/invite-reviews';

/** One side of a held invite, with the evidence for a reviewer. */
const inviteSide = userRef.extend({
  status: z.enum(['normal', 'disabled', 'deleted']),
  registered_at: timestamp,
  registration_ip: z.string().nullable(),
  registration_country: z.string().nullable(),
  /** Settled bets that counted as play (docs/decisions/047), refunds excluded. */
  predictions_played: z.number().int(),
  /** The reward they would receive. */
  reward: points,
});

/** A reward held for review (docs/rules.md#invites). */
export const inviteReview = z.object({
  invitee: inviteSide,
  inviter: inviteSide,
  reasons: z.array(z.enum(['device', 'wallet', 'mailbox', 'ip'])),
  evidence: z.object({
    /** Browsers in which both were seen, by the ids of their cookies. */
    devices: z.array(uuid),
    /** Wallets that both sides used, one after the other. */
    wallets: z.array(z.string()),
    /** Addresses of both sides that belong to one mailbox. */
    mailboxes: z.array(z.string()),
    /** The most accounts registered from the invitee's IP address in any seven days around their registration; 0 if no longer known. */
    household_accounts: z.number().int(),
  }),
  /** Of the same inviter: invitees held, and invitees paid for. */
  inviter_held: z.number().int(),
  inviter_paid: z.number().int(),
  qualified_at: timestamp,
  /** When it began to wait. */
  created_at: timestamp,
});
export type InviteReview = z.infer<typeof inviteReview>;

export const listInviteReviews = endpoint({
  method: 'GET',
  path: inviteReviewsPath,
  access: REVIEWERS,
  summary: 'Invite rewards on hold, with the evidence; the longest waiting first',
  input: z.object(paging),
  reply: listOf(inviteReview),
});

export const decideInviteReview = endpoint({
  method: 'POST',
  path: `${inviteReviewsPath}/:invitee_id`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Pays both sides of an invite on hold, within the caps, or rejects it; `already_decided` if it is no longer on hold',
  input: z.strictObject({ invitee_id: uuid, decision: z.enum(['pay', 'refuse']), reason }),
  /** `due`: released, and paid as soon as the caps leave room or both sides are back. */
  reply: z.object({ state: z.enum(['due', 'rewarded', 'refused']) }),
});
