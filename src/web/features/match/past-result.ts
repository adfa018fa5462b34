import type { PastMatch } from '#contract/matches.ts';

/** How a match ended for one of its teams, a shoot-out counted as a draw; null without a score. */
export function resultFor({ home, score }: Pick<PastMatch, 'home' | 'score'>, teamId: number): 'W' | 'D' | 'L' | null {
  if (score.home === null || score.away === null) return null;
  const ahead = home.id === teamId ? score.home - score.away : score.away - score.home;
  if (ahead === 0) return 'D';
  return ahead > 0 ? 'W' : 'L';
}
