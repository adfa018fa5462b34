import type { ContestCase } from '#contract/contest-admin.ts';
import type { UnresolvedContest } from '#server/modules/betting/public.ts';
import { findMatchLines, type MatchLine } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type CaseRow, findCases } from './queries.ts';

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
