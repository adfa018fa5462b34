import type { Fixture, PlayedMatch } from './played-match.ts';
import { createRunningTables, type RunningTable, type TableRow } from './running-table.ts';
import type { FormatOf, TableLine } from './season-format.ts';

/** What a side plays for in a match, faded with the number of matches that follow. */
export interface SideStakes {
  /** How little the result changes where the side may finish: 0 to 1, 1 for nothing left to play for before the last match. */
  idle: number;
  /** By how much a win rather than a defeat raises the probability to stay up, summed over the lines of relegation and of its play-offs. */
  survival: number;
  /** What a draw is worth beyond the mean of a win and a defeat, in the same probabilities and over all lines; negative if it is worth less. */
  draw: number;
}

export interface Stakes {
  home: SideStakes;
  away: SideStakes;
  /** How near the end of the season is: 1 for the last match, 0 in the first half. */
  nearness: number;
}

const NONE: SideStakes = { idle: 0, survival: 0, draw: 0 };
export const NO_STAKES: Stakes = { home: NONE, away: NONE, nearness: 0 };

// Chosen on the seasons 2012-13 to 2017-18; neighbouring values are as good.
/** Nearness is e^(-matches after this one / 4), and counts as 0 beyond the last 17 matches and in the first 45% of a season. */
const NEAR_MATCHES = 4;
const LEFT_MAX = 16;
const SHARE_PLAYED_MIN = 0.45;
/** A side is idle by e^(-change of its probabilities / 0.06). */
const IDLE_CHANGE = 0.06;
const TEAMS_MIN = 4;
const TEAMS_MAX = 40;

/** A team's coming points: its mean so far, drawn towards the usual 1.37 by ten matches, with this variance for each match. */
const POINTS_USUAL = 1.37;
const POINTS_USUAL_MATCHES = 10;
const POINTS_VARIANCE = 1.6;
/** Points that a goal of difference is worth, because it decides between teams that are level, and what is uncertain about that. */
const GOAL_WORTH = 0.02;
const LEVEL_VARIANCE = 0.36;
/** Keeps the number of rivals above from being certain where only the mean is. */
const COUNT_VARIANCE_MIN = 0.001;

/** Points of a normal distribution, in standard deviations, and their weights. */
const NODES = [-1.8, -1.2, -0.6, 0, 0.6, 1.2, 1.8];
const NODE_WEIGHTS = weightsOf(NODES);

function weightsOf(nodes: readonly number[]): number[] {
  const densities = nodes.map((x) => Math.exp((-x * x) / 2));
  const total = densities.reduce((sum, density) => sum + density, 0);
  return densities.map((density) => density / total);
}

/** Normal distribution function, right to 0.00015 (Bowling et al. 2009). */
const normalBelow = (x: number): number => 1 / (1 + Math.exp(-x * (1.5976 + 0.070565992 * x * x)));

/** Tracks what each match of a season decides, from the table before its day and the rules of its league alone. */
export function createStakes(formatOf: FormatOf) {
  const tables = createRunningTables(formatOf);
  return {
    of(fixture: Fixture): Stakes {
      const table = tables.of(fixture);
      return table === null ? NO_STAKES : stakesIn(table, fixture.home, fixture.away);
    },
    learn: (match: PlayedMatch) => tables.learn(match),
  };
}

