import { useFormatter, useTranslations } from 'use-intl';
import type { MatchState } from '#contract/matches.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/contest-state.ts';
import { clockMinute, isClockSilent, isInPlay, startState } from '#domain/match-status.ts';
import { TIME } from './date-formats.ts';
import { useMatchSpeed } from './match-speed.tsx';
import { useTicking } from './use-now.ts';

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

/** How far a match is, in the reader's language; the minute runs on by itself from the last reading, and stops without news. */
export function useMatchTime(match: TimedMatch): MatchTime {
  const t = useTranslations('match');
  const format = useFormatter();
  const speed = useMatchSpeed();
  const reading = useTicking(isInPlay(match.status) ? TICK_MS : WATCH_MS, (now) => readingOf(match, now, speed));
  const { status } = match;

  if (status === 'ns' && match.kickoff_at !== null) {
    const kickoff = format.dateTime(new Date(match.kickoff_at), TIME);
    if (reading === '') return { short: kickoff, long: null, spoken: kickoff, tone: 'quiet' };
    const words = t(`status.long.${reading as Late}`);
    return { short: kickoff, long: words, spoken: `${kickoff}, ${words}`, tone: 'warn' };
  }

  const words = t(`status.long.${status}`);
  if (isInPlay(status) && reading !== '') {
    const [minute = '', isSilent] = reading.split(SILENT);
    const spoken = `${words}, ${t('minute', { minute })}`;
    if (isSilent === undefined || match.seen_at === null) return { short: `${minute}′`, long: words, spoken, tone: 'live' };
    const silence = t('no_news_since', { time: format.dateTime(new Date(match.seen_at), TIME) });
    return { short: `${minute}′`, long: silence, spoken: `${spoken}, ${silence}`, tone: 'warn' };
  }
  if (status === 'ft') return { short: t('status.short.ft'), long: null, spoken: words, tone: 'quiet' };
  const penalty = status === 'pen' || status === 'p' ? match.score.penalty : null;
  const long = penalty === null ? words : t('pens_score', { home: penalty[0], away: penalty[1] });
  return { short: t(`status.short.${status}`), long, spoken: penalty === null ? words : `${words}, ${long}`, tone: toneOf(status) };
}

type Late = 'delayed' | 'suspected_cancelled';

/** Follows the minute of a clock that was stopped for want of news. */
const SILENT = '?';

/** What the passing of time makes of a match: how late it is, or its minute ("67", "45+2", "72?"); '' where time changes nothing. */
function readingOf(match: TimedMatch, now: Date, speed: number): Late | string {
  const { status, minute, stoppage, seen_at, kickoff_at } = match;
  if (status === 'ns' && kickoff_at !== null) {
    return startState(status, new Date(kickoff_at), now, scaleTimers(SETTLEMENT_TIMERS, speed)) ?? '';
  }
  if (!isInPlay(status) || status === 'ht' || status === 'bt' || status === 'p') return '';
  const told = { status, minute, stoppage, seenAt: seen_at === null ? now : new Date(seen_at) };
  const clock = clockMinute(told, now, speed);
  if (clock === null) return '';
  const shown = clock.stoppage === null ? String(clock.minute) : `${clock.minute}+${clock.stoppage}`;
  return isClockSilent(told, now, speed) ? shown + SILENT : shown;
}

/** Play that stands still, or did not begin when it should, is not as planned. */
const NOT_AS_PLANNED = new Set<MatchState['status']>(['int', 'susp', 'abd', 'pst']);

function toneOf(status: MatchState['status']): MatchTime['tone'] {
  if (NOT_AS_PLANNED.has(status)) return 'warn';
  return isInPlay(status) ? 'live' : 'quiet';
}
