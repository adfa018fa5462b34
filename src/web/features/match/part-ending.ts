import type { MatchDetail } from '#contract/matches.ts';
import type { Score } from '#domain/score.ts';
import type { TimelinePart } from './timeline.ts';

export interface PartEnding {
  words: 'half_time_score' | 'final_score' | 'full_time_score' | 'extra_time_score';
  score: Score;
}

const AFTER_H2 = ['ft', 'bt', 'et', 'p', 'aet', 'pen'];
const AFTER_H1 = ['ht', 'h2', ...AFTER_H2];
const AFTER_ET = ['p', 'aet', 'pen'];

/** How a part of the match ended: as the feed told it, else as its events add up; null while it is being played, or was broken off. */
export function partEnding({ status, score }: Pick<MatchDetail, 'status' | 'score'>, part: TimelinePart): PartEnding | null {
  switch (part.period) {
    case 'H1':
      return AFTER_H1.includes(status) || score.halftime !== null
        ? { words: 'half_time_score', score: score.halftime ?? part.score }
        : null;
    case 'H2':
      if (!AFTER_H2.includes(status)) return null;
      return { words: status === 'ft' ? 'final_score' : 'full_time_score', score: score.fulltime ?? part.score };
    case 'ET':
      if (!AFTER_ET.includes(status)) return null;
      return { words: 'extra_time_score', score: score.home === null || score.away === null ? part.score : [score.home, score.away] };
  }
}
