import type { Selectable } from 'kysely';
import type { Contest } from '#contract/contests.ts';
import { poolOdds } from '#domain/matches/odds.ts';
import { picksOf } from '#domain/matches/sport.ts';
import type { Contest as CheckedContest } from '#domain/settlement/contest.ts';
import type { Contests } from '#server/platform/db/schema.ts';

export type ContestRow = Selectable<Contests>;

/** Returns a contest in the form in which a stake is validated against it. */
export const toCheckedContest = (row: ContestRow): CheckedContest => ({
  market: row.market as CheckedContest['market'],
  state: row.state as CheckedContest['state'],
  deadlineAt: row.deadline_at,
  picks: picksOf(row.draw_possible),
});

const NO_ODDS = { home: null, draw: null, away: null };

/** Returns a contest as everyone sees it. The result is hidden until every bet is paid. */
export function contestView(row: ContestRow): Contest {
  const staked = { home: row.stake_home, draw: row.stake_draw, away: row.stake_away };
  // At fixed odds the stakes do not determine the price.
  const odds = row.market === 'wdl' ? poolOdds(staked) : NO_ODDS;
  return {
    id: row.id,
    match_id: row.match_id,
    market: row.market as Contest['market'],
    state: row.state as Contest['state'],
    deadline_at: row.deadline_at?.toISOString() ?? null,
    state_since: row.state_since.toISOString(),
    options: picksOf(row.draw_possible).map((pick) => ({
      pick,
      staked: staked[pick],
      odds: odds[pick] === null ? null : odds[pick] / 100,
    })),
    total_stake: staked.home + staked.draw + staked.away,
    participants: row.participants,
    winner: row.winner as Contest['winner'],
    result: row.state === 'settled' ? [row.home_score!, row.away_score!] : null,
    void_reason: row.state === 'void' ? row.void_reason : null,
  };
}
