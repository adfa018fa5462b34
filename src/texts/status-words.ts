import type { MatchStatus, startState } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';

/** A match's status, or the text for one that has not begun on time. */
export type StatusKey = MatchStatus | NonNullable<ReturnType<typeof startState>>;

/** Words of other sports that differ from football's. */
export type OwnStatusWord = 'overtime' | 'break' | 'final' | 'after_overtime' | 'retired' | 'forfeit';

type OwnWords = Partial<Record<StatusKey, OwnStatusWord>>;

const OTHERS = { et: 'overtime', bt: 'break', ft: 'final', aet: 'after_overtime' } as const satisfies OwnWords;

/** The codes are the same in every sport; these are the words that differ, by code. Stored as data, so that browsers get them too. */
export const OWN_STATUS_WORDS: Record<Sport, OwnWords> = {
  football: {},
  basketball: { ...OTHERS, wo: 'forfeit' },
  // A player who retires, or is defaulted, loses the match.
  tennis: { ...OTHERS, awd: 'retired' },
  esports: { ...OTHERS, wo: 'forfeit' },
};
