import type { LiveChange } from '#contract/live.ts';
import type { MatchState, MatchSummary } from '#contract/matches.ts';
import type { Side } from '#domain/matches/sport.ts';

/**
 * A match with a changed state or market. Returns the same object if the change is about another match, or older than the known state: an
 * answer may have overtaken the push.
 */
export function withChange<T extends MatchSummary>(match: T, change: LiveChange): T {
  if (change.t === 'match' && change.match.id === match.id) {
    return isOlder(change.match.seen_at, match.seen_at) ? match : { ...match, ...change.match };
  }
  if (change.t === 'market' && change.match_id === match.id) {
    return isOlder(change.market?.confirmed_at ?? null, match.market?.confirmed_at ?? null)
      ? match
      : { ...match, market: change.market, offer: change.offer };
  }
  return match;
}

/** ISO 8601 times in UTC; a missing time counts as new. */
const isOlder = (told: string | null, known: string | null): boolean =>
  told !== null && known !== null && Date.parse(told) < Date.parse(known);

/** The side that scored between two states of a match; null if neither did (a goal taken back is none). */
export function scorer(before: MatchSummary, after: MatchSummary): Side | null {
  const added = (side: Side) => (after.score[side] ?? 0) - (before.score[side] ?? 0);
  if (before.score.home === null) return null;
  if (added('home') > 0) return 'home';
  return added('away') > 0 ? 'away' : null;
}

/**
 * The side that is behind, or has lost: on penalties if they decided, and regardless of the score if the match was awarded to the other
 * one. Null if level, before the start, and if a player retired and it is unknown who advances.
 */
export function sideBehind({ status, score }: Pick<MatchState, 'status' | 'score'>): Side | null {
  if (score.awarded_to) return opponentOf(score.awarded_to);
  if (status === 'awd' && score.parts) return null;
  const [home, away] = status === 'pen' && score.penalty !== null ? score.penalty : [score.home, score.away];
  if (home === null || away === null || home === away) return null;
  return home < away ? 'home' : 'away';
}

export const opponentOf = (side: Side): Side => (side === 'home' ? 'away' : 'home');
