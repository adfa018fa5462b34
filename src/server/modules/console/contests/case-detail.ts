import { type ContestCaseDetail, HAND_ACTIONS } from '#contract/contest-admin.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import {
  type ContestWithMatch,
  checkByHand,
  findContestWithMatch,
  handNeedsSecond,
  isBlind,
  judge,
  matchFacts,
  outlooksOf,
  settlementTimers,
  unresolvedContests,
} from '#server/modules/betting/public.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { findCaseViews, totalStake } from './case-view.ts';
import * as operations from './queries.ts';

/** Returns a contest with what is known of its match, and what each way of ending it would do. Throws `not_found`. */
export async function caseDetail(deps: Deps, admin: SignedInAdmin, id: string): Promise<ContestCaseDetail> {
  const { db, config } = deps;
  const row = await findContestWithMatch(db, id);
  if (!row) throw new AppError('not_found');
  const now = deps.now();
  const outlooks = await outlooksOf(db, row);
  const [view] = await findCaseViews(db, [id], await unresolvedContests(deps));
  return {
    ...view!,
    facts: await factsOf(deps, row),
    verdict: verdictOf(row, config, now),
    corrections: (await operations.findCorrections(db, id)).map(({ home_score, away_score, corrected_at, ...correction }) => ({
      ...correction,
      result: [home_score, away_score],
      corrected_at: corrected_at.toISOString(),
    })),
    outlooks,
    actions: HAND_ACTIONS.filter((action) => checkByHand(row, action, config, now) === null),
    resettle_until: row.settled_at && new Date(row.settled_at.getTime() + settlementTimers(config).correctionMs).toISOString(),
    needs_second: await handNeedsSecond(deps, totalStake(row), outlooks, admin.id),
  };
}

async function factsOf({ db }: Deps, row: ContestWithMatch): Promise<ContestCaseDetail['facts']> {
  const [briefs, feeds] = await Promise.all([findMatchBriefs(db, [row.match_id]), operations.findFeeds(db, row.match_id)]);
  const { result } = matchFacts(row, row);
  return {
    status_since: row.match_status_since.toISOString(),
    score: briefs.get(row.match_id)!.score,
    result,
    result_since: result === null ? null : (row.match_fulltime_since?.toISOString() ?? null),
    started_at: row.match_started_at?.toISOString() ?? null,
    confirmed_at: row.match_confirmed_at.toISOString(),
    told_at: row.match_seen_at?.toISOString() ?? null,
    feeds,
  };
}

function verdictOf(row: ContestWithMatch, config: Config, now: Date): ContestCaseDetail['verdict'] {
  const verdict = judge(row, config, now);
  return {
    kind: verdict.kind,
    to: verdict.kind === 'move' ? verdict.to : null,
    void_reason: verdict.kind === 'void' ? verdict.reason : null,
    is_blind: isBlind(row, config, now),
  };
}
