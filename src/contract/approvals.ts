import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS } from '#domain/admin-role.ts';
import { MARKETS } from '#domain/contest.ts';
import { matchBrief } from './bets.ts';
import { listOf, paging, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What may wait for a second admin: points adjusted, a contest settled, settled anew, or voided by hand. */
export const APPROVAL_KINDS = ['adjust', 'settle', 'resettle', 'void'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected'] as const;

export const adminRef = z.object({ id: uuid, email: z.string() });

/** A user wherever the console names one: their own name, else what their address begins with, else their handle. */
export const userRef = z.object({ id: uuid, display_name: z.string(), public_handle: z.string(), email: z.string().nullable() });
export type UserRef = z.infer<typeof userRef>;

/** Where points come from that an operator gives or takes: a top-up (only given), or a correction. */
export const adjustSource = z.enum(['manual_adjust', 'admin_adjust']);

const contestRef = z.object({ id: uuid, market: z.enum(MARKETS), match: matchBrief });
const goals = z.number().int();

/** What is done once it is agreed to. */
export const deed = z.discriminatedUnion('kind', [
  /** `note` is what the user reads in their history. */
  z.object({ kind: z.literal('adjust'), user: userRef, delta: points, source: adjustSource, note: z.string().nullable() }),
  z.object({ kind: z.enum(['settle', 'resettle']), contest: contestRef, home_score: goals, away_score: goals }),
  z.object({ kind: z.literal('void'), contest: contestRef }),
]);
export type Deed = z.infer<typeof deed>;

export const approval = z.object({
  id: uuid,
  deed,
  /** Points that it moves, or that the contest holds. */
  points,
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  requested_by: adminRef,
  /** Since when it waits. */
  created_at: timestamp,
  decided_by: adminRef.nullable(),
  decided_at: timestamp.nullable(),
  decision_note: z.string().nullable(),
  /** Why the caller may not decide it: they asked for it themselves, their role, or somebody has. Null: they may. */
  refusal: z.enum(['same_reviewer', 'forbidden', 'already_decided']).nullable(),
});
export type Approval = z.infer<typeof approval>;

/** What an endpoint answers in place of having done what needs a second admin; null where it was done. */
export const waitingApproval = z.object({ id: uuid }).nullable();

const path = '/api/admin/approvals';

export const listApprovals = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'What waits for a second admin, what has waited longest first; or all that ever did, the latest first',
  input: z.object({ state: z.enum(['waiting', 'all']).default('waiting'), ...paging }),
  /** `withdrawals_waiting`: withdrawals that one admin has approved and another has to; they are in the list of withdrawals. */
  reply: listOf(approval).extend({ withdrawals_waiting: z.number().int() }),
});

/** `note` is for other admins. */
const decision = z.strictObject({ id: uuid, note: z.string().trim().max(500).optional() });

/*
 * Both: `same_reviewer` for who asked, `forbidden` for a role that may not decide this kind, `already_decided`.
 */

export const approve = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Agrees, and does it; what cannot be done any more is refused with why, and stays waiting',
  input: decision,
  reply: z.object({ approval }),
});

export const reject = endpoint({
  method: 'POST',
  path: `${path}/:id/reject`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Refuses: it is not done',
  input: decision,
  reply: z.object({ approval }),
});
