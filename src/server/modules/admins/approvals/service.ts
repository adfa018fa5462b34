import type { ApprovalKind, listApprovals } from '#contract/approvals.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, type Author, recordAudit, THE_SITE } from '#server/modules/admins/audit/service.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { approvalViews } from './approval-view.ts';
import type { Payload } from './payload.ts';
import * as approvals from './queries.ts';
import { subjectKindOf } from './subjects.ts';

/** A request for approval. */
export interface ApprovalRequest<K extends ApprovalKind> {
  kind: K;
  /** The user (adjust), the withdrawal, the admin, or the contest that it is about. */
  subjectId: string;
  /** What to do once it is approved. */
  payload: Payload<K>;
  /** Points that it moves, or that the contest holds. */
  points: number;
  reason: string;
}

/**
 * Creates a request for approval by a second admin in the caller's transaction; returns the approval's id. Writes the one audit log entry
 * that the caller's endpoint has to write. The action is checked again when it is approved (decide.ts).
 */
export const requestApproval = <K extends ApprovalKind>(deps: Deps, db: Db, actor: Actor, request: ApprovalRequest<K>): Promise<string> =>
  ask(deps, db, actor.id, actor, request);

/** Same for a request that follows from an admin's earlier action: the audit log names the site as its author. */
export const requestApprovalFor = <K extends ApprovalKind>(
  deps: Deps,
  db: Db,
  adminId: string,
  request: ApprovalRequest<K>,
): Promise<string> => ask(deps, db, adminId, THE_SITE, request);

async function ask<K extends ApprovalKind>(
  deps: Deps,
  db: Db,
  adminId: string,
  author: Author,
  { kind, subjectId, payload, points, reason }: ApprovalRequest<K>,
): Promise<string> {
  const [id, now] = [newId(deps), deps.now()];
  await approvals.insertApproval(db, {
    ...{ id, kind, subject_id: subjectId, payload, points, reason },
    ...{ requested_by: adminId, created_at: now },
  });
  const after = { approval_id: id, kind, points, ...payload };
  await recordAudit(db, author, { action: 'approval.request', subject: subjectOf(kind, subjectId), after, reason }, now);
  return id;
}

/**
 * Withdraws a waiting request that no longer applies, with an audit log entry; requires no admin. Returns false if it is being decided, or
 * was decided.
 */
export async function withdrawApproval(deps: Deps, db: Db, id: string): Promise<boolean> {
  const now = deps.now();
  const row = await approvals.withdrawWaiting(db, id, now);
  if (!row) return false;
  const words = { before: { state: 'waiting' }, after: { state: 'withdrawn', approval_id: id, kind: row.kind, points: row.points } };
  await recordAudit(db, THE_SITE, { action: 'approval.withdraw', subject: subjectOf(row.kind, row.subject_id), ...words }, now);
  return true;
}

/** Returns the subject of an approval as named in the audit log. */
export const subjectOf = (kind: string, id: string) => ({ kind: subjectKindOf(kind), id });

/** Returns a page of waiting approvals, or of all. */
export async function list(
  deps: Deps,
  admin: SignedInAdmin,
  { state, page, page_size }: ParsedInputOf<typeof listApprovals>,
): Promise<ReplyOf<typeof listApprovals>> {
  const { db } = deps;
  const offset = offsetOf({ page, page_size });
  const find = state === 'waiting' ? approvals.findWaiting : approvals.findAll;
  const [rows, counted, withdrawals_waiting] = await Promise.all([
    find(db, page_size, offset),
    approvals.countApprovals(db, state, COUNT_MAX),
    approvals.countHalfApproved(db),
  ]);
  return {
    items: await approvalViews(deps, db, admin, rows),
    page,
    page_size,
    ...totalOf(counted),
    withdrawals_waiting,
  };
}
