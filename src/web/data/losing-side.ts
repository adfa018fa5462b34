import type { MatchState } from '#contract/matches.ts';
import type { Side } from '#domain/matches/sport.ts';

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
