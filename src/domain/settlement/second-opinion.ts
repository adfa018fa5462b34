import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, type Score, type SettlementRule, settledScore } from '#domain/matches/score.ts';

/**
 * What another provider than a match's source says about the end of the match (docs/decisions/061). A second opinion ends nothing: it can
 * only hold back what the source ends.
 */
export interface SecondOpinion {
  feed: string;
  /** How the match ended, by its word; null while it has told no end. */
  end: MatchEnd | null;
  /** Since when this is its word, by the server's clock. */
  toldAt: Date;
}

/** How a match ended, as far as contests are concerned: played, with the score they settle on, or with no result that counts. */
export type MatchEnd = { kind: 'played'; score: Score } | { kind: 'off' };

const OFF: readonly MatchStatus[] = ['canc', 'wo', 'abd'];

/**
 * Returns the end that a status and its score tell; null if they tell none that a contest could be settled on. `before` is the end that the
 * same provider told last: an award after the final whistle leaves the played score.
 */
export function endOf(rule: SettlementRule, status: MatchStatus, score: MatchScore, before: MatchEnd | null): MatchEnd | null {
  if (status === 'awd') return before?.kind === 'played' ? before : { kind: 'off' };
  if (OFF.includes(status)) return { kind: 'off' };
  const isRegularTimeOver = rule === 'regular_time' && (status === 'et' || status === 'bt' || status === 'p');
  if (!isFinal(status) && !isRegularTimeOver) return null;
  const settled = settledScore(rule, status, score);
  return settled && { kind: 'played', score: settled };
}

/** Returns the kind of end that a match's source has told: played where there is a score to settle on, else by its status; null if none yet. */
export function endKindOf(status: MatchStatus, result: Score | null): MatchEnd['kind'] | null {
  if (result !== null) return 'played';
  return status === 'awd' || OFF.includes(status) ? 'off' : null;
}

/** Returns whether two providers say the same of what settles. Cancelled, abandoned and awarded matches all return the stakes. */
export const isSameEnd = (one: MatchEnd, other: MatchEnd): boolean =>
  one.kind === 'played' && other.kind === 'played'
    ? one.score[0] === other.score[0] && one.score[1] === other.score[1]
    : one.kind === other.kind;

/** Returns the opinions that tell another end. */
export const disputing = (end: MatchEnd, opinions: readonly SecondOpinion[]): SecondOpinion[] =>
  opinions.filter((opinion) => opinion.end !== null && !isSameEnd(opinion.end, end));

/**
 * Returns what second opinions say of an end that the source has told: `disputed` if one of them tells another end, `confirmed` if one tells
 * the same or none knows the match, `awaited` while none of those that know it has told an end.
 */
export function confirmationOf(end: MatchEnd, opinions: readonly SecondOpinion[]): 'confirmed' | 'disputed' | 'awaited' {
  if (disputing(end, opinions).length > 0) return 'disputed';
  return opinions.length === 0 || opinions.some((opinion) => opinion.end !== null) ? 'confirmed' : 'awaited';
}
