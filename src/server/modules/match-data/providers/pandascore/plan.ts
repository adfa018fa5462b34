import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { type Allowance, hourLeft } from '#server/modules/match-data/providers/polled/allowance.ts';
import { type Candidate, choose, type Plan, type Urgency } from '#server/modules/match-data/providers/polled/choose.ts';
import {
  isOver,
  isPlayable,
  isUnknown,
  type KnownMatch,
  nextCheckMs,
  pauseOfUnknown,
} from '#server/modules/match-data/providers/polled/known-match.ts';
import { nextMs } from '#server/modules/match-data/providers/polled/progress.ts';
import type { Progress } from './progress.ts';
import { keyOf, nextPage, nextPast, type Request } from './requests.ts';
import { RUNNING_MS } from './settings.ts';

/** What the plan depends on: the allowance, the followed titles, and how many years of past matches are wanted. */
export interface PlanSettings extends Allowance {
  followed: readonly string[];
  historySeasons?: number;
}

const CHANGES_MS = MINUTE_MS;
const UPCOMING_MS = 10 * MINUTE_MS;
/** Pause between looks for series under way while none is known: at the first start, and after a pause, some may have begun unseen. */
const UNSEEN_MS = HOUR_MS;
/** Pause between requests for a match that should have begun. */
const LATE_MS = 5 * MINUTE_MS;

/** Requests an hour at these intervals, with several matches ending and others late. A smaller allowance makes all intervals longer. */
const NEEDED_PER_HOUR = 240;
const paceOf = ({ perHour = Number.POSITIVE_INFINITY, perMinute }: Allowance): number =>
  Math.max(1, NEEDED_PER_HOUR / Math.min(perHour, perMinute * 60));

/** Returns the most urgent request that is due and within the allowance, or how long there is none. */
export function plan(progress: Progress, settings: PlanSettings, nowMs: number): Plan<Request> {
  const pace = paceOf(settings);
  const list = (kind: 'running' | 'upcoming' | 'incidents', urgency: Urgency, everyMs: number): Candidate<Request> => {
    const { request, isContinued } = nextPage(kind, progress, nowMs);
    return { urgency, request, dueMs: isContinued ? 0 : nextMs(progress, kind, everyMs * pace) };
  };
  const candidates = (): Candidate<Request>[] => [
    mayRun(progress, nowMs) ? list('running', 'live', RUNNING_MS) : list('running', 'today', UNSEEN_MS),
    ...single(progress, pace, nowMs),
    list('incidents', 'today', CHANGES_MS),
    // Changes first: they tell that a team was merged, which otherwise looks like another opponent.
    ...(areChangesDue(progress, pace, nowMs) ? [] : [list('upcoming', 'today', UPCOMING_MS)]),
    ...history(progress, settings, nowMs),
  ];
  return choose({ candidates, keyOf, liveMs: RUNNING_MS * pace }, progress, settings, nowMs);
}

const areChangesDue = (progress: Progress, pace: number, nowMs: number): boolean =>
  Math.max(nextMs(progress, 'incidents', CHANGES_MS * pace), progress.failed.incidents?.retryMs ?? 0) <= nowMs;

/** Matches begin up to this much earlier than planned. */
const EARLY_MS = 15 * MINUTE_MS;

/** Returns whether any match may be under way; without one the list of running matches is rarely requested. */
const mayRun = ({ fixtures }: Progress, nowMs: number): boolean =>
  Object.values(fixtures).some((match) => isRunning(match) || isDueToRun(match, nowMs));

const isRunning = (match: KnownMatch): boolean => match.status === 'live' && !isUnknown(match);
const isDueToRun = (match: KnownMatch, nowMs: number): boolean =>
  isPlayable(match, nowMs) && match.status !== 'pst' && match.kickoffMs! - EARLY_MS <= nowMs;

