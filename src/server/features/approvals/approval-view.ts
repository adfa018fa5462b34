import type { Approval, ApprovalKind, Deed } from '#contract/approvals.ts';
import type { Db } from '#server/db/pool.ts';
import { findMatchBriefs } from '#server/features/matches/service.ts';
import { findUserRefs } from '#server/features/users/service.ts';
import type { SignedInAdmin } from '#server/http/admin-caller.ts';
import { payloads } from './payload.ts';
import { type ApprovalRow, findContests } from './queries.ts';
import { refuseDecision } from './refusal.ts';

/** Approvals as an admin sees them, with what each is about. */
export async function approvalViews(db: Db, admin: SignedInAdmin, rows: readonly ApprovalRow[]): Promise<Approval[]> {
  const subjects = await findSubjects(db, rows);
  return rows.map((row) => ({
    id: row.id,
    deed: deedOf(row, subjects),
    points: row.points,
    reason: row.reason,
    state: row.state as Approval['state'],
    requested_by: { id: row.requested_by, email: row.requested_email },
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, email: row.decided_email! },
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_note: row.decision_note,
    refusal: refuseDecision(row, admin, subjects.users.get(row.subject_id)),
  }));
}

type Subjects = Awaited<ReturnType<typeof findSubjects>>;

/** Users and contests that approvals are about, each by its id. */
async function findSubjects(db: Db, rows: readonly ApprovalRow[]) {
  const idsOf = (isUser: boolean) => rows.filter(({ kind }) => (kind === 'adjust') === isUser).map(({ subject_id }) => subject_id);
  const [users, contests] = await Promise.all([findUserRefs(db, idsOf(true)), findContests(db, idsOf(false))]);
  const matches = await findMatchBriefs(
    db,
    contests.map(({ match_id }) => match_id),
  );
  return { users, contests: new Map(contests.map(({ id, market, match_id }) => [id, { id, market, match: matches.get(match_id)! }])) };
}

function deedOf({ kind, subject_id, payload }: ApprovalRow, { users, contests }: Subjects): Deed {
  const known = kind as ApprovalKind;
  if (known === 'adjust') return { kind: known, user: users.get(subject_id)!, ...payloads.adjust.parse(payload) };
  const contest = contests.get(subject_id)! as Extract<Deed, { kind: 'void' }>['contest'];
  return known === 'void' ? { kind: known, contest } : { kind: known, contest, ...payloads[known].parse(payload) };
}
