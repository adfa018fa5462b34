import { isOwnKind, type MatchNotification, type NotificationKind } from './notification.ts';

/** Something that a user could be told now. */
export interface Telling {
  kind: NotificationKind;
  /** By how much it moved the outcome that it moved most, in probability: 0 to 1. */
  swing: number;
  /** The user wants this kind, on one of the ways at least. */
  isWanted: boolean;
  /** When the user's quiet hours end; null outside them, and for a kind that is told in them. */
  quietUntil: Date | null;
  /** With a sound so far, of the match and of all in a day, and how many may be. */
  used: { match: number; day: number };
  max: { match: number; day: number };
}

export type Silence = 'not_wanted' | 'quiet' | 'match_budget' | 'day_budget';

/**
 * - `send`: with a sound, counted where it is of a match
 * - `replace`: what the user was told of the match before is changed in silence
 * - `later`: at the end of quiet hours
 * - `drop`: nothing
 */
export type Verdict =
  | { act: 'send' }
  | { act: 'replace'; reason: Silence }
  | { act: 'later'; until: Date }
  | { act: 'drop'; reason: Silence };

/**
 * What becomes of a telling. A user's own is always told, after quiet hours at the latest. Of a match, the first half of each budget is for
 * whatever comes first; then the bar rises with what is used, so that what is left is there for what matters more, and the end of a match
 * passes as long as anything is left.
 */
export function planTelling({ kind, swing, isWanted, quietUntil, used, max }: Telling): Verdict {
  if (!isWanted) return { act: 'drop', reason: 'not_wanted' };
  if (isOwnKind(kind)) return quietUntil === null ? { act: 'send' } : { act: 'later', until: quietUntil };
  if (quietUntil !== null) return { act: 'drop', reason: 'quiet' };
  const weight = weightOf(kind, swing);
  const reason = weight < barOf(used.match, max.match) ? 'match_budget' : weight < barOf(used.day, max.day) ? 'day_budget' : null;
  if (reason === null) return { act: 'send' };
  return used.match > 0 ? { act: 'replace', reason } : { act: 'drop', reason };
}

const BASES: Record<MatchNotification, number> = {
  lineups: 0.1,
  half_time: 0.2,
  kickoff: 0.3,
  swing: 0.3,
  red_card: 0.4,
  goal: 0.4,
  full_time: 1,
};

/** How much a telling matters, 0 to 1: by its kind, and by how far it moved the chances. */
export const weightOf = (kind: MatchNotification, swing: number): number => Math.min(1, BASES[kind] + Math.min(Math.max(swing, 0), 1));

/** What a telling must weigh: 0 for the first half of a budget, then in even steps to 1 for the last; nothing weighs enough beyond it. */
export function barOf(used: number, max: number): number {
  if (used >= max) return Number.POSITIVE_INFINITY;
  const half = Math.ceil(max / 2);
  return used < half ? 0 : (used - half + 1) / (max - half);
}
