import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { withChange } from '#web/lib/live-match.ts';

/** A match with a change of its topic in it; the same object where the change says nothing of it. */
export function withMatchChange(match: MatchDetail, change: LiveChange): MatchDetail {
  if (change.t === 'events') return change.match_id === match.id ? { ...match, events: change.events } : match;
  if (change.t === 'lineups') return change.match_id === match.id ? { ...match, lineups: change.lineups } : match;
  if (change.t === 'contest' && change.contest.match_id === match.id) {
    const others = match.contests.filter(({ id }) => id !== change.contest.id);
    return { ...match, contests: [...others, change.contest] };
  }
  return confirmed(withChange(match, change));
}

/** A change is news: the feed was heard when it was seen. */
function confirmed(match: MatchDetail): MatchDetail {
  const { seen_at, confirmed_at } = match;
  return seen_at !== null && Date.parse(seen_at) > Date.parse(confirmed_at) ? { ...match, confirmed_at: seen_at } : match;
}
