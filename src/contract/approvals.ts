import { z } from 'zod';
import { ADMIN_ROLES, EVERY_ADMIN, REVIEWERS } from '#domain/identity/admin-role.ts';
import { MARKETS } from '#domain/settlement/contest.ts';
import { matchBrief } from './bets.ts';
import { listOf, paging, points, timestamp, uuid } from './common.ts';
import { contactField } from './contact-field.ts';
import { outlook } from './contest-admin.ts';
import { endpoint } from './endpoint.ts';

/**
 * Actions that may need a second admin: adjusting points; settling, resettling or voiding a contest by hand; `ending`, which ends a contest
 * by an operator's report of its match; returning the points of a sent withdrawal, or correcting its transaction; saying what a transfer from the treasury
 * was that paid no withdrawal. The last four concern admins, and need a second super.
 */
export const APPROVAL_KINDS = [
  'adjust',
  'settle',
  'resettle',
  'void',
  'ending',
  'withdrawal_return',
  'withdrawal_hash',
  'treasury_transfer',
  'admin_create',
  'admin_reset',
  'admin_role',
  'admin_enable',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** `withdrawn`: no longer valid, as its subject has changed. */
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

/** How the console names a user: by their name, else by the start of their address, else by their handle. */
export const userRef = z.object({
  id: uuid,
  display_name: contactField('name'),
  public_handle: z.string(),
  email: contactField('email').nullable(),
});
export type UserRef = z.infer<typeof userRef>;

/** Source of points that an operator gives or takes: a top-up (gives only), or a correction. */
export const adjustSource = z.enum(['manual_adjust', 'admin_adjust']);

const contestRef = z.object({ id: uuid, market: z.enum(MARKETS), match: matchBrief });
const withdrawalRef = z.object({ id: uuid, points, usdt: z.string(), user: userRef });
const goals = z.number().int();

/** The action to carry out once it is approved. */
export const approvedAction = z.discriminatedUnion('kind', [
  /** The user sees `note` in their history. */
  z.object({ kind: z.literal('adjust'), user: userRef, delta: points, source: adjustSource, note: z.string().nullable() }),
  z.object({ kind: z.enum(['settle', 'resettle']), contest: contestRef, home_score: goals, away_score: goals }),
  z.object({ kind: z.literal('void'), contest: contestRef }),
  /** The withdrawal's owner sees `note`. */
  z.object({ kind: z.literal('withdrawal_return'), withdrawal: withdrawalRef, note: z.string().nullable() }),
  /** The recorded transaction, and its replacement. */
  z.object({ kind: z.literal('withdrawal_hash'), withdrawal: withdrawalRef, from: z.string(), tx_hash: z.string() }),
  /** The reason says what it was. */
  z.object({ kind: z.literal('treasury_transfer'), tx_hash: z.string(), to_wallet: contactField('wallet'), usdt: z.string() }),
  z.object({
    kind: z.literal('ending'),
    contest: contestRef,
    ending: z.enum(['settle', 'resettle', 'void']),
    home_score: goals.nullable(),
    away_score: goals.nullable(),
    void_reason: z.string().nullable(),
    /** Actual kick-off: stakes placed after it are returned. */
    started_at: timestamp.nullable(),
    /** The operators who reported what it is based on. */
    told_by: z.array(adminRef),
    would: outlook,
  }),
  /** `role` is the new role, or the present one. */
  z.object({ kind: z.enum(['admin_create', 'admin_reset', 'admin_role', 'admin_enable']), email: z.string(), role: z.enum(ADMIN_ROLES) }),
]);
export type ApprovedAction = z.infer<typeof approvedAction>;

export const approval = z.object({
  id: uuid,
  deed: approvedAction,
  /** Points moved, or held by the contest. */
  points,
  reason: z.string(),
  state: z.enum(APPROVAL_STATES),
  requested_by: adminRef,
  /** When it was requested. */
  created_at: timestamp,
  decided_by: adminRef.nullable(),
  decided_at: timestamp.nullable(),
  decision_note: z.string().nullable(),
  /**
   * Why the caller may not agree; null if they may. Reasons: they requested it, count as one person with the requester, it concerns an
   * account of their own, their role is too low, it is decided, the requester is no longer eligible, or they are the only super and
   * `alone_at` is still to come.
   */
  refusal: z.enum(APPROVAL_REFUSALS).nullable(),
  /** Whether the caller may reject it. */
  may_reject: z.boolean(),
  /** Whether the caller requested it and may take it back. */
  may_withdraw: z.boolean(),
  /** When the requester may complete it as the only super; null if they may not. */
  alone_at: timestamp.nullable(),
});
export type Approval = z.infer<typeof approval>;

/** The answer of an endpoint whose action needs a second admin; null if the action was carried out. */
export const waitingApproval = z.object({ id: uuid }).nullable();

const path = '/api/admin/approvals';

export const listApprovals = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'Requests that wait for a second admin, longest waiting first; or all of them, newest first',
  input: z.object({ state: z.enum(['waiting', 'all']).default('waiting'), ...paging }),
  /** `withdrawals_waiting`: withdrawals approved by one admin that need another one; they are in the list of withdrawals. */
  reply: listOf(approval).extend({ withdrawals_waiting: z.number().int() }),
});

/** `note` is for other admins. */
const decision = z.strictObject({ id: uuid, note: z.string().trim().max(500).optional() });

/*
 * Both: the codes of `refusal`, and `not_found`. A requester may cancel the creation of an admin by rejecting it; any reviewer may stop it.
 */

const oneTime = z.object({ email: z.string(), password: z.string(), password_until: timestamp });
export type OneTime = z.infer<typeof oneTime>;

export const approve = endpoint({
  method: 'POST',
  path: `${path}/:id/approve`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Approves a request and carries it out; if that is no longer possible, fails with the reason and the request stays open',
  input: decision,
  /**
   * `one_time` is a password that is shown once, valid for 24 hours and only for setting a new one. It is not sent anywhere, and a repeated
   * call does not return it.
   */
  reply: z.object({ approval, one_time: oneTime.nullable() }),
});

export const reject = endpoint({
  method: 'POST',
  path: `${path}/:id/reject`,
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Rejects a request',
  input: decision,
  reply: z.object({ approval }),
});

export const withdrawApproval = endpoint({
  method: 'POST',
  path: `${path}/:id/withdraw`,
  access: REVIEWERS,
  isGrave: true,
  summary: 'Takes back a request of the caller that still waits; a new one can be made afterwards',
  /**
   * `forbidden` for the request of another admin, and for `ending`, which follows from operators' reports; `already_decided` once it no
   * longer waits.
   */
  input: z.strictObject({ id: uuid }),
  reply: z.object({ approval }),
});
