import type { Score } from '#domain/matches/score.ts';
import type { VoidReason } from '#domain/settlement/contest.ts';
import type { Config } from '#server/config.ts';
import { type ContestWithMatch, judge, judgeSettled } from './facts.ts';

/** How a contest is to be ended or resettled. */
export type GatedEnding =
  | { ending: 'settle'; score: Score; startedAt: Date | null }
  | { ending: 'resettle'; score: Score; startedAt: Date | null }
  | { ending: 'void'; reason: VoidReason };

/** The same in the form stored with an approval. */
export interface EndingWords {
  ending: 'settle' | 'resettle' | 'void';
  home_score: number | null;
  away_score: number | null;
  void_reason: string | null;
  started_at: string | null;
}

export const wordsOf = (ending: GatedEnding): EndingWords =>
  ending.ending === 'void'
    ? { ending: 'void', home_score: null, away_score: null, void_reason: ending.reason, started_at: null }
    : {
        ...{ ending: ending.ending, home_score: ending.score[0], away_score: ending.score[1], void_reason: null },
        started_at: ending.startedAt?.toISOString() ?? null,
      };

/** Returns whether the requested ending is this one, on the same facts. */
export function isSameEnding(asked: EndingWords, ending: GatedEnding): boolean {
  const now = wordsOf(ending);
  return (Object.keys(now) as (keyof EndingWords)[]).every((key) => asked[key] === now[key]);
}

/** Returns how the course of its match ends or resettles a contest now; null if it does not. */
export function endingByCourse(row: ContestWithMatch, config: Config, now: Date): GatedEnding | null {
  if (row.state === 'settled') {
    const verdict = judgeSettled(row, config, now);
    if (verdict.kind !== 'correct') return null;
    return { ending: 'resettle', score: verdict.facts.result, startedAt: verdict.facts.startedAt };
  }
  if (row.ending !== null) return null;
  const verdict = judge(row, config, now);
  if (verdict.kind === 'settle') return { ending: 'settle', score: verdict.result, startedAt: row.match_started_at };
  return verdict.kind === 'void' ? { ending: 'void', reason: verdict.reason } : null;
}
