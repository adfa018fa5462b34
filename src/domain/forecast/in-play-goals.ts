import { SCORE_PLACES } from './score-matrix.ts';

/** Goals of both sides that a whole match would bring at these rates. */
export interface Rates {
  home: number;
  away: number;
}

/**
 * How the score changes what a side scores. From the second halves of 45,205 club matches of 2012 to 2017 against what closing prices
 * expected, errors about 0.01, home and away taken together (a home side ahead 0.95, an away side 0.99); 37,805 later ones say 1.10, 0.97 and 0.95.
 */
const BEHIND = 1.09;
const LEVEL = 0.97;
const AHEAD = 0.96;

const factor = (lead: number): number => (lead < 0 ? BEHIND : lead === 0 ? LEVEL : AHEAD);

/** What is less likely than this is left out. */
const NEGLIGIBLE = 1e-13;

/**
 * How likely each pair of further goals is in the share of a match to come, laid out as a score matrix.
 * Both sides' goals are a birth process (Dixon and Robinson 1998) whose rates follow the score; the minute profile is the same for both sides,
 * so that the match can be run on a clock that ticks with it. On that clock the rates stand still but for the lead, and uniformisation
 * (so many ticks as a Poisson number says, at most one goal in each) is exact: nothing negative, and who leads by more stays likelier to win.
 */
export function furtherGoals(rates: Rates, lead: number, share: number): Float64Array {
  const ticks = tickChances(rates);
  const expectedTicks = ticks.rate * share;
  const now = new Float64Array(SCORE_PLACES * SCORE_PLACES);
  const sum = new Float64Array(SCORE_PLACES * SCORE_PLACES);
  now[0] = 1;
  let weight = Math.exp(-expectedTicks);
  let rest = 1 - weight;
  sum[0] = weight;
  for (let n = 1; rest > NEGLIGIBLE && n < 4 * expectedTicks + 100; n++) {
    tick(now, ticks, lead, n);
    weight *= expectedTicks / n;
    rest -= weight;
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * now[i]!;
  }
  return sum;
}

/** A tick's chances of a goal, by the sign of home's lead (behind, level, ahead), and how many ticks a match has. */
interface TickChances {
  rate: number;
  home: readonly number[];
  away: readonly number[];
}

function tickChances({ home, away }: Rates): TickChances {
  const signs = [-1, 0, 1];
  const rate = Math.max(...signs.map((sign) => home * factor(sign) + away * factor(-sign)));
  return {
    rate,
    home: signs.map((sign) => (home * factor(sign)) / rate),
    away: signs.map((sign) => (away * factor(-sign)) / rate),
  };
}

/** One tick, in place: from the most goals downwards, so that what a place receives has not moved yet. After `n` ticks there are `n` goals at most. */
function tick(now: Float64Array, { home, away }: TickChances, lead: number, n: number): void {
  const last = SCORE_PLACES - 1;
  for (let h = Math.min(n, last); h >= 0; h--)
    for (let a = Math.min(n - h, last); a >= 0; a--) {
      const i = h * SCORE_PLACES + a;
      const at = lead + h - a;
      const leaves = (h < last ? home[signOf(at)]! : 0) + (a < last ? away[signOf(at)]! : 0);
      let p = now[i]! * (1 - leaves);
      if (h > 0) p += now[i - SCORE_PLACES]! * home[signOf(at - 1)]!;
      if (a > 0) p += now[i - 1]! * away[signOf(at + 1)]!;
      now[i] = p;
    }
}

const signOf = (lead: number): number => (lead < 0 ? 0 : lead === 0 ? 1 : 2);
