/** Phase of the 90 minutes: not started, a half, half-time, or over. Extra time and shoot-outs count as `ft`. */
export type InPlayPeriod = 'ns' | 'h1' | 'ht' | 'h2' | 'ft';

/** The current time of a match. */
export interface InPlayClock {
  period: InPlayPeriod;
  /** Minutes played, 0 to 90; used only during a half, and clamped to it. */
  minute: number;
  /** Minutes of stoppage time played beyond 45 or 90; absent or null otherwise. */
  stoppage?: number | null;
  /** Stoppage time announced for this half, in minutes; absent or null if unknown. */
  announced?: number | null;
}

/** Goals per minute at both ends of a half, linear in between, and the expected stoppage time in minutes at the rate of the last minute. */
interface Half {
  from: number;
  first: number;
  last: number;
  stoppage: number;
}

/**
 * The minute profile, in shares of a match's goals: straight lines fitted to the 10,484 international goals of 2006 to 2016 with known
 * minutes (qualifiers and final tournaments). That data records goals in stoppage time as minute 45 or 90; the excess of these minutes over
 * the line is the share of stoppage time. 43.6% of the goals fell in first halves; in 45,205 club matches of 2012 to 2017, 43.7%.
 */
const FIRST_HALF: Half = { from: 0, first: 0.00784, last: 0.01078, stoppage: 1.54 };
const SECOND_HALF: Half = { from: 45, first: 0.01005, last: 0.01284, stoppage: 3.86 };
const HALF_MINUTES = 45;

const shareOf = (half: Half): number => (HALF_MINUTES * (half.first + half.last)) / 2 + half.stoppage * half.last;
const WHOLE = shareOf(FIRST_HALF) + shareOf(SECOND_HALF);

/** Minutes left at the end of announced stoppage time: referees often add to it. */
const ANNOUNCED_LEFT_MIN = 0.5;

/**
 * Share of a match's goals still to come, 0 to 1: 1 before kick-off, 0 only when the match is over. It never rises as time passes, unless
 * the announced stoppage time is longer than expected. Throws a RangeError if minutes are not numbers.
 */
export function shareToCome(clock: InPlayClock): number {
  if (!Number.isFinite(clock.minute) || !Number.isFinite(clock.stoppage ?? 0) || !Number.isFinite(clock.announced ?? 0))
    throw new RangeError(`This is no time of a match: ${clock.minute}+${clock.stoppage}`);
  switch (clock.period) {
    case 'ns':
      return 1;
    case 'h1':
      return (leftOf(FIRST_HALF, clock) + shareOf(SECOND_HALF)) / WHOLE;
    case 'ht':
      return shareOf(SECOND_HALF) / WHOLE;
    case 'h2':
      return leftOf(SECOND_HALF, clock) / WHOLE;
    case 'ft':
      return 0;
  }
}

function leftOf(half: Half, { minute, stoppage, announced }: InPlayClock): number {
  const played = Math.min(HALF_MINUTES, Math.max(0, minute - half.from));
  const rateNow = half.first + ((half.last - half.first) * played) / HALF_MINUTES;
  return ((HALF_MINUTES - played) * (rateNow + half.last)) / 2 + stoppageLeft(half.stoppage, stoppage, announced) * half.last;
}

/**
 * Expected minutes of stoppage time left. Unannounced stoppage time has no known end, but the longer it lasts the less is left: in the
 * World Cups 2006 to 2022, goals after minute s of it shrink roughly as mean / (mean + s).
 */
function stoppageLeft(mean: number, stoppage: number | null | undefined, announced: number | null | undefined): number {
  const played = Math.max(0, stoppage ?? 0);
  if (announced !== null && announced !== undefined) return Math.max(ANNOUNCED_LEFT_MIN, announced - played);
  return (mean * mean) / (mean + played);
}
