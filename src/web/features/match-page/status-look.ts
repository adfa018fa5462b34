import { startState } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import { OWN_STATUS_WORDS, type StatusKey } from '#texts/status-words.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useTicking } from '#web/lib/clock.ts';
import type { TimedMatch } from '#web/lib/match-time.ts';

/** In play; needs attention; a result; neither match nor result; still to come. */
type StatusLook = 'live' | 'warn' | 'over' | 'void' | 'soon';

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

/** States that are neither play nor a result, which the header explains. */
const EXPLAINED = ['int', 'tbd', 'pst', 'susp', 'abd', 'canc', 'awd', 'wo', 'delayed', 'suspected_cancelled'] as const;
type Explained = (typeof EXPLAINED)[number];

const isExplained = (key: StatusKey): key is Explained => (EXPLAINED as readonly string[]).includes(key);

/** Returns the message key that explains a state; null if it needs no explanation. */
export function explanationOf(key: StatusKey, sport: Sport): Explained | 'retired' | 'forfeit' | null {
  const own = OWN_STATUS_WORDS[sport][key];
  if (own === 'retired' || own === 'forfeit') return own;
  return isExplained(key) ? key : null;
}

const WATCH_MS = 15_000;

/** Returns a match's status; "not started" becomes "delayed" and "suspected cancelled" as time passes. */
export function useStatus({ status, kickoff_at, is_concealed }: Pick<TimedMatch, 'status' | 'kickoff_at' | 'is_concealed'>): StatusKey {
  const speed = useMeta()?.match_speed ?? 1;
  return useTicking(
    WATCH_MS,
    // Whether a hidden match is delayed is not revealed.
    (now) =>
      (is_concealed
        ? null
        : startState(status, kickoff_at === null ? null : new Date(kickoff_at), now, scaleTimers(SETTLEMENT_TIMERS, speed))) ?? status,
  );
}
