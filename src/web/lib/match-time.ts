import { useFormatter, useTranslations } from 'use-intl';
import type { MatchState } from '#contract/matches.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/contest-state.ts';
import { clockMinute, isInPlay, startState } from '#domain/match-status.ts';
import { TIME } from './date-formats.ts';
import { useMeta } from './meta.ts';
import { useNow } from './use-now.ts';

/** Enough of a match to say how far it is. */
export type TimedMatch = Pick<MatchState, 'status' | 'minute' | 'stoppage' | 'seen_at' | 'kickoff_at' | 'score'>;

export interface MatchTime {
  /** As short as a column allows: "67′", "HT", "18:30". */
  short: string;
  /** In words: "2nd half"; null where the short form says it all. */
  long: string | null;
  /** All of it, to be read out. */
  spoken: string;
  /** In play, something to watch out for, or neither. */
  tone: 'live' | 'warn' | 'quiet';
}

const TICK_MS = 1_000;
const WATCH_MS = 15_000;

/** How far a match is, in the reader's language; the minute runs on by the page's own clock. */
export function useMatchTime(match: TimedMatch): MatchTime {
  const t = useTranslations('match');
  const format = useFormatter();
  const speed = useMeta()?.match_speed ?? 1;
  const now = useNow(isInPlay(match.status) ? TICK_MS : WATCH_MS);
  const { status } = match;

  if (status === 'ns' && match.kickoff_at !== null) {
    const kickoff = format.dateTime(new Date(match.kickoff_at), TIME);
    const late = startState(status, new Date(match.kickoff_at), now, scaleTimers(SETTLEMENT_TIMERS, speed));
    if (late === null) return { short: kickoff, long: null, spoken: kickoff, tone: 'quiet' };
    const words = t(`status.long.${late}`);
    return { short: kickoff, long: words, spoken: `${kickoff}, ${words}`, tone: 'warn' };
  }

  const words = t(`status.long.${status}`);
  const minute = isInPlay(status) ? runningMinute(match, now, speed) : null;
  if (minute !== null) return { short: `${minute}′`, long: words, spoken: `${words}, ${t('minute', { minute })}`, tone: 'live' };
  if (status === 'ft') return { short: t('status.short.ft'), long: null, spoken: words, tone: 'quiet' };
  const penalty = status === 'pen' || status === 'p' ? match.score.penalty : null;
  const long = penalty === null ? words : t('pens_score', { home: penalty[0], away: penalty[1] });
  return { short: t(`status.short.${status}`), long, spoken: penalty === null ? words : `${words}, ${long}`, tone: toneOf(status) };
}

/** "67" or "45+2"; null while no minute is played. */
function runningMinute({ status, minute, stoppage, seen_at }: TimedMatch, now: Date, speed: number): string | null {
  if (status === 'ht' || status === 'bt' || status === 'p') return null;
  const clock = clockMinute({ status, minute, stoppage, seenAt: seen_at === null ? now : new Date(seen_at) }, now, speed);
  if (clock === null) return null;
  return clock.stoppage === null ? String(clock.minute) : `${clock.minute}+${clock.stoppage}`;
}

function toneOf(status: MatchState['status']): MatchTime['tone'] {
  if (isInPlay(status)) return 'live';
  return status === 'susp' || status === 'abd' ? 'warn' : 'quiet';
}
