import { startState } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import { OWN_STATUS_WORDS, type StatusKey } from '#texts/status-words.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useTicking } from '#web/lib/clock.ts';
import type { TimedMatch } from '#web/lib/match-time.ts';

/** In play; something to watch out for; a result; no match and no result; still to come. */
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

/** States that are neither play nor a result: the header says what they mean. */
const EXPLAINED = ['int', 'tbd', 'pst', 'susp', 'abd', 'canc', 'awd', 'wo', 'delayed', 'suspected_cancelled'] as const;
type Explained = (typeof EXPLAINED)[number];

const isExplained = (key: StatusKey): key is Explained => (EXPLAINED as readonly string[]).includes(key);

/** Under which word it is said what a state means; null where it needs no saying. */
export function explanationOf(key: StatusKey, sport: Sport): Explained | 'retired' | 'forfeit' | null {
  const own = OWN_STATUS_WORDS[sport][key];
  if (own === 'retired' || own === 'forfeit') return own;
  return isExplained(key) ? key : null;
}

const WATCH_MS = 15_000;

/** A match's status, with "delayed" and "suspected cancelled" told apart from "not started" as time passes. */
export function useStatus({ status, kickoff_at, is_concealed }: Pick<TimedMatch, 'status' | 'kickoff_at' | 'is_concealed'>): StatusKey {
  const speed = useMeta()?.match_speed ?? 1;
  return useTicking(
    WATCH_MS,
    // How late a match is that is hidden, nobody can tell.
    (now) =>
      (is_concealed
        ? null
        : startState(status, kickoff_at === null ? null : new Date(kickoff_at), now, scaleTimers(SETTLEMENT_TIMERS, speed))) ?? status,
  );
}
