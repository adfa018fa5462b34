import type { MatchStatus, startState } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';

/** A match's status, or what is said of one that has not begun although its time has come. */
export type StatusKey = MatchStatus | NonNullable<ReturnType<typeof startState>>;

/** What other sports say where football has a word of its own. */
export type OwnStatusWord = 'overtime' | 'break' | 'final' | 'after_overtime' | 'retired' | 'forfeit';

type OwnWords = Partial<Record<StatusKey, OwnStatusWord>>;

const OTHERS = { et: 'overtime', bt: 'break', ft: 'final', aet: 'after_overtime' } as const satisfies OwnWords;

/** The codes are the same in every sport; these are the words that differ, by code. Data, so that browsers get it too. */
export const OWN_STATUS_WORDS: Record<Sport, OwnWords> = {
  football: {},
  basketball: { ...OTHERS, wo: 'forfeit' },
  // A player who retires, or is defaulted, gives the match to the other one.
  tennis: { ...OTHERS, awd: 'retired' },
  esports: { ...OTHERS, wo: 'forfeit' },
};