/** Most ids of one request, so that its address is not too long. */
const IDS_MAX = 50;
/** Requests that are due within this time are made together. */
const TOGETHER_MS = 4 * MINUTE_MS;

/** Returns the request for single matches: those that are no longer listed as running, are late, or whose result is to be confirmed. */
function single(progress: Progress, pace: number, nowMs: number): Candidate<Request>[] {
  const due = Object.entries(progress.fixtures)
    .flatMap(([id, match]) => {
      const next = dueOf(match, progress, pace, nowMs);
      return next === null ? [] : [{ id, ...next }];
    })
    .concat(progress.stale.map((id) => ({ id, dueMs: 0, urgency: 'today' as const })))
    .sort((one, other) => one.dueMs - other.dueMs);
  const [first] = due;
  if (first === undefined) return [];
  const together = due.filter(({ dueMs }) => dueMs <= Math.max(first.dueMs, nowMs) + TOGETHER_MS);
  const ids = [...new Set(together.map(({ id }) => id))].slice(0, IDS_MAX);
  const isLive = due.some(({ urgency, dueMs }) => urgency === 'live' && dueMs <= nowMs);
  return [{ urgency: isLive ? 'live' : 'today', request: { kind: 'matches', ids }, dueMs: first.dueMs }];
}

function dueOf(match: KnownMatch, { answeredMs }: Progress, pace: number, nowMs: number): { dueMs: number; urgency: Urgency } | null {
  if (isOver(match)) {
    const dueMs = nextCheckMs(match, match.checkedMs);
    return dueMs === null ? null : { dueMs, urgency: 'today' };
  }
  if (match.kickoffMs === null) return null;
  const seenMs = Math.max(match.checkedMs, match.liveMs);
  const listedMs = answeredMs.running ?? 0;
  const hasLeftList = match.status === 'live' && listedMs > match.liveMs;
  if (hasLeftList) {
    // Its result is known at once, usually; an answer that still calls it running is older than the list.
    const pauseMs = match.checkedMs > match.liveMs ? RUNNING_MS * pace : 0;
    return { dueMs: match.checkedMs + pauseOfUnknown(match, pauseMs), urgency: 'live' };
  }
  if (match.status === 'live') return null;
  if (match.kickoffMs > nowMs) {
    // The list of coming matches is ordered by their start, so that near ones are always in it.
    const hasLeft = match.status === 'ns' && match.kickoffMs < nowMs + DAY_MS && (answeredMs.upcoming ?? 0) > seenMs;
    return hasLeft ? { dueMs: seenMs + pauseOfUnknown(match, 0), urgency: 'today' } : null;
  }
  const pauseMs = pauseOfUnknown(match, isPlayable(match, nowMs) && match.status !== 'pst' ? LATE_MS * pace : HOUR_MS * 6);
  return { dueMs: Math.max(match.kickoffMs + LATE_MS, seenMs + pauseMs), urgency: 'today' };
}

/** Requests an hour that past matches leave to others. */
const KEPT_PER_HOUR = 260;
/** Share of a small allowance that is used for past matches. */
const PAST_SHARE_MIN = 0.1;

/** Returns the requests for past matches, spread over the hour so that they never use up what live matches need. */
function history(progress: Progress, settings: PlanSettings, nowMs: number): Candidate<Request>[] {
  const { followed, historySeasons = 0, perHour = settings.perMinute * 60 } = settings;
  if (hourLeft(progress.used, settings, nowMs) <= perHour * PAST_SHARE_MIN) return [];
  const everyMs = HOUR_MS / Math.max(perHour * PAST_SHARE_MIN, perHour - KEPT_PER_HOUR);
  const lastMs = Math.max(0, ...followed.map((game) => progress.answeredMs[`past:${game}`] ?? 0));
  return followed.flatMap((game): Candidate<Request>[] => {
    const request = nextPast(game, progress, historySeasons, nowMs);
    return request === null ? [] : [{ urgency: 'history', request, dueMs: lastMs + everyMs }];
  });
}
