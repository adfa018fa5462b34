import type { createFormatter, createTranslator, Messages } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Ending } from '#domain/settlement/endings.ts';
import { durationWords } from './duration-words.ts';

export type SettlingLeague = Pick<LeagueRef, 'sport' | 'settles_on'>;

/** The translation key for what a league's contests settle on: after 90 minutes, or on the whole match, by sport. */
export const settlingRule = ({ sport, settles_on }: SettlingLeague): 'regular_time' | Sport =>
  settles_on === 'regular_time' ? 'regular_time' : sport;

interface EndingLanguage {
  t: ReturnType<typeof createTranslator<Messages, 'endings'>>;
  format: Pick<ReturnType<typeof createFormatter>, 'number'>;
}

/**
 * Describes an ending: what happens, and what becomes of a stake of this many points. `kind` is what the league's contests settle on;
 * `confirmMs` is how long an end waits for a second data source, 0 if there is none.
 */
export function endingWords(
  { t, format }: EndingLanguage,
  { on, fate, limitMs = 0 }: Ending,
  kind: ReturnType<typeof settlingRule>,
  stake: number,
  confirmMs: number,
): { label: string; answer: string } {
  const afterMs = 'afterMs' in fate ? fate.afterMs : 0;
  const key = keyOf(fate.kind, afterMs, confirmMs);
  return {
    label: t(`cases.${on}`, { kind, limit: durationWords(format, limitMs) }),
    answer: t(`fates.${key}`, {
      kind,
      points: format.number(stake),
      wait: durationWords(format, afterMs),
      confirm: durationWords(format, confirmMs),
    }),
  };
}

function keyOf(kind: Ending['fate']['kind'], afterMs: number, confirmMs: number) {
  if (kind === 'refunded' && afterMs > 0) return 'refunded_later';
  return kind === 'settled' && confirmMs > 0 ? 'settled_confirmed' : kind;
}
