import type { SideStatistics, StatisticKind } from './match-details.ts';
import { clockAfter } from './match-status.ts';
import { SIDES, type Side } from './sport.ts';

/** A minute as on the clock, with stoppage time beyond 45, 90, 105 or 120; 0 at kick-off. */
export interface MatchClock {
  minute: number;
  stoppage: number | null;
}

/** Both sides' statistics, as counted up to a moment. */
export interface StatisticSnapshot extends Omit<MatchClock, 'minute'> {
  /** Null outside play: as counted up to the last minute before. */
  minute: number | null;
  home: SideStatistics;
  away: SideStatistics;
}

export interface MatchSpan {
  from: MatchClock;
  to: MatchClock;
}

export interface PressureBar extends MatchSpan, Record<Side, number> {}

export interface Pressure {
  /** In order of play, each within a half; a side's pressure is in points per minute. */
  bars: PressureBar[];
  /** Spans for which no figures came: what was counted in them is in no bar. */
  gaps: MatchSpan[];
  /** The statistics that were counted. */
  counted: StatisticKind[];
  /** The usual time between two reports with new figures, in whole minutes of play, at least 1. */
  resolutionMinutes: number;
}

/** What a chance is worth in points: a shot on target from inside the box counts three times (docs/match-page.md#pressure). */
const WEIGHTS = { shots: 1, shots_on_target: 1, shots_inside_box: 1, corners: 1 } as const satisfies Partial<Record<StatisticKind, number>>;
const WEIGHED = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
/** Points per minute of a side that has the ball all the time. */
const POSSESSION_WEIGHT = 0.2;

/** Minimum length of a bar in minutes, except at the end of a half. */
const BAR_MINUTES = 3;
/** Longest time between two reports for which it is still said when things happened. */
const GAP_MINUTES = 8;
/** The last regular minute of each half, also of extra time. */
const HALF_ENDS = [45, 90, 105, 120];

/** Returns both sides' pressure by intervals, from snapshots in the order in which they were seen; null if no chances were counted. */
export function pressureOf(snapshots: readonly StatisticSnapshot[]): Pressure | null {
  const counts = countsOf(snapshots);
  const counted = ([...WEIGHED, 'possession'] as const).filter((kind) =>
    snapshots.some(({ home, away }) => (home[kind] ?? away[kind]) !== undefined),
  );
  if (counts.length < 2 || counted.every((kind) => kind === 'possession')) return null;
  const pressure: Pressure = { bars: [], gaps: [], counted, resolutionMinutes: resolutionOf(counts) };
  let from = counts[0]!;
  let before = from;
  for (const count of counts.slice(1)) {
    if (minutesBetween(before, count) > GAP_MINUTES) {
      addBar(pressure, from, before);
      pressure.gaps.push({ from: clockOf(before), to: clockOf(count) });
      from = count;
    } else if (count.half !== before.half) {
      addBar(pressure, from, before);
      from = { ...before, half: count.half, played: halfStart(count.half), clock: { minute: halfStart(count.half), stoppage: null } };
    }
    if (count.played - from.played >= BAR_MINUTES) {
      addBar(pressure, from, count);
      from = count;
    }
    before = count;
  }
  addBar(pressure, from, before);
  return pressure;
}

/** Statistics at a minute of play. `played` goes on in stoppage time, and begins at 45 in the second half. */
interface Count {
  half: number;
  played: number;
  clock: MatchClock;
  home: SideStatistics;
  away: SideStatistics;
}

const halfStart = (half: number): number => HALF_ENDS[half - 1] ?? 0;
const clockOf = ({ clock }: Count): MatchClock => clock;

/** Returns the snapshots by minute of play, from kick-off, where all counts are zero. What is missing in one is as in the one before. */
function countsOf(snapshots: readonly StatisticSnapshot[]): Count[] {
  const counts: Count[] = [{ half: 0, played: 0, clock: { minute: 0, stoppage: null }, home: {}, away: {} }];
  for (const { minute, stoppage, home, away } of snapshots) {
    const before = counts.at(-1)!;
    const told = { home: { ...before.home, ...home }, away: { ...before.away, ...away } };
    const half = HALF_ENDS.findIndex((end) => (minute ?? 0) <= end);
    const played = (minute ?? 0) + (stoppage ?? 0);
    const isLater = minute !== null && half >= 0 && (half > before.half || (half === before.half && played > before.played));
    if (isLater) counts.push({ half, played, clock: clockAfter(played, HALF_ENDS[half]!), ...told });
    // The figures of a break are those of the half before it; a clock that goes back is a correction.
    else if (counts.length > 1) counts[counts.length - 1] = { ...before, ...told };
  }
  return counts;
}

/** Returns the minutes of play between two counts, as far as the clock tells: stoppage time after the first one is unknown. */
function minutesBetween(from: Count, to: Count): number {
  let minutes = 0;
  for (let half = from.half; half <= to.half; half++) {
    const start = half === from.half ? from.played : halfStart(half);
    const end = half === to.half ? to.played : HALF_ENDS[half]!;
    minutes += Math.max(0, end - start);
  }
  return minutes;
}

function addBar({ bars }: Pressure, from: Count, to: Count): void {
  const minutes = to.played - from.played;
  if (from.half !== to.half || minutes <= 0) return;
  const [home, away] = SIDES.map((side) => pointsOf(from, to, side) / minutes);
  bars.push({ from: from.clock, to: to.clock, home: home!, away: away! });
}

/** Returns a side's points in an interval. A count that a correction made smaller counts as none. */
function pointsOf(from: Count, to: Count, side: Side): number {
  const chances = WEIGHED.reduce((sum, kind) => sum + WEIGHTS[kind] * Math.max(0, (to[side][kind] ?? 0) - (from[side][kind] ?? 0)), 0);
  return chances + POSSESSION_WEIGHT * minutesOnBall(from, to, side);
}

/** Returns how long a side had the ball, from its shares of all minutes until then; as rounded as those. */
function minutesOnBall(from: Count, to: Count, side: Side): number {
  const share = to[side].possession;
  if (share === undefined) return 0;
  const earlier = from[side].possession ?? share;
  const minutes = to.played - from.played;
  return Math.min(minutes, Math.max(0, (share * to.played - earlier * from.played) / 100));
}

function resolutionOf(counts: readonly Count[]): number {
  const steps = counts
    .slice(2)
    .map((count, index) => minutesBetween(counts[index + 1]!, count))
    .toSorted((a, b) => a - b);
  return Math.max(1, Math.round(steps[Math.floor(steps.length / 2)] ?? 1));
}

export interface ExpectedGoalsPoint extends MatchClock, Record<Side, number> {}

/** Returns how both sides' expected goals grew, as they were told: a correction may make them smaller. Empty if they were not told. */
export function expectedGoalsOf(snapshots: readonly StatisticSnapshot[]): ExpectedGoalsPoint[] {
  const points: ExpectedGoalsPoint[] = [];
  let last: MatchClock = { minute: 0, stoppage: null };
  for (const { minute, stoppage, home, away } of snapshots) {
    if (minute !== null) last = { minute, stoppage };
    const [of, against] = [home.expected_goals, away.expected_goals];
    if (of === undefined || against === undefined) continue;
    const before = points.at(-1);
    if (before?.home !== of || before?.away !== against) points.push({ ...last, home: of, away: against });
  }
  return points;
}
