import type { MatchState } from '#contract/matches.ts';
import type { Side } from '#domain/sport.ts';

/**
 * The side that is behind, or has lost: on penalties where they decided. Null while level, and before the start; and where a
 * player retired, as the score stays what it was, whoever goes through.
 */
export function sideBehind({ status, score }: Pick<MatchState, 'status' | 'score'>): Side | null {
  if (status === 'awd' && score.parts) return null;
  const [home, away] = status === 'pen' && score.penalty !== null ? score.penalty : [score.home, score.away];
  if (home === null || away === null || home === away) return null;
  return home < away ? 'home' : 'away';
}
