import type { TieBreaker } from './rules.ts';
import { HITS, type Hit } from './score-tips.ts';

/**
 * A match that counts, as a column of points: entry n belongs to row n of the group. A column can be shorter than the group: who joined
 * later has nothing in it. Arrays of numbers, because a group can have 5,000 rows and 400 matches.
 */
export interface CountedMatch {
  round: string;
  /** Whether the match is over. */
  isFinal: boolean;
  /** For each row 0 without a tip, else `hitCode`. */
  hits: Uint8Array;
  points: Int16Array;
}

/** Returns how a hit is written in a column. */
export const hitCode = (hit: Hit): number => HITS.indexOf(hit) + 1;

const EXACT = hitCode('exact');
const DIFFERENCE = hitCode('difference');
const MISSED = hitCode('missed');

/** A row of a table. Rows with the same `place` are level in everything that the rules look at. */
export interface TableRow {
  /** Its number in the columns. */
  row: number;
  place: number;
  /** The place without the matches in play. */
  placeBefore: number;
  points: number;
  /** The part of `points` that is of matches in play, and may change. */
  livePoints: number;
  /** The part of `points` that is of bonus questions. */
  bonusPoints: number;
  tips: number;
  exact: number;
  /** Right margins, and exact scores. */
  difference: number;
  /** The right winner, or better. */
  tendency: number;
  /** Rounds that are over in which nobody had more, if anybody has points. */
  roundsWon: number;
}

/** What a table is made of. */
export interface Counted {
  /** The rows that are in the table. */
  rows: readonly number[];
  /** Which of them can win rounds; all by default. */
  contenders?: readonly number[];
  matches: readonly CountedMatch[];
  /** Rounds that are not over: some of their matches are in play, or have not begun. */
  running: ReadonlySet<string>;
  ties: readonly TieBreaker[];
  /** Points of bonus questions, by row. They are part of no round. */
  bonus?: ReadonlyMap<number, number>;
}

const NO_BONUS: ReadonlyMap<number, number> = new Map();

/**
 * Returns the table, best first. A sum over matches that depends neither on their order nor on the order in which results became known.
 * Rows that are level in everything keep the order of `rows`.
 */
export function groupTable({ rows, contenders = rows, matches, running, ties, bonus = NO_BONUS }: Counted): TableRow[] {
  const sums = emptySums(rows);
  for (const match of matches) add(match, sums);
  for (const [round, points] of pointsByRound(matches)) if (!running.has(round)) addWinners(points, contenders, sums);
  for (const [row, points] of bonus) if (row < sums.points.length) sums.points[row]! += points;
  const now = placesOf(rows, comparing(sums, sums.points, ties));
  const isLive = matches.some(({ isFinal }) => !isFinal);
  const withoutLive = sums.points.map((points, row) => points - sums.livePoints[row]!);
  const before = isLive ? placesOf(rows, comparing(sums, withoutLive, ties)) : now;
  return now.order.map((row) => ({
    ...{ row, place: now.places.get(row)!, placeBefore: before.places.get(row)! },
    ...{ points: sums.points[row]!, livePoints: sums.livePoints[row]!, bonusPoints: bonus.get(row) ?? 0 },
    ...{ tips: sums.tips[row]!, exact: sums.exact[row]!, difference: sums.difference[row]! },
    ...{ tendency: sums.tendency[row]!, roundsWon: sums.roundsWon[row]! },
  }));
}

/**
 * Returns the places of `wanted` in the table after each of `rounds`: what `groupTable` gives for the matches of all rounds up to it,
 * without sorting a table for each. Bonus questions are in no round, and not counted.
 */
export function placesByRound(
  { rows, contenders = rows, matches, running, ties }: Counted,
  rounds: readonly string[],
  wanted: readonly number[],
): Map<number, number>[] {
  const sums = emptySums(rows);
  const points = pointsByRound(matches);
  const compare = comparing(sums, sums.points, ties);
  return rounds.map((round) => {
    for (const match of matches) if (match.round === round) add(match, sums);
    if (points.has(round) && !running.has(round)) addWinners(points.get(round)!, contenders, sums);
    return new Map(wanted.map((row) => [row, 1 + rows.reduce((ahead, other) => ahead + Number(compare(other, row) < 0), 0)]));
  });
}

/** What is counted of each row, in columns. */
interface Sums {
  points: Int32Array;
  livePoints: Int32Array;
  tips: Int32Array;
  exact: Int32Array;
  difference: Int32Array;
  tendency: Int32Array;
  roundsWon: Int32Array;
}

function emptySums(rows: readonly number[]): Sums {
  const zeros = () => new Int32Array(Math.max(-1, ...rows) + 1);
  return {
    ...{ points: zeros(), livePoints: zeros(), tips: zeros() },
    ...{ exact: zeros(), difference: zeros(), tendency: zeros(), roundsWon: zeros() },
  };
}

function add({ isFinal, hits, points }: CountedMatch, sums: Sums): void {
  const to = Math.min(sums.points.length, hits.length);
  for (let row = 0; row < to; row++) {
    const hit = hits[row]!;
    if (hit === 0) continue;
    sums.tips[row]! += 1;
    sums.points[row]! += points[row]!;
    if (!isFinal) sums.livePoints[row]! += points[row]!;
    if (hit === EXACT) sums.exact[row]! += 1;
    if (hit <= DIFFERENCE) sums.difference[row]! += 1;
    if (hit !== MISSED) sums.tendency[row]! += 1;
  }
}

/** Counts a round that is over for each of `contenders` with the most points in it; several can win one. */
function addWinners(points: Int32Array, contenders: readonly number[], sums: Sums): void {
  const best = contenders.reduce((most, row) => Math.max(most, points[row] ?? 0), 0);
  if (best > 0) for (const row of contenders) if (points[row] === best) sums.roundsWon[row]! += 1;
}

/** Returns what each row got in each round, in columns. */
export function pointsByRound(matches: readonly CountedMatch[]): Map<string, Int32Array> {
  const longest = matches.reduce((most, { points }) => Math.max(most, points.length), 0);
  const rounds = new Map<string, Int32Array>();
  for (const { round, points } of matches) {
    const sums = rounds.get(round) ?? new Int32Array(longest);
    rounds.set(round, sums);
    for (let row = 0; row < points.length; row++) sums[row]! += points[row]!;
  }
  return rounds;
}

const BREAKS: Record<TieBreaker, keyof Sums> = {
  exact: 'exact',
  difference: 'difference',
  tendency: 'tendency',
  rounds_won: 'roundsWon',
};

/** Returns how rows are compared: below 0 if the first is ahead, 0 if they are level in everything. */
function comparing(sums: Sums, points: Int32Array, ties: readonly TieBreaker[]): (a: number, b: number) => number {
  const columns = [points, ...ties.map((tie) => sums[BREAKS[tie]])];
  return (a, b) => {
    for (const column of columns) {
      const ahead = column[b]! - column[a]!;
      if (ahead !== 0) return ahead;
    }
    return 0;
  };
}

function placesOf(rows: readonly number[], compare: (a: number, b: number) => number) {
  const order = [...rows].sort(compare);
  const places = new Map<number, number>();
  let place = 0;
  order.forEach((row, index) => {
    if (index === 0 || compare(order[index - 1]!, row) !== 0) place = index + 1;
    places.set(row, place);
  });
  return { order, places };
}
