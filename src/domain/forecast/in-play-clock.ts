/** Where the 90 minutes stand: not begun, a half, the interval, or over. Extra time and shoot-outs come after them: `ft`. */
export type InPlayPeriod = 'ns' | 'h1' | 'ht' | 'h2' | 'ft';

/** How far a match has come. */
export interface InPlayClock {
  period: InPlayPeriod;
  /** Minutes played, 0 to 90; counts in a half only. What lies outside the half is drawn to its nearer end. */
  minute: number;
  /** Minutes of stoppage time played beyond 45 or 90; absent or null outside it. */
  stoppage?: number | null;
  /** Stoppage time that the fourth official announced for this half, in minutes; absent or null while it is not known. */
  announced?: number | null;
}

/** Goals a minute at a half's ends, between them on a straight line, and how long its stoppage time is, in minutes played at the last minute's rate. */
interface Half {
  from: number;
  first: number;
  last: number;
  stoppage: number;
}

/**
 * The minute profile, in shares of a match's goals: straight lines through the 10,484 goals of 2006 to 2016 in internationals whose
 * minutes are known (qualifiers and final tournaments). Goals in stoppage time are told as 45 or 90 there: what these minutes have beyond the
 * line is its share. 43.6% fell in first halves; in 45,205 club matches of 2012 to 2017, 43.7%.
 */
const FIRST_HALF: Half = { from: 0, first: 0.00784, last: 0.01078, stoppage: 1.54 };
const SECOND_HALF: Half = { from: 45, first: 0.01005, last: 0.01284, stoppage: 3.86 };
const HALF_MINUTES = 45;

const shareOf = (half: Half): number => (HALF_MINUTES * (half.first + half.last)) / 2 + half.stoppage * half.last;
const WHOLE = shareOf(FIRST_HALF) + shareOf(SECOND_HALF);

/** Of announced stoppage time more is played than that it ends on the second: referees add to it. */
const ANNOUNCED_LEFT_MIN = 0.5;

/**
 * The share of a match's goals that is still to come, 0 to 1: 1 before kick-off, 0 only once it is over. Never rises as the clock runs on,
 * unless more stoppage time is announced than was expected. Throws a RangeError for minutes that are no numbers.
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
 * Minutes of stoppage time still expected. Unannounced it has no end that is known, but the longer it goes on the less is left: in World
 * Cups 2006 to 2022 the goals beyond minute s of it shrink about as mean / (mean + s).
 */
function stoppageLeft(mean: number, stoppage: number | null | undefined, announced: number | null | undefined): number {
  const played = Math.max(0, stoppage ?? 0);
  if (announced !== null && announced !== undefined) return Math.max(ANNOUNCED_LEFT_MIN, announced - played);
  return (mean * mean) / (mean + played);
}
