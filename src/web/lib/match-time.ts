import { useFormatter, useTranslations } from 'use-intl';
import type { MatchState } from '#contract/matches.ts';
import { clockMinute, isClockSilent, isInPlay, startState } from '#domain/matches/match-status.ts';
import type { Period, Sport } from '#domain/matches/sport.ts';
import { SETTLEMENT_TIMERS, scaleTimers } from '#domain/settlement/settlement-timers.ts';
import { OWN_STATUS_WORDS } from '#texts/status-words.ts';
import { useMatchSpeed } from '#web/data/queries.tsx';
import { useDelayMs } from '#web/data/shield.ts';
import { useTicking } from './clock.ts';

/** The part of a match needed for its time. */
export type TimedMatch = Pick<MatchState, 'status' | 'minute' | 'stoppage' | 'seen_at' | 'kickoff_at' | 'score'> & {
  period?: Period | null;
  is_concealed?: true | undefined;
};

export interface MatchTime {
  /** Short enough for a column: "67′", "HT", "18:30", "Q3 4′". */
  short: string;
  /** The long form, or further information: "2nd half", "No news since 18:00"; null if the short form says it all. */
  long: string | null;
  /** The stage as text only: "2nd half", "3rd quarter", "Not started". */
  words: string;
  /** The minute alone, "67′"; null if no clock runs. */
  clock: string | null;
  /** The full text, for screen readers. */
  spoken: string;
  /** In play, unusual, or neither. */
  tone: 'live' | 'warn' | 'quiet';
}

const TICK_MS = 1_000;
const WATCH_MS = 15_000;

/** The time of a match in the reader's language; the minute continues from the last report, and stops without news. */
export function useMatchTime(match: TimedMatch, sport: Sport = 'football'): MatchTime {
  const t = useTranslations('match');
  const format = useFormatter();
  const speed = useMatchSpeed();
  const delayMs = useDelayMs();
  const reading = useTicking(isInPlay(match.status) ? TICK_MS : WATCH_MS, (now) =>
    readingOf(match, new Date(now.getTime() - delayMs), speed),
  );
  const { status, period } = match;
  const word = OWN_STATUS_WORDS[sport][status] ?? status;

  if (match.is_concealed && match.kickoff_at !== null) {
    const kickoff = format.dateTime(new Date(match.kickoff_at), 'time');
    const words = t('concealed');
    return { short: kickoff, long: words, words, clock: null, spoken: `${kickoff}, ${words}`, tone: 'quiet' };
  }

  if (status === 'ns' && match.kickoff_at !== null) {
    const kickoff = format.dateTime(new Date(match.kickoff_at), 'time');
    const words = t(`status.long.${reading === '' ? 'ns' : (reading as Late)}`);
    const isLate = reading !== '';
    const spoken = isLate ? `${kickoff}, ${words}` : kickoff;
    return { short: kickoff, long: isLate ? words : null, words, clock: null, spoken, tone: isLate ? 'warn' : 'quiet' };
  }

  const part = status === 'live' && period ? period : null;
  const words = part ? t(`part.${part.kind}`, { n: part.n }) : t(`status.long.${word}`);
  const [minute = '', isSilent] = isInPlay(status) ? reading.split(SILENT) : [];
  const clock = minute === '' ? null : `${minute}′`;
  const spoken = clock === null ? words : `${words}, ${t('minute', { minute })}`;
  if (part) {
    const name = t(`part_short.${part.kind}`, { n: part.n });
    return { short: clock === null ? name : `${name} ${clock}`, long: null, words, clock, spoken, tone: 'live' };
  }
  if (clock !== null) {
    if (isSilent === undefined || match.seen_at === null) return { short: clock, long: words, words, clock, spoken, tone: 'live' };
    const silence = t('no_news_since', { time: format.dateTime(new Date(match.seen_at), 'time') });
    return { short: clock, long: silence, words, clock, spoken: `${spoken}, ${silence}`, tone: 'warn' };
  }
  const short = t(`status.short.${word}`);
  if (status === 'ft') return { short, long: null, words, clock, spoken, tone: 'quiet' };
  const penalty = status === 'pen' || status === 'p' ? match.score.penalty : null;
  const long = penalty === null ? words : t('pens_score', { home: penalty[0], away: penalty[1] });
  // If the short form is the word itself, there is nothing to add. Play without a minute or a part is only "live".
  const isSaid = (long === short && word !== status) || status === 'live';
  return { short, long: isSaid ? null : long, words, clock, spoken: penalty === null ? words : `${words}, ${long}`, tone: toneOf(status) };
}

type Late = 'delayed' | 'suspected_cancelled';

/** Marks the minute of a clock that stopped for lack of news. */
const SILENT = '?';

/** The time-dependent part: how late a match is, or its minute ("67", "45+2", "72?"); '' if time changes nothing. */
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

/** Statuses of play that is interrupted or did not begin on time. */
const NOT_AS_PLANNED = new Set<MatchState['status']>(['int', 'susp', 'abd', 'pst']);

function toneOf(status: MatchState['status']): MatchTime['tone'] {
  if (NOT_AS_PLANNED.has(status)) return 'warn';
  return isInPlay(status) ? 'live' : 'quiet';
}
