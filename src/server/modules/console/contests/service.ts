import type { Transaction } from 'kysely';
import type { listContestCases, settleContest } from '#contract/contest-admin.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import {
  type Actor,
  type AgreedTo,
  actorOf,
  recordAudit,
  requestApproval,
  requireNoInterest,
  requireReason,
} from '#server/modules/admins/public.ts';
import {
  advanceContest,
  type ContestWithMatch,
  endAsToldAndAgreed,
  endByHand,
  type HandEnding,
  lockWithMatch,
  unresolvedContests,
  validateHandEnding,
} from '#server/modules/betting/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { findCaseViews, totalStake } from './case-detail.ts';
import * as operations from './queries.ts';

/** Returns a page of contests for the console. */
export async function list(
  deps: Deps,
  { state, q: text, page, page_size }: ParsedInputOf<typeof listContestCases>,
): Promise<ReplyOf<typeof listContestCases>> {
  const offset = offsetOf({ page, page_size });
  const unresolved = await unresolvedContests(deps);
  const waiting = state === 'unresolved' ? unresolved.map(({ id }) => id) : null;
  const filter = { state, ids: waiting, text };
  const counted = await operations.countCases(deps.db, filter, COUNT_MAX);
  const ids = await pageOf(deps, filter, page_size, offset);
  return {
    items: await findCaseViews(deps.db, ids, unresolved),
    page,
    page_size,
    ...totalOf(counted),
  };
}

/** Returns the ids of a page. Unresolved contests, which are few, keep their own order, longest wait first. */
async function pageOf({ db }: Deps, filter: operations.CaseFilter, limit: number, offset: number): Promise<string[]> {
  if (filter.ids === null) return operations.findCaseIds(db, filter, limit, offset);
  const found = new Set(await operations.findCaseIds(db, filter, filter.ids.length, 0));
  return filter.ids.filter((id) => found.has(id)).slice(offset, offset + limit);
}

type HandReply = ReplyOf<typeof settleContest>;

/**
 * Ends a contest by hand, or requests a second admin's approval if it holds too many points (docs/decisions/034). Runs under the contest's
 * lock, so that neither its timer nor a feed's correction can interfere; its bets are paid before the answer, or else by the timer. Throws
 * `reason_required`, `not_found`, `already_decided`, `contest_not_resolved`, `invalid_payload`, `request_in_progress`, and `own_interest`
 * if the admin has an interest in a user with a stake in it.
 */
export async function end(
  deps: Deps,
  admin: SignedInAdmin,
  request: RequestContext,
  { id, reason, ending }: { id: string; reason: string; ending: HandEnding },
): Promise<HandReply> {
  const actor = actorOf(admin, request);
  requireReason(reason);
  const done = await transact(deps, (db, announce) =>
    once(db, request.idempotency, deps.now(), async () => {
      const row = await lockWithMatch(db, id);
      validateHandEnding(row, ending, deps.config, deps.now());
      await requireNoInterest(deps, db, admin, { contestId: id });
      const isEnded = await endByHand(deps, db, announce, row, ending, { kind: 'hand', adminId: admin.id });
      if (!isEnded) return { approval: { id: await askFor(deps, db, actor, row, ending, reason) } };
      await audit(deps, db, actor, row, ending, reason);
      return { approval: null };
    }),
  );
  await advanceContest(deps, id);
  const [contest] = await findCaseViews(deps.db, [id], await unresolvedContests(deps));
  return { ...done, contest: contest! };
}

/** Requests a second admin's approval. Throws `request_in_progress` if an approval is already pending. */
async function askFor(deps: Deps, db: Transaction<DB>, actor: Actor, row: ContestWithMatch, ending: HandEnding, reason: string) {
  if (await operations.isAskedFor(db, row.id)) throw new AppError('request_in_progress');
  const asked = { subjectId: row.id, points: totalStake(row), reason };
  if (ending.kind === 'void') return requestApproval(deps, db, actor, { kind: ending.kind, payload: {}, ...asked });
  return requestApproval(deps, db, actor, { kind: ending.kind, payload: wordsOf(ending.score), ...asked });
}

function audit({ now }: Deps, db: Transaction<DB>, actor: Actor, row: ContestWithMatch, ending: HandEnding, reason: string): Promise<void> {
  const { state, home_score, away_score } = row;
  const before = home_score === null ? { state } : { state, home_score, away_score };
  const after = ending.kind === 'void' ? { state: 'void' } : { state: 'settled', ...wordsOf(ending.score) };
  return recordAudit(
    db,
    actor,
    { action: `contest.${ending.kind}`, subject: { kind: 'contest', id: row.id }, before, after, reason },
    now(),
  );
}

const wordsOf = ([home_score, away_score]: readonly [number, number]) => ({ home_score, away_score });

/** Settles a contest as two admins agreed; the contest timer pays its bets. Throws the errors of `end` if the contest has changed since. */
export const settleAsAgreed = (deps: Deps, db: Transaction<DB>, announce: Announce, _: Actor, agreed: AgreedTo<'settle'>): Promise<void> =>
  endAsAgreed(deps, db, announce, agreed.subject_id, { kind: 'settle', score: scoreOf(agreed) });

/** Resettles a settled contest as two admins agreed. */
export const resettleAsAgreed = (
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  _: Actor,
  agreed: AgreedTo<'resettle'>,
): Promise<void> => endAsAgreed(deps, db, announce, agreed.subject_id, { kind: 'resettle', score: scoreOf(agreed) });

/** Voids a contest as two admins agreed; the contest timer refunds its stakes. */
export const voidAsAgreed = (deps: Deps, db: Transaction<DB>, announce: Announce, _: Actor, agreed: AgreedTo<'void'>): Promise<void> =>
  endAsAgreed(deps, db, announce, agreed.subject_id, { kind: 'void' });

async function endAsAgreed(deps: Deps, db: Transaction<DB>, announce: Announce, contestId: string, ending: HandEnding): Promise<void> {
  const row = await lockWithMatch(db, contestId);
  validateHandEnding(row, ending, deps.config, deps.now());
  await endByHand(deps, db, announce, row, ending, { kind: 'agreed' });
}

/** Ends a contest on match facts that operators entered, as a second admin approved. */
export const endingAsAgreed = (deps: Deps, db: Transaction<DB>, announce: Announce, _: Actor, agreed: AgreedTo<'ending'>): Promise<void> =>
  endAsToldAndAgreed(deps, db, announce, agreed.subject_id, agreed.payload);

const scoreOf = ({ payload }: AgreedTo<'settle' | 'resettle'>): [number, number] => [payload.home_score, payload.away_score];
