/** The 19 status codes of a match, the same for every sport (docs/rules.md#match-statuses). */
export const MATCH_STATUSES = [
  'ns',
  'tbd',
  'live',
  'h1',
  'ht',
  'h2',
  'et',
  'bt',
  'p',
  'int',
  'ft',
  'aet',
  'pen',
  'pst',
  'susp',
  'abd',
  'canc',
  'awd',
  'wo',
] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** The filter groups of the match list. */
export const MATCH_GROUPS = ['live', 'finished', 'upcoming'] as const;
export type MatchGroup = (typeof MATCH_GROUPS)[number];

const GROUPS: Record<MatchStatus, MatchGroup> = {
  ns: 'upcoming',
  tbd: 'upcoming',
  pst: 'upcoming',
  live: 'live',
  h1: 'live',
  ht: 'live',
  h2: 'live',
  et: 'live',
  bt: 'live',
  p: 'live',
  int: 'live',
  susp: 'live',
  ft: 'finished',
  aet: 'finished',
  pen: 'finished',
  abd: 'finished',
  canc: 'finished',
  awd: 'finished',
  wo: 'finished',
};

/** Returns the group a match is listed under (docs/rules.md#match-statuses). */
export const matchGroup = (status: MatchStatus): MatchGroup => GROUPS[status];

/** Returns every status of a group, for queries. */
export const statusesOf = (group: MatchGroup): MatchStatus[] => MATCH_STATUSES.filter((status) => GROUPS[status] === group);

const FINAL = new Set<MatchStatus>(['ft', 'aet', 'pen']);

/** In play, including breaks and short pauses, but not suspended. */
export const isInPlay = (status: MatchStatus): boolean => GROUPS[status] === 'live' && status !== 'susp';

/** Ended on the pitch: the score is a result. Awarded and cancelled matches have none. */
export const isFinal = (status: MatchStatus): boolean => FINAL.has(status);

/** Statuses that prove that play began. An awarded match or a walkover may never have had a kick-off. */
export const isStarted = (status: MatchStatus): boolean => isInPlay(status) || isFinal(status) || status === 'susp' || status === 'abd';

/** Progress of a match by status; a final status has the stage in which it ended. `live` and `int` have no known stage. */
const STAGE: Partial<Record<MatchStatus, number>> = { h1: 1, ht: 2, h2: 3, ft: 3, bt: 4, et: 4, aet: 4, p: 5, pen: 5 };

/**
 * Returns whether a feed that reported `from` can correctly report `to` next. Feeds poll, so steps may be skipped (ns to ft). An impossible
 * step is an old answer or a mistake, for a person to review.
 */
export function canFollow(from: MatchStatus, to: MatchStatus): boolean {
  if (from === to) return true;
  if (from === 'awd' || from === 'wo') return to === 'awd' || to === 'wo';
  const forward = (STAGE[to] ?? Number.POSITIVE_INFINITY) - (STAGE[from] ?? Number.NEGATIVE_INFINITY);
  // After a final whistle: another name for the same end, an award, or an unexpected stage (extra time after a cup match's "ft").
  if (isFinal(from)) return isFinal(to) || to === 'awd' || (STAGE[to] !== undefined && forward > 0);
  if (!isInPlay(from)) return true;
  if (isInPlay(to) || isFinal(to)) return forward >= 0;
  return to !== 'ns' && to !== 'tbd';
}

/** Milliseconds after kick-off from which a match that is still `ns` is called late. */
export interface StartTimers {
  delayedMs: number;
  suspectedCancelledMs: number;
}

/** What the page says of a match that has not started on time (docs/rules.md#match-statuses: 15 and 120 minutes). */
export function startState(
  status: MatchStatus,
  kickoffAt: Date | null,
  now: Date,
  timers: StartTimers,
): 'delayed' | 'suspected_cancelled' | null {
  if (status !== 'ns' || kickoffAt === null) return null;
  const late = now.getTime() - kickoffAt.getTime();
  if (late >= timers.suspectedCancelledMs) return 'suspected_cancelled';
  return late >= timers.delayedMs ? 'delayed' : null;
}

/** The last reported clock: `minute` 1 to 120, null outside play; `stoppage` counts beyond 45, 90, 105 and 120. */
export interface ClockReading {
  status: MatchStatus;
  minute: number | null;
  stoppage: number | null;
  seenAt: Date;
}

/** The clock stops after this many match minutes without a report, so that it does not run away. */
const RUN_ON_MINUTES_MAX = 5;

/**
 * Returns the minute to show at `now`, extrapolated from the last reading; `speed` is match time per real time (1 outside the demo world).
 */
export function clockMinute(reading: ClockReading, now: Date, speed: number): { minute: number; stoppage: number | null } | null {
  const { minute, stoppage } = reading;
  if (minute === null) return null;
  const end = endOfHalf(reading.status, minute);
  if (end === null) return { minute, stoppage };
  const passed = Math.floor(((now.getTime() - reading.seenAt.getTime()) * speed) / 60_000);
  const total = minute + (stoppage ?? 0) + Math.min(Math.max(passed, 0), RUN_ON_MINUTES_MAX);
  return clockAfter(total, end);
}

/** Returns the clock after `played` minutes; stoppage time begins after `end`, the last regular minute of the half. */
export const clockAfter = (played: number, end: number): { minute: number; stoppage: number | null } =>
  played > end ? { minute: end, stoppage: played - end } : { minute: played, stoppage: null };

/** Returns whether the clock should be running but was stopped for lack of reports. */
export function isClockSilent({ status, minute, seenAt }: ClockReading, now: Date, speed: number): boolean {
  if (minute === null || endOfHalf(status, minute) === null) return false;
  return (now.getTime() - seenAt.getTime()) * speed >= RUN_ON_MINUTES_MAX * 60_000;
}

/** The last regular minute of the half in play; null while the clock stands, or if `live` does not say which half it is. */
function endOfHalf(status: MatchStatus, minute: number): number | null {
  if (status === 'h1') return 45;
  if (status === 'h2') return 90;
  if (status === 'et') return minute <= 105 ? 105 : 120;
  return null;
}
