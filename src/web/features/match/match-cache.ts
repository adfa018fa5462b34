import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { withChange } from '#web/lib/live-match.ts';

/** A match with a change of its topic in it; the same object where the change says nothing of it. */
export function withMatchChange(match: MatchDetail, change: LiveChange): MatchDetail {
  if (change.t === 'events') return change.match_id === match.id ? { ...match, events: change.events } : match;
  if (change.t === 'lineups') {
    return change.match_id === match.id ? { ...match, lineups: change.lineups, lineups_fallback: null } : match;
  }
  if (change.t === 'contest' && change.contest.match_id === match.id) {
    const others = match.contests.filter(({ id }) => id !== change.contest.id);
    return { ...match, contests: [...others, change.contest] };
  }
  return withChange(match, change);
}
