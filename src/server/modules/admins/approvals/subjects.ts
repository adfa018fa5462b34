import type { UserRef } from '#contract/approvals.ts';
import type { Deps } from '#server/deps.ts';
import { findUserRefs } from '#server/modules/admins/user-refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { payloads } from './payload.ts';
import { findAdmins, findContests, findWithdrawals } from './queries.ts';

interface Subject {
  kind: string;
  subject_id: string;
  /** Names the admins, if available. */
  payload?: unknown;
}

/** Returns the kind of subject of an approval kind. */
export function subjectKindOf(kind: string): 'user' | 'withdrawal' | 'treasury_transfer' | 'admin' | 'contest' {
  if (kind === 'adjust') return 'user';
  if (kind === 'treasury_transfer') return kind;
  if (kind.startsWith('admin_')) return 'admin';
  return kind.startsWith('withdrawal_') ? 'withdrawal' : 'contest';
}

export type Subjects = Awaited<ReturnType<typeof findSubjects>>;

/** Returns the users, withdrawals and contests that approvals are about, by id; and the admins who entered what an ending follows from. */
export async function findSubjects({ wiring }: Pick<Deps, 'wiring'>, db: Db, about: readonly Subject[]) {
  const idsOf = (which: ReturnType<typeof subjectKindOf>) =>
    about.filter(({ kind }) => subjectKindOf(kind) === which).map(({ subject_id }) => subject_id);
  const tellers = about.flatMap(({ kind, payload }) => (kind === 'ending' ? payloads.ending.parse(payload).told_by : []));
  const [withdrawals, contests, admins] = await Promise.all([
    findWithdrawals(db, idsOf('withdrawal')),
    findContests(db, idsOf('contest')),
    findAdmins(db, tellers),
  ]);
  const [users, matches] = await Promise.all([
    findUserRefs(db, [...idsOf('user'), ...withdrawals.map(({ user_id }) => user_id)]),
    wiring.findMatchBriefs(
      db,
      contests.map(({ match_id }) => match_id),
    ),
  ]);
  return {
    users,
    withdrawals: new Map(
      withdrawals.map(({ id, user_id, points, amount }) => [id, { id, points, usdt: amount, user: users.get(user_id)! }]),
    ),
    contests: new Map(contests.map(({ id, market, match_id }) => [id, { id, market, match: matches.get(match_id)! }])),
    admins,
  };
}

/** Returns the user whose points an approval is about; undefined for a contest, which has many. */
export const userOf = (
  { subject_id }: Pick<Subject, 'subject_id'>,
  { users, withdrawals }: Pick<Subjects, 'users' | 'withdrawals'>,
): UserRef | undefined => users.get(subject_id) ?? withdrawals.get(subject_id)?.user;
