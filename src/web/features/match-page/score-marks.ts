import type { OutcomeProbabilities, ScoreView } from '#contract/forecasts.ts';
import type { Pick } from '#domain/matches/sport.ts';

/** What lights up in the matrix of scores. */
export type Mark =
  | { kind: 'outcome'; pick: Pick }
  | { kind: 'over' | 'under'; line: number }
  | { kind: 'both_score' }
  | { kind: 'score'; home: number; away: number };

/** The last row and column stand for this many goals and more. */
export const LAST_SHOWN = 6;

/** Whether a cell of the matrix belongs to what is marked. 6+ against 6+ counts as a draw: which of them it is, nobody sees. */
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

/** How likely it is, 0 to 1, as the panels say it; null for what they do not say. */
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
