import type { MatchStatus, startState } from '#domain/match-status.ts';

/** A match's status, or what is said of one that has not begun although its time has come. */
export type StatusKey = MatchStatus | NonNullable<ReturnType<typeof startState>>;

/** In play; something to watch out for; a result; no match and no result; still to come. */
export type StatusLook = 'live' | 'warn' | 'over' | 'void' | 'soon';

const LOOKS: Record<StatusKey, StatusLook> = {
  ns: 'soon',
  tbd: 'soon',
  live: 'live',
  h1: 'live',
  ht: 'live',
  h2: 'live',
  et: 'live',
  bt: 'live',
  p: 'live',
  int: 'warn',
  ft: 'over',
  aet: 'over',
  pen: 'over',
  pst: 'warn',
  susp: 'warn',
  abd: 'warn',
  canc: 'void',
  awd: 'void',
  wo: 'void',
  delayed: 'warn',
  suspected_cancelled: 'warn',
};

export const statusLook = (key: StatusKey): StatusLook => LOOKS[key];

/** States that are neither play nor a result: the header says what they mean. */
export const EXPLAINED = ['int', 'tbd', 'pst', 'susp', 'abd', 'canc', 'awd', 'wo', 'delayed', 'suspected_cancelled'] as const;
type Explained = (typeof EXPLAINED)[number];

export const isExplained = (key: StatusKey): key is Explained => (EXPLAINED as readonly string[]).includes(key);
