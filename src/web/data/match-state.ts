import type { LiveChange } from '#contract/live.ts';
import type { MatchState, MatchSummary } from '#contract/matches.ts';
import type { Side } from '#domain/matches/sport.ts';

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
export function scorer(before: MatchSummary, after: MatchSummary): Side | null {
  const added = (side: Side) => (after.score[side] ?? 0) - (before.score[side] ?? 0);
  if (before.score.home === null) return null;
  if (added('home') > 0) return 'home';
  return added('away') > 0 ? 'away' : null;
}

/**
 * The side that is behind, or has lost: on penalties where they decided, and whatever the score where the match was given to the
 * other one. Null while level, and before the start; and where a player retired and it is not told who goes on.
 */
export function sideBehind({ status, score }: Pick<MatchState, 'status' | 'score'>): Side | null {
  if (score.awarded_to) return opponentOf(score.awarded_to);
  if (status === 'awd' && score.parts) return null;
  const [home, away] = status === 'pen' && score.penalty !== null ? score.penalty : [score.home, score.away];
  if (home === null || away === null || home === away) return null;
  return home < away ? 'home' : 'away';
}

export const opponentOf = (side: Side): Side => (side === 'home' ? 'away' : 'home');
