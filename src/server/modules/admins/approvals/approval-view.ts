import type { Approval, ApprovalKind, ApprovalRefusal, ApprovedAction } from '#contract/approvals.ts';
import { type AdminRole, ONLY_SUPER_WAITS_MS, REVIEWERS, SUPERS, TREASURERS } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import { hasInterest, isOwnAccount } from '#server/modules/admins/conflict-of-interest/service.ts';
import { checkSeconds, countingWords, isOnlySuper } from '#server/modules/admins/second-admin/service.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { payloads } from './payload.ts';
import type { ApprovalRow } from './queries.ts';
import { findSubjects, type Subjects, userOf } from './subjects.ts';

/** Builds approvals as shown to an admin, with their subjects. */
export async function approvalViews(
  deps: Pick<Deps, 'config' | 'now' | 'wiring'>,
  db: Db,
  admin: SignedInAdmin,
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const subjects = await findSubjects(deps, db, rows);
  const judged = await checkDecisions(deps, db, admin, rows);
  return rows.map((row, i) => ({
    id: row.id,
    deed: approvedActionOf(row, subjects),
    points: row.points,
    reason: row.reason,
    state: row.state as Approval['state'],
    requested_by: { id: row.requested_by, email: row.requested_email },
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, email: row.decided_email! },
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_note: row.decision_note,
    refusal: judged[i]!.refusal,
    may_reject: judged[i]!.mayReject,
    may_withdraw: row.state === 'waiting' && mayWithdraw(row, admin),
    alone_at: judged[i]!.aloneAt?.toISOString() ?? null,
  }));
}

/** Whether an admin may take a request back. An ending follows from operators' reports, so nobody may. */
export const mayWithdraw = (
  { kind, requested_by }: Pick<ApprovalRow, 'kind' | 'requested_by'>,
  { id, role }: Pick<SignedInAdmin, 'id' | 'role'>,
): boolean => requested_by === id && kind !== 'ending' && REVIEWERS.includes(role);

function approvedActionOf({ kind, subject_id, payload }: ApprovalRow, { users, withdrawals, contests, admins }: Subjects): ApprovedAction {
  const known = kind as ApprovalKind;
  if (known === 'adjust') return { kind: known, user: users.get(subject_id)!, ...payloads.adjust.parse(payload) };
  if (known === 'withdrawal_return')
    return { kind: known, withdrawal: withdrawals.get(subject_id)!, ...payloads.withdrawal_return.parse(payload) };
  if (known === 'withdrawal_hash')
    return { kind: known, withdrawal: withdrawals.get(subject_id)!, ...payloads.withdrawal_hash.parse(payload) };
  if (known === 'treasury_transfer') return { kind: known, ...payloads.treasury_transfer.parse(payload) };
  if (known === 'admin_create' || known === 'admin_reset' || known === 'admin_role' || known === 'admin_enable')
    return { kind: known, ...payloads[known].parse(payload) };
  const contest = contests.get(subject_id)! as Extract<ApprovedAction, { kind: 'void' }>['contest'];
  if (known === 'ending') {
    const { told_by, ...ending } = payloads.ending.parse(payload);
    return { kind: known, contest, ...ending, told_by: admins.filter(({ id }) => told_by.includes(id)) };
  }
  return known === 'void' ? { kind: known, contest } : { kind: known, contest, ...payloads[known].parse(payload) };
}

/** Roles that may approve each kind: those that could have requested it. */
const DECIDERS: Record<ApprovalKind, readonly AdminRole[]> = {
  adjust: TREASURERS,
  settle: REVIEWERS,
  resettle: REVIEWERS,
  void: REVIEWERS,
  withdrawal_return: TREASURERS,
  withdrawal_hash: TREASURERS,
  treasury_transfer: TREASURERS,
  ending: REVIEWERS,
  admin_create: SUPERS,
  admin_reset: SUPERS,
  admin_role: SUPERS,
  admin_enable: SUPERS,
};
/** Roles that may request a kind. What operators enter is requested in their name, whatever their role. */
const ASKERS: Partial<Record<ApprovalKind, readonly AdminRole[]>> = { ending: ['support', ...REVIEWERS] };

