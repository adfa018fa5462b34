import { type ContestVerdict, contestStateFor } from '#domain/settlement/contest-state.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type MatchColumns, matchFacts, settlementTimers, type Terms, termsOf } from './facts.ts';
import * as contests from './queries.ts';

/** What the course of a match decides for predictions made beforehand, and on what grounds. */
export interface MatchVerdict {
  /** Time for which the verdict holds. */
  judgedAt: Date;
  /** Verdict for a locked contest with stakes: open again, wait, settle or void. */
  verdict: ContestVerdict;
  /** What the match is now; a prediction on other terms is lost. */
  terms: Terms;
  /** True kick-off; null while it is unknown. */
  startedAt: Date | null;
  /** Time since which the result has not changed; null before there is one. */
  resultSince: Date | null;
}

/**
 * Applies the rules that end a contest (docs/rules.md#settlement) to matches, for predictions without stakes. Omits matches that do not
 * exist. With `isHeld` no feed can change the matches before the transaction ends; the verdicts hold for the time at which they were
 * locked.
 */
export async function matchVerdicts(
  db: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  matchIds: readonly number[],
  { isHeld = false } = {},
): Promise<Map<number, MatchVerdict>> {
  const matches = await contests.findMatches(db, matchIds, isHeld);
  const now = deps.now();
  return new Map(matches.map((match) => [match.id, verdictOf(match, deps.config, now)]));
}

function verdictOf(match: MatchColumns, config: Deps['config'], now: Date): MatchVerdict {
  const terms = termsOf(match);
  const said = {
    market: 'wdl' as const,
    state: 'locked' as const,
    deadlineAt: match.match_kickoff_at,
    firstDeadlineAt: null,
    hasStakes: true,
  };
  const facts = matchFacts(match, terms);
  return {
    judgedAt: now,
    verdict: contestStateFor(said, facts, now, settlementTimers(config)),
    terms,
    startedAt: match.match_started_at,
    resultSince: match.match_fulltime_since,
  };
}
