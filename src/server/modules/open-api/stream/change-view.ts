import type { LiveChange } from '#contract/live.ts';
import type { StreamChange } from '#contract/v1/stream.ts';
import { v1MatchState } from '#server/modules/match-data/public.ts';
import { v1Contest } from '#server/modules/open-api/v1/contests.ts';
import { v1Consensus, v1Event, v1Lineup } from '#server/modules/open-api/v1/matches.ts';

/** Returns a change in the names of the open API; null for those that are not about matches. */
export function streamChangeOf(change: LiveChange): StreamChange | null {
  switch (change.t) {
    case 'match':
      return { type: 'match', match: v1MatchState(change.match) };
    case 'events':
      return { type: 'events', match_id: change.match_id, data: change.events.map(v1Event) };
    case 'lineups':
      return {
        type: 'lineups',
        match_id: change.match_id,
        lineups: { home: v1Lineup(change.lineups.home), away: v1Lineup(change.lineups.away) },
      };
    case 'statistics':
      return { type: 'statistics', match_id: change.match_id, data: change.statistics };
    case 'market':
      return { type: 'odds', match_id: change.match_id, consensus: v1Consensus(change.market) };
    case 'contest':
      return { type: 'contest', match_id: change.contest.match_id, contest: v1Contest(change.contest) };
    case 'refetch':
      return { type: 'refetch' };
    default:
      return null;
  }
}
