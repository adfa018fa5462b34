import { z } from 'zod';
import { ADMIN_ROLES, EVERY_ADMIN, REVIEWERS } from '#domain/identity/admin-role.ts';
import { MARKETS } from '#domain/settlement/contest.ts';
import { matchBrief } from './bets.ts';
import { listOf, paging, points, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { outlook } from './contest-admin.ts';
import { endpoint } from './endpoint.ts';

/**
 * What may wait for a second admin: points adjusted, a contest settled, settled anew, or voided by hand; `ending` is how a contest ends by what
 * an operator told of its match; the points of a withdrawal that was sent returned, or its transaction corrected. The last four are about
 * admins, and take a second super.
 */
export const APPROVAL_KINDS = [
  'adjust',
  'settle',
  'resettle',
  'void',
  'ending',
  'withdrawal_return',
  'withdrawal_hash',
  'admin_create',
  'admin_reset',
  'admin_role',
  'admin_enable',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** `withdrawn`: it does not hold any more, as what it was about has changed. */
export const APPROVAL_STATES = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;

export const APPROVAL_REFUSALS = [
  'same_reviewer',
  'one_hand',
  'own_interest',
  'asker_gone',
  'too_early',
  'forbidden',
  'already_decided',
] as const;
export type ApprovalRefusal = (typeof APPROVAL_REFUSALS)[number];

export const adminRef = z.object({ id: uuid, email: z.string() });

/** A user wherever the console names one: their own name, else what their address begins with, else their handle. */
export const userRef = z.object({
  id: uuid,
  display_name: contactField('name'),
  public_handle: z.string(),
  email: contactField('email').nullable(),
});
export type UserRef = z.infer<typeof userRef>;

/** Where points come from that an operator gives or takes: a top-up (only given), or a correction. */
export const adjustSource = z.enum(['manual_adjust', 'admin_adjust']);

const contestRef = z.object({ id: uuid, market: z.enum(MARKETS), match: matchBrief });
const withdrawalRef = z.object({ id: uuid, points, usdt: z.string(), user: userRef });
const goals = z.number().int();

/** The action to carry out once it is approved. */
export const approvedAction = z.discriminatedUnion('kind', [
  /** `note` is what the user reads in their history. */
  z.object({ kind: z.literal('adjust'), user: userRef, delta: points, source: adjustSource, note: z.string().nullable() }),
  z.object({ kind: z.enum(['settle', 'resettle']), contest: contestRef, home_score: goals, away_score: goals }),
  z.object({ kind: z.literal('void'), contest: contestRef }),
  /** `note` is what the withdrawal's owner reads. */
  z.object({ kind: z.literal('withdrawal_return'), withdrawal: withdrawalRef, note: z.string().nullable() }),
  /** The transaction that is recorded, and the one that is to be. */
  z.object({ kind: z.literal('withdrawal_hash'), withdrawal: withdrawalRef, from: z.string(), tx_hash: z.string() }),
  z.object({
    kind: z.literal('ending'),
    contest: contestRef,
    ending: z.enum(['settle', 'resettle', 'void']),
    home_score: goals.nullable(),
    away_score: goals.nullable(),
    void_reason: z.string().nullable(),
    /** True kick-off: stakes that were placed after it go back. */
    started_at: timestamp.nullable(),
    /** Who told what it follows from. */
    told_by: z.array(adminRef),
    would: outlook,
  }),
  /** `role` is the one they get, or have. */
  z.object({ kind: z.enum(['admin_create', 'admin_reset', 'admin_role', 'admin_enable']), email: z.string(), role: z.enum(ADMIN_ROLES) }),
]);
export type ApprovedAction = z.infer<typeof approvedAction>;

export const approval = z.object({
  id: uuid,
  deed: approvedAction,
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
  /**
   * Why the caller may not agree to it; null: they may. They asked for it themselves, count as one person with who did, it is about an account of
   * their own, their role may not, it is decided, who asked does not count any more, or they are the only super and `alone_at` is still to come.
   */
  refusal: z.enum(APPROVAL_REFUSALS).nullable(),
  /** Whether the caller may reject it. */
  may_reject: z.boolean(),
  /** When who asked may complete it, being the only super; null where that is not so. */
  alone_at: timestamp.nullable(),
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
 * Both: what `refusal` names, and `not_found`. Who asked for an admin may take that back by rejecting it; any reviewer may stop it.
 */

const oneTime = z.object({ email: z.string(), password: z.string(), password_until: timestamp });
export type OneTime = z.infer<typeof oneTime>;

export const approve = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Agrees, and does it; what cannot be done any more is refused with why, and stays waiting',
  input: decision,
  /** `one_time` is a password that is shown once, good for 24 hours and for nothing but choosing another; nobody sends it, and no repetition shows it. */
  reply: z.object({ approval, one_time: oneTime.nullable() }),
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
