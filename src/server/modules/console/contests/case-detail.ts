import { type ContestCase, type ContestCaseDetail, HAND_ACTIONS } from '#contract/contest-admin.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { endKindOf } from '#domain/settlement/second-opinion.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import {
  type ContestWithMatch,
  checkByHand,
  decideState,
  findContestWithMatch,
  handNeedsSecond,
  isBlind,
  matchFacts,
  outlooksOf,
  settlementTimers,
  type UnresolvedContest,
  unresolvedContests,
} from '#server/modules/betting/public.ts';
import { findMatchBriefs, findMatchLines, type MatchLine } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type CaseRow, findCases, findCorrections, findFeeds, findOpinions } from './queries.ts';

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
    corrections: (await findCorrections(db, id)).map(({ home_score, away_score, corrected_at, ...correction }) => ({
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
  const [briefs, feeds, opinions] = await Promise.all([
    findMatchBriefs(db, [row.match_id]),
    findFeeds(db, row.match_id),
    findOpinions(db, row.match_id),
  ]);
  const { result } = matchFacts(row, row);
  return {
    status_since: row.match_status_since.toISOString(),
    score: briefs.get(row.match_id)!.score,
    result,
    end: endKindOf(row.match_status as MatchStatus, result),
    result_since: result === null ? null : (row.match_fulltime_since?.toISOString() ?? null),
    started_at: row.match_started_at?.toISOString() ?? null,
    confirmed_at: row.match_confirmed_at.toISOString(),
    told_at: row.match_seen_at?.toISOString() ?? null,
    feeds,
    opinions,
  };
}

function verdictOf(row: ContestWithMatch, config: Config, now: Date): ContestCaseDetail['verdict'] {
  const verdict = decideState(row, config, now);
  return {
    kind: verdict.kind,
    to: verdict.kind === 'move' ? verdict.to : null,
    void_reason: verdict.kind === 'void' ? verdict.reason : null,
    is_blind: isBlind(row, config, now),
  };
}

/** Returns contests as operators see them, in the order of the given ids; `unresolved` lists all contests that need an operator. */
export async function findCaseViews(db: Db, ids: readonly string[], unresolved: readonly UnresolvedContest[]): Promise<ContestCase[]> {
  const rows = await findCases(db, ids);
  const matches = await findMatchLines(
    db,
    rows.map(({ match_id }) => match_id),
  );
  return rows.map((row) => caseView(row, matches.get(row.match_id)!, unresolved.find(({ id }) => id === row.id) ?? null));
}

function caseView(row: CaseRow, match: MatchLine, unresolved: UnresolvedContest | null): ContestCase {
  const isOver = row.state === 'settled' || row.state === 'void';
  return {
    id: row.id,
    market: row.market as ContestCase['market'],
    state: row.state as ContestCase['state'],
    state_since: row.state_since.toISOString(),
    deadline_at: row.deadline_at?.toISOString() ?? null,
    match,
    staked: { home: row.stake_home, draw: row.stake_draw, away: row.stake_away },
    total_stake: totalStake(row),
    bets: row.participants,
    unresolved: unresolved && { why: unresolved.why, since: unresolved.since.toISOString() },
    is_ending: row.ending !== null && !isOver,
    winner: row.winner as ContestCase['winner'],
    result: row.home_score === null || row.away_score === null ? null : [row.home_score, row.away_score],
    void_reason: row.void_reason,
    settled_at: row.settled_at?.toISOString() ?? null,
    is_by_hand: row.by_hand_at !== null,
    approval_id: row.approval_id,
  };
}

/** Returns the points that a contest holds, or held until its end. */
export const totalStake = (row: { stake_home: number; stake_draw: number; stake_away: number }): number =>
  row.stake_home + row.stake_draw + row.stake_away;
