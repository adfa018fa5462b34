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
}

/**
 * Returns the table, best first. A sum over matches that depends neither on their order nor on the order in which results became known.
 * Rows that are level in everything keep the order of `rows`.
 */
export function groupTable({ rows, contenders = rows, matches, running, ties }: Counted): TableRow[] {
  const sums = sumsOf(matches, Math.max(-1, ...rows) + 1);
  const won = roundsWon(contenders, matches, running);
  const all = rows.map(
    (row): Omit<TableRow, 'place' | 'placeBefore'> => ({
      row,
      points: sums.points[row]!,
      livePoints: sums.livePoints[row]!,
      tips: sums.tips[row]!,
      exact: sums.exact[row]!,
      difference: sums.difference[row]!,
      tendency: sums.tendency[row]!,
      roundsWon: won.get(row) ?? 0,
    }),
  );
  const now = placesOf(all, ({ points }) => points, ties);
  const before = sums.isLive ? placesOf(all, ({ points, livePoints }) => points - livePoints, ties) : now;
  return now.order.map((of) => ({ ...of, place: now.places.get(of.row)!, placeBefore: before.places.get(of.row)! }));
}

function sumsOf(matches: readonly CountedMatch[], count: number) {
  const zeros = () => new Int32Array(count);
  const sums = {
    points: zeros(),
    livePoints: zeros(),
    tips: zeros(),
    exact: zeros(),
    difference: zeros(),
    tendency: zeros(),
    isLive: false,
  };
  for (const { isFinal, hits, points } of matches) {
    if (!isFinal) sums.isLive = true;
    const to = Math.min(count, hits.length);
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
  return sums;
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

/** Returns how many of the rounds that are over each of `rows` has won; several can win one. */
function roundsWon(rows: readonly number[], matches: readonly CountedMatch[], running: ReadonlySet<string>): Map<number, number> {
  const won = new Map<number, number>();
  for (const sums of pointsByRound(matches.filter(({ round }) => !running.has(round))).values()) {
    const best = rows.reduce((most, row) => Math.max(most, sums[row] ?? 0), 0);
    if (best > 0) for (const row of rows) if (sums[row] === best) won.set(row, (won.get(row) ?? 0) + 1);
  }
  return won;
}

type Sums = Pick<TableRow, 'row' | 'exact' | 'difference' | 'tendency' | 'roundsWon'>;

const BREAKS: Record<TieBreaker, (row: Sums) => number> = {
  exact: ({ exact }) => exact,
  difference: ({ difference }) => difference,
  tendency: ({ tendency }) => tendency,
  rounds_won: ({ roundsWon: won }) => won,
};

function placesOf<R extends Sums>(rows: readonly R[], pointsOf: (row: R) => number, ties: readonly TieBreaker[]) {
  const compare = (a: R, b: R): number => {
    const ahead = pointsOf(b) - pointsOf(a);
    if (ahead !== 0) return ahead;
    for (const tie of ties) {
      const better = BREAKS[tie](b) - BREAKS[tie](a);
      if (better !== 0) return better;
    }
    return 0;
  };
  const order = [...rows].sort(compare);
  const places = new Map<number, number>();
  let place = 0;
  order.forEach((row, index) => {
    if (index === 0 || compare(order[index - 1]!, row) !== 0) place = index + 1;
    places.set(row.row, place);
  });
  return { order, places };
}
