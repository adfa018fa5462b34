import type { Transaction } from 'kysely';
import type { ContestVerdict } from '#domain/settlement/contest-state.ts';
import type { Deps } from '#server/deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { contestView } from './contest-view.ts';
import { type ContestWithMatch, decideState, type EndedOn, readsUnknown, receiptFacts } from './facts.ts';
import { passGate, type Word } from './gate.ts';
import * as contests from './queries.ts';
import { endContest, isFinal } from './settle.ts';

/**
 * Moves a contest to the state that its match requires and returns once everything that is then due is paid.
 * With `skipBusy`, skips a contest whose lock is held by someone else.
 */
export async function advanceContest(deps: Deps, contestId: string, { skipBusy = false } = {}): Promise<void> {
  if (await follow(deps, contestId, skipBusy)) await endContest(deps, contestId, skipBusy);
}

/** Returns whether `advanceContest` would change anything; it decides again under the lock. */
export const isDue = (deps: Deps, row: ContestWithMatch): boolean =>
  row.ending !== null || decideState(row, deps.config, deps.now()).kind !== 'stay' || isMarkedWrong(deps, row);

const isMarkedWrong = (deps: Deps, row: ContestWithMatch) => readsUnknown(row, deps.config, deps.now()) !== (row.unresolved_at !== null);

/**
 * Moves or closes a contest in a short transaction under its lock, under which bets check its state. Returns whether its bets must be
 * ended.
 */
const follow = (deps: Deps, contestId: string, skipBusy: boolean): Promise<boolean> =>
  transact(deps, async (db, announce) => {
    if (!(await contests.lockContest(db, contestId, skipBusy))) return false;
    // Read under the lock: the match may have changed while we waited for it.
    const row = await contests.findContest(db, contestId);
    if (row.ending !== null) return !isFinal(row);
    const now = deps.now();
    await markUnresolved(deps, db, row, now);
    return apply(deps, db, announce, row, decideState(row, deps.config, now), now);
  });

/** Sets or clears `unresolved_at`, which raises an alarm and makes the contest's bets read "unknown"; a new kick-off time clears it. */
async function markUnresolved(deps: Deps, db: Transaction<DB>, row: ContestWithMatch, now: Date): Promise<void> {
  if (!isMarkedWrong(deps, row)) return;
  await contests.updateContest(db, row.id, { unresolved_at: row.unresolved_at === null ? now : null });
  if (row.unresolved_at === null) {
    deps.log.warn({ contestId: row.id, matchId: row.match_id, matchStatus: row.match_status }, 'contest has no usable result');
  }
}

async function apply(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  row: ContestWithMatch,
  verdict: ContestVerdict,
  now: Date,
): Promise<boolean> {
  switch (verdict.kind) {
    case 'stay':
      return false;
    case 'move': {
      const moved = await contests.updateContest(db, row.id, {
        state: verdict.to,
        state_since: row.state === verdict.to ? row.state_since : now,
        deadline_at: verdict.deadlineAt,
        first_deadline_at: firstDeadline(row, verdict),
      });
      announce(`match:${row.match_id}`, { t: 'contest', contest: contestView(moved) });
      return false;
    }
    case 'settle':
      return closeContest(deps, db, row, { ending: 'settle', score: verdict.result, startedAt: row.match_started_at }, { kind: 'course' });
    case 'void':
      return closeContest(deps, db, row, { ending: 'void', reason: verdict.reason }, { kind: 'course' });
  }
}

/** Later dates are measured against the one known at the first stake; until then the first deadline follows the match. */
function firstDeadline(row: ContestWithMatch, { to, deadlineAt }: Extract<ContestVerdict, { kind: 'move' }>): Date | null {
  return to === 'open' && (row.first_deadline_at === null || row.participants === 0) ? deadlineAt : row.first_deadline_at;
}

/**
 * Writes the ending and everything that it depends on, in a transaction that holds the contest's lock; `advanceContest` or the contest
 * timer ends the bets after the commit. Publishes nothing: for players a contest ends when they are paid. Returns false, and writes
 * nothing, if a second admin must approve first (gate.ts).
 */
export async function closeContest(deps: Deps, db: Transaction<DB>, row: ContestWithMatch, end: EndedOn, word: Word): Promise<boolean> {
  if (!(await passGate(deps, db, row, end, word))) return false;
  const now = deps.now();
  const takesStakes = row.state === 'preparing' || row.state === 'open';
  await contests.updateContest(db, row.id, {
    ending: end.ending,
    ...(end.ending === 'settle' ? { home_score: end.score[0], away_score: end.score[1] } : { void_reason: end.reason }),
    started_at: row.match_started_at,
    facts: JSON.stringify(receiptFacts(row, end, now)),
    ...(end.isByHand && { by_hand_at: now }),
    ...(takesStakes && { state: 'locked', state_since: now }),
  });
  return true;
}
