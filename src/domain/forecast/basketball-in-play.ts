import { type ExpectedPoints, marginOver } from './elo-basketball-points.ts';

/** A game in play. Between periods it is the next one with all of it left. */
export interface BasketballInPlayState {
  homePoints: number;
  awayPoints: number;
  /** 1 to 4 are the quarters, 5 and more overtimes. */
  period: number;
  /** Share of the period that is left, 0 to 1; null if only the period is known. */
  left: number | null;
}

export interface BasketballInPlay {
  /** Probability that home wins, overtime included. */
  home: number;
  /** Expected final lead of home. */
  margin: number;
  /** Expected final points of both together; null if the forecast before the game has none. */
  total: number | null;
}

/** Found on quarters of Euroleague and ABA games before 2018 (docs/forecast-other-sports.md). Shares are of a game of four quarters. */
const QUARTER = 1 / 4;
const OVERTIME = 1 / 8;
/** How much of a lead the other side would win back in a whole game: leading teams play their reserves, others take risks. */
const LEAD_LOST = 0.45;
/** The deviation of the remaining margin is that of a whole game, times the remaining share to this power: leads change late. */
const DEVIATION_POWER = 0.37;
/** Margins closer to 0 than this lead to overtime: more than half a point, as a level score late in a game often stays. */
const LEVEL_WITHIN = 0.75;
/** Share of games with overtime, and points of an overtime as a share of a game's: more than its time, as trailing teams foul. */
const OVERTIME_FREQUENCY = 0.045;
const OVERTIME_POINTS = 0.16;
/** How much of the surprise in the points so far continues. */
const PACE_KEPT = 0.26;
/** Deviation of the points of a whole game around their expectation, for guessing the time from the points. */
const TOTAL_DEVIATION = 15.5;

const POINTS_MAX = 400;
const PERIOD_MAX = 20;
/** Places within a period over which is averaged when its clock is unknown. */
const PLACES = Array.from({ length: 10 }, (_, i) => (i + 0.5) / 10);

/**
 * Forecast of a game in play from the one before it and the score. Without a clock it is averaged over the period, in which times that fit
 * the points so far count more. Throws a RangeError for points, periods or shares that cannot be, and for an overtime that begins with a lead.
 */
export function basketballInPlay(expected: ExpectedPoints, state: BasketballInPlayState): BasketballInPlay {
  checkState(state);
  const places =
    state.left === null ? PLACES.map((left) => ({ left, weight: weightOf(expected, state, left) })) : [{ left: state.left, weight: 1 }];
  const weights = places.reduce((sum, { weight }) => sum + weight, 0);
  const mean = { home: 0, margin: 0, total: 0 };
  for (const { left, weight } of places) {
    const at = forecastAt(expected, state, left);
    mean.home += (weight / weights) * at.home;
    mean.margin += (weight / weights) * at.margin;
    mean.total += (weight / weights) * (at.total ?? 0);
  }
  return { ...mean, total: expected.total === null ? null : mean.total };
}

function forecastAt(expected: ExpectedPoints, { homePoints, awayPoints, period }: BasketballInPlayState, left: number): BasketballInPlay {
  const remaining = period > 4 ? left * OVERTIME : (4 - period + left) * QUARTER;
  const lead = homePoints - awayPoints;
  const { won, level, margin } = endOf(expected, lead, remaining);
  const overtime = endOf(expected, 0, OVERTIME);
  // A level overtime is followed by another one, so only decided ones count.
  const wonAfterLevel = overtime.won / (1 - overtime.level);
  const points = homePoints + awayPoints;
  return {
    home: won + level * wonAfterLevel,
    margin: margin + level * overtime.margin,
    total:
      expected.total === null
        ? null
        : points + pointsLeft(expected.total, points, period, remaining) + level * OVERTIME_POINTS * expected.total,
  };
}

/** How the remaining share of the game ends: probabilities that home is ahead and that it is level, and home's expected lead. */
function endOf(expected: ExpectedPoints, lead: number, remaining: number): { won: number; level: number; margin: number } {
  const margin = lead + remaining * (expected.margin - LEAD_LOST * lead);
  if (remaining === 0) return { won: lead > 0 ? 1 : 0, level: lead === 0 ? 1 : 0, margin };
  const marginDeviation = expected.marginDeviation * remaining ** DEVIATION_POWER;
  const won = marginOver({ margin, marginDeviation }, LEVEL_WITHIN);
  return { won, level: marginOver({ margin, marginDeviation }, -LEVEL_WITHIN) - won, margin };
}

function pointsLeft(total: number, points: number, period: number, remaining: number): number {
  const regular = regularTotal(total);
  if (period > 4) return (remaining / OVERTIME) * OVERTIME_POINTS * regular;
  return remaining * Math.max(0, regular + PACE_KEPT * (points - regular * (1 - remaining)));
}

/** Points expected of the four quarters: the total has overtimes in it. */
const regularTotal = (total: number): number => total / (1 + OVERTIME_FREQUENCY * OVERTIME_POINTS);

/** How well the points so far fit a place within the period, relative to other places. In overtimes all places count the same. */
function weightOf({ total }: ExpectedPoints, { homePoints, awayPoints, period }: BasketballInPlayState, left: number): number {
  if (total === null || period > 4) return 1;
  const played = (period - left) * QUARTER;
  const surprise = (homePoints + awayPoints - regularTotal(total) * played) / (TOTAL_DEVIATION * Math.sqrt(played));
  return Math.max(LEAST, Math.exp(-(surprise ** 2) / 2) / Math.sqrt(played));
}

const LEAST = 1e-12;

function checkState({ homePoints, awayPoints, period, left }: BasketballInPlayState): void {
  const arePoints = [homePoints, awayPoints].every((points) => Number.isInteger(points) && points >= 0 && points <= POINTS_MAX);
  if (!arePoints) throw new RangeError(`A game of basketball cannot stand at ${homePoints}-${awayPoints}`);
  if (!(Number.isInteger(period) && period >= 1 && period <= PERIOD_MAX)) throw new RangeError(`There is no period ${period}`);
  if (left !== null && !(left >= 0 && left <= 1)) throw new RangeError(`A share of ${left} cannot be left of a period`);
  if (period > 4 && left === 1 && homePoints !== awayPoints) throw new RangeError('An overtime begins level');
}
