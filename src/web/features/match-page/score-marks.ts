import type { OutcomeProbabilities, ScoreView } from '#contract/forecasts.ts';
import type { Pick } from '#domain/matches/sport.ts';

/** What is highlighted in the matrix of scores. */
export type Mark =
  | { kind: 'outcome'; pick: Pick }
  | { kind: 'over' | 'under'; line: number }
  | { kind: 'both_score' }
  | { kind: 'score'; home: number; away: number };

/** The last row and column include this many goals and more. */
export const LAST_SHOWN = 6;

/** Returns whether a mark includes a cell. 6+ against 6+ counts as a draw, because the cell does not tell the winner. */
export function isMarked(mark: Mark, home: number, away: number): boolean {
  switch (mark.kind) {
    case 'outcome':
      return mark.pick === (home > away ? 'home' : home < away ? 'away' : 'draw');
    case 'over':
      return home + away > mark.line;
    case 'under':
      return home + away < mark.line;
    case 'both_score':
      return home > 0 && away > 0;
    case 'score':
      return home === Math.min(mark.home, LAST_SHOWN) && away === Math.min(mark.away, LAST_SHOWN);
  }
}

/** Returns the probability of a mark, 0 to 1, as in the panels; null if they do not show it. */
export function markProbability(mark: Mark, outcomes: OutcomeProbabilities, scores: ScoreView): number | null {
  switch (mark.kind) {
    case 'outcome':
      return outcomes[mark.pick];
    case 'over':
    case 'under':
      return scores.over_under.find(({ line }) => line === mark.line)?.[mark.kind] ?? null;
    case 'both_score':
      return scores.both_score;
    case 'score':
      return scores.top.find(({ home, away }) => home === mark.home && away === mark.away)?.probability ?? null;
  }
}

export const isSameMark = (a: Mark | null, b: Mark): boolean => JSON.stringify(a) === JSON.stringify(b);
