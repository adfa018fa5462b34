import type { ManualFixture } from '#contract/contest-admin.ts';
import { canFollow, MATCH_STATUSES, type MatchStatus } from '#domain/matches/match-status.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import { matchBrief } from '#server/modules/match-data/matches/match-brief.ts';
import type { FixtureRow } from './queries.ts';

/** Returns a match as shown in the form in which it is entered. */
export function fixtureView(row: FixtureRow): ManualFixture {
  const { id, kickoff_at, status, minute, period, score, home, away } = matchBrief(row, row.league.sport, row.home, row.away);
  return {
    ...{ id, league: leagueRef(row.league), season: row.season, round: row.round, home, away, kickoff_at, venue: row.venue },
    ...{ status, minute, period, score },
    next_statuses: MATCH_STATUSES.filter((next) => canFollow(status as MatchStatus, next)),
  };
}