function stakesIn(table: RunningTable, homeTeam: string, awayTeam: string): Stakes {
  const { rows } = table;
  const [home, away] = [rows.get(homeTeam), rows.get(awayTeam)];
  if (home === undefined || away === undefined || rows.size < TEAMS_MIN || rows.size > TEAMS_MAX) return NO_STAKES;
  const left = Math.min(home.matches - home.played, away.matches - away.played) - 1;
  if (left < 0 || left > LEFT_MAX || Math.min(home.played / home.matches, away.played / away.matches) < SHARE_PLAYED_MIN) return NO_STAKES;
  const nearness = Math.exp(-left / NEAR_MATCHES);
  const { win, draw } = table.format.points;
  const results = [
    [win, 0],
    [draw, draw],
    [0, win],
  ] as const;
  const others = [...rows.values()].filter((row) => row !== home && row !== away);
  const outlooks = others.map((row) => outlookOf(row, win, null));
  const side = (own: TableRow, other: TableRow): SideStakes => {
    const lines = linesOf(table, own);
    const rivals = outlooks.filter((_, i) => others[i]!.group === own.group);
    const reached = results.map(([ours, theirs]) => {
      const opponent = own.group === other.group ? [outlookOf(other, win, theirs)] : [];
      return probabilitiesAbove(lines, outlookOf(own, win, ours), [...rivals, ...opponent]);
    });
    const sums = { change: 0, survival: 0, draw: 0 };
    lines.forEach(({ isSurvival }, i) => {
      const [won, drawn, lost] = reached.map((probabilities) => probabilities[i]!) as [number, number, number];
      // Where nothing is left to decide, rounding may make a defeat a little better.
      const change = Math.max(0, won - lost);
      sums.change += change;
      if (isSurvival) sums.survival += change;
      sums.draw += drawn - (won + lost) / 2;
    });
    return { idle: nearness * Math.exp(-sums.change / IDLE_CHANGE), survival: nearness * sums.survival, draw: nearness * sums.draw };
  };
  return { home: side(home, away), away: side(away, home), nearness };
}

/** The lines that a team can still be on either side of, counted from the top of its group. */
function linesOf({ rows, format, isSplit }: RunningTable, { group }: TableRow): TableLine[] {
  const split = format.split;
  const [from, to] = !isSplit || split === null ? [0, rows.size] : group === 0 ? [0, split.best] : [split.best, rows.size];
  const beforeSplit = split !== null && !isSplit ? [{ after: split.best, isSurvival: false }] : [];
  return [...format.lines, ...beforeSplit]
    .map(({ after, isSurvival }) => ({ after: (after < 0 ? rows.size + after : after) - from, isSurvival }))
    .filter(({ after }) => after > 0 && after < to - from);
}

/**
 * Probability that the team finishes above each line if the match gives these points to it and to its opponent. Its own coming points are
 * summed over a few nodes; given them, the number of rivals above it is a sum of independent chances, taken as normal. What points alone
 * decide is exactly 0 or 1.
 */
function probabilitiesAbove(lines: readonly TableLine[], own: Outlook, rivals: readonly Outlook[]): number[] {
  let [certainlyAbove, certainlyBelow] = [0, 0];
  for (const { least, most } of rivals) {
    if (least > own.most) certainlyAbove++;
    if (most < own.least) certainlyBelow++;
  }
  const counts = NODES.map((node) => {
    const points = own.mean + node * Math.sqrt(own.variance);
    let [mean, variance] = [0, COUNT_VARIANCE_MIN];
    for (const rival of rivals) {
      const above = normalBelow((rival.mean - points) / rival.deviation);
      mean += above;
      variance += above * (1 - above);
    }
    return { mean, deviation: Math.sqrt(variance) };
  });
  return lines.map(({ after }) => {
    if (certainlyAbove >= after) return 0;
    if (rivals.length - certainlyBelow < after) return 1;
    return counts.reduce((sum, { mean, deviation }, i) => sum + NODE_WEIGHTS[i]! * normalBelow((after - 0.5 - mean) / deviation), 0);
  });
}

/** A team's points at the end of the season. */
interface Outlook {
  mean: number;
  variance: number;
  /** Standard deviation, with what decides between level teams. */
  deviation: number;
  /** The fewest and the most that are possible. */
  least: number;
  most: number;
}

/** `earned` are the points of the coming match; null if it is another team's. */
function outlookOf({ points, deducted, goalDifference, played, matches }: TableRow, win: number, earned: number | null): Outlook {
  const left = Math.max(0, matches - played - (earned === null ? 0 : 1));
  const perMatch = (points + deducted + POINTS_USUAL * POINTS_USUAL_MATCHES) / (played + POINTS_USUAL_MATCHES);
  const now = points + (earned ?? 0);
  const variance = left * POINTS_VARIANCE;
  return {
    mean: now + left * perMatch + GOAL_WORTH * goalDifference,
    variance,
    deviation: Math.sqrt(variance + LEVEL_VARIANCE),
    least: now,
    most: now + win * left,
  };
}
