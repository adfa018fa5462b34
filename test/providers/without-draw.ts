import type { Score } from '#domain/matches/score.ts';
import type { Left } from './provider.ts';

/**
 * Returns what is left of the day in a sport without draws and events: `final` returns the score for which the final one of the truth
 * stands, and the guests win where that is level. The winner of the pool takes all of it.
 */
export const withoutDraw =
  (final: (score: Score) => Score) =>
  ({ matches, contests, corrections, balances }: Left): Left => {
    const winner = contests[0]?.split(' ')[1];
    return {
      matches: matches.map((match) => {
        const [home_score, away_score] = final([match.home_score!, match.away_score!]);
        return { ...match, home_score, away_score, halftime: null, fulltime: [home_score, away_score] };
      }),
      goals: [],
      contests: contests.map((contest) => contest.replace('draw', 'away')),
      corrections: corrections.map((score) => final(score.split(':').map(Number) as Score).join(':')),
      balances: winner === 'home' ? [1_040, 960] : winner === 'draw' ? [900, 1_100] : balances.slice(0, 2),
    };
  };
