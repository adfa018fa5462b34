import type { UnresolvedReason } from '#contract/contest-admin.ts';
import { disputing } from '#domain/settlement/second-opinion.ts';
import type { Deps } from '#server/deps.ts';
import { type ContestWithMatch, decideCorrection, decideHold, isBlind, matchFacts, settledOn } from './facts.ts';
import { endingByCourse, findGated } from './gated-ending.ts';
import * as contests from './queries.ts';

/** Time after a settlement for which a deviating score raises an alarm: 30 days. */
export const CORRECTION_ALARM_MS = 30 * 86_400_000;

/** A contest that needs an operator. */
export interface UnresolvedContest {
  id: string;
  why: UnresolvedReason;
  since: Date;
}

/** Returns every contest that needs an operator, with the reason, longest wait first. There are a few at most, normally none. */
export async function unresolvedContests(deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<UnresolvedContest[]> {
  const now = deps.now();
  const restless = await contests.findRestless(deps.db, now, now);
  const waiting = restless.filter((row) => isWaiting(row) && (row.unresolved_at !== null || isBlind(row, deps.config, now)));
  const entered = await contests.findEnteredByHand(
    deps.db,
    waiting.map(({ match_id }) => match_id),
  );
  const settled = await contests.findSettledOtherwise(deps.db, new Date(now.getTime() - CORRECTION_ALARM_MS));
  const referred = settled.flatMap((row) => {
    const verdict = decideCorrection(row, deps.config, now);
    return verdict.kind === 'refer' ? [verdict.because === 'opinion' ? whyDisputed(row) : whyReferred(row)] : [];
  });
  const gated = await findGatedCases(deps, [...restless, ...settled]);
  const disputed = restless.filter((row) => decideHold(row, deps.config, now) === 'disputed').map(whyDisputed);
  const first = [...gated, ...disputed];
  const others = [...waiting.map((row) => whyWaiting(row, entered.has(row.match_id))), ...referred];
  const found = [...first, ...others.filter(({ id }) => !first.some((one) => one.id === id))];
  return found.sort((a, b) => a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1));
}

/** Returns contests that would have ended by now but for the approval of a second admin, which is pending or was denied. */
async function findGatedCases(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  rows: ContestWithMatch[],
): Promise<UnresolvedContest[]> {
  const due = rows.filter((row) => endingByCourse(row, config, now()) !== null);
  if (due.length === 0) return [];
  const asked = await findGated(
    db,
    due.map(({ id }) => id),
  );
  return asked.flatMap(({ subject_id: id, state, created_at, decided_at }): UnresolvedContest[] => {
    if (state === 'waiting') return [{ id, why: 'awaits_second', since: created_at }];
    return state === 'rejected' ? [{ id, why: 'not_agreed', since: decided_at! }] : [];
  });
}

/** Returns whether a contest is closed to stakes but has not ended. */
export const isWaiting = ({ state }: ContestWithMatch): boolean => state === 'locked' || state === 'paused';

function whyWaiting(
  { id, unresolved_at, match_confirmed_at, match_feed_heard_at, match_kickoff_at }: ContestWithMatch,
  isEntered: boolean,
): UnresolvedContest {
  if (unresolved_at !== null) return { id, why: 'no_result', since: unresolved_at };
  if (isEntered) return { id, why: 'not_entered', since: match_kickoff_at ?? match_confirmed_at };
  return { id, why: 'feed_silent', since: match_feed_heard_at };
}

/** Since the later of the two words that contradict each other. */
function whyDisputed(row: ContestWithMatch): UnresolvedContest {
  const { result, opinions, resultSince, statusSince } = matchFacts(row, row);
  const end = row.state === 'settled' ? settledOn(row).result : result;
  const told = disputing(end === null ? { kind: 'off' } : { kind: 'played', score: end }, opinions).map(({ toldAt }) => toldAt.getTime());
  const since = Math.max((resultSince ?? statusSince).getTime(), told.length > 0 ? Math.min(...told) : 0);
  return { id: row.id, why: 'providers_disagree', since: new Date(since) };
}

const whyReferred = ({ id, by_hand_at, match_fulltime_since, settled_at }: ContestWithMatch): UnresolvedContest => ({
  id,
  why: by_hand_at === null ? 'corrected_late' : 'contradicted',
  since: match_fulltime_since ?? settled_at!,
});
