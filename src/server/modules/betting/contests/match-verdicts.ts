import { type ContestVerdict, contestStateFor } from '#domain/settlement/contest-state.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type MatchColumns, matchFacts, settlementTimers } from './facts.ts';
import * as contests from './queries.ts';

/** What the course of a match decides for whatever was said of it beforehand, and on what grounds. */
export interface MatchVerdict {
  /** The moment for which it was judged. */
  judgedAt: Date;
  /** To a contest that is locked and has stakes in it: open again, wait, settle or void. */
  verdict: ContestVerdict;
  homeTeamId: number;
  awayTeamId: number;
  drawPossible: boolean;
  /** True kick-off; null while it is not known. */
  startedAt: Date | null;
  /** Since when the result is what it is; null before there is one. */
  resultSince: Date | null;
}

/**
 * Judges matches by the rules that end a contest (docs/rules.md#settlement), for what is said of them without stakes. Those that do not exist are
 * left out. With `isHeld` no feed changes them before the transaction ends; they are judged for the moment at which they are held.
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

function verdictOf(match: MatchColumns & { draw_possible: boolean }, config: Deps['config'], now: Date): MatchVerdict {
  const { match_home_team_id: homeTeamId, match_away_team_id: awayTeamId } = match;
  const said = {
    market: 'wdl' as const,
    state: 'locked' as const,
    deadlineAt: match.match_kickoff_at,
    firstDeadlineAt: null,
    hasStakes: true,
  };
  const facts = matchFacts(match, { home_team_id: homeTeamId, away_team_id: awayTeamId });
  return {
    judgedAt: now,
    verdict: contestStateFor(said, facts, now, settlementTimers(config)),
    homeTeamId,
    awayTeamId,
    drawPossible: match.draw_possible,
    startedAt: match.match_started_at,
    resultSince: match.match_fulltime_since,
  };
}
