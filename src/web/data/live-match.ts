import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';

/**
 * A match with what a change says of its state or market. The same object is given back where the change is about another
 * match, or is older than what is known already: an answer may have overtaken the push.
 */
export function withChange<T extends MatchSummary>(match: T, change: LiveChange): T {
  if (change.t === 'match' && change.match.id === match.id) {
    return isOlder(change.match.seen_at, match.seen_at) ? match : { ...match, ...change.match };
  }
  if (change.t === 'market' && change.match_id === match.id) {
    return isOlder(change.market?.confirmed_at ?? null, match.market?.confirmed_at ?? null) ? match : { ...match, market: change.market };
  }
  return match;
}

/** ISO 8601 times in UTC; what has no time is taken as new. */
const isOlder = (told: string | null, known: string | null): boolean =>
  told !== null && known !== null && Date.parse(told) < Date.parse(known);

/** Which side has scored between two readings of a match; null when neither has (a goal taken back is none). */
export function scorer(before: MatchSummary, after: MatchSummary): 'home' | 'away' | null {
  const added = (side: 'home' | 'away') => (after.score[side] ?? 0) - (before.score[side] ?? 0);
  if (before.score.home === null) return null;
  if (added('home') > 0) return 'home';
  return added('away') > 0 ? 'away' : null;
}