export type CheckableApproval = Pick<ApprovalRow, 'kind' | 'state' | 'subject_id' | 'requested_by' | 'created_at'>;
interface Decider {
  id: string;
  email: string;
  role: AdminRole;
}

export interface CheckedApproval {
  refusal: ApprovalRefusal | null;
  mayReject: boolean;
  /** When the requester may complete it alone; null if they may not. */
  aloneAt: Date | null;
}

const isAboutAdmins = (kind: string): boolean => kind.startsWith('admin_');

/**
 * Returns what an admin may do with each of these approvals: they cannot approve their own requests, requests of an admin who counts as the
 * same person, or requests about their own points.
 */
export async function checkDecisions(
  deps: Pick<Deps, 'config' | 'now' | 'wiring'>,
  db: Db,
  admin: Decider,
  rows: readonly CheckableApproval[],
): Promise<CheckedApproval[]> {
  const waiting = rows.filter(({ state }) => state === 'waiting');
  const seconds = await checkSeconds(
    deps,
    db,
    admin.id,
    waiting.map(({ requested_by }) => requested_by),
  );
  const owned = await findSubjects(
    deps,
    db,
    waiting.filter(({ kind }) => kind === 'adjust' || kind.startsWith('withdrawal_')),
  );
  const judged: CheckedApproval[] = [];
  for (const row of rows) {
    if (row.state !== 'waiting') judged.push({ refusal: 'already_decided', mayReject: false, aloneAt: null });
    else if (isAboutAdmins(row.kind)) judged.push(await checkAboutAdmins(deps, db, admin, row, seconds.get(row.requested_by) ?? null));
    else {
      const owner = userOf(row, owned);
      const second = isOwnAccount(owner, admin) ? 'same_reviewer' : (seconds.get(row.requested_by) ?? null);
      const subject = owner ? { userIds: [owner.id] } : { contestId: row.subject_id };
      const refusal = second ?? ((await hasInterest(deps, db, admin, subject)) ? 'own_interest' : null);
      judged.push(await checkWaiting(db, admin, row, refusal));
    }
  }
  return judged;
}

async function checkWaiting(db: Db, admin: Decider, row: CheckableApproval, refusal: ApprovalRefusal | null): Promise<CheckedApproval> {
  const kind = row.kind as ApprovalKind;
  if (!DECIDERS[kind].includes(admin.role)) return { refusal: 'forbidden', mayReject: false, aloneAt: null };
  // Rejecting is safer than approving, so it is allowed more widely; but not to the requester, and not about oneself.
  const mayReject = refusal === null || refusal === 'one_hand';
  return { refusal: refusal ?? (await checkAsker(db, row)), mayReject, aloneAt: null };
}

/** Returns why the requester's word no longer counts, or null. */
async function checkAsker(db: Db, { kind, requested_by, created_at }: CheckableApproval): Promise<'asker_gone' | null> {
  const roles = ASKERS[kind as ApprovalKind] ?? DECIDERS[kind as ApprovalKind];
  const [counts] = await countingWords(db, [{ admin_id: requested_by, at: created_at }], roles);
  return counts ? null : 'asker_gone';
}

/**
 * Decides on changes of admins: the only super may complete their own request after a day, the requester may withdraw it, and any reviewer
 * may reject it.
 */
async function checkAboutAdmins(
  deps: Pick<Deps, 'config' | 'now'>,
  db: Db,
  admin: Decider,
  row: CheckableApproval,
  second: ApprovalRefusal | null,
): Promise<CheckedApproval> {
  const isAlone = await isOnlySuper(deps, db, row.requested_by, row.subject_id);
  const aloneAt = isAlone ? new Date(row.created_at.getTime() + ONLY_SUPER_WAITS_MS) : null;
  const mayReject = REVIEWERS.includes(admin.role);
  if (!SUPERS.includes(admin.role)) return { refusal: 'forbidden', mayReject, aloneAt };
  const gone = await checkAsker(db, row);
  if (gone) return { refusal: gone, mayReject, aloneAt };
  if (second !== 'same_reviewer' || aloneAt === null) return { refusal: second, mayReject, aloneAt };
  return { refusal: deps.now() < aloneAt ? 'too_early' : null, mayReject, aloneAt };
}
