import type { TieBreaker } from './rules.ts';
import type { Hit } from './score-tips.ts';

/** What a member got for one match. */
export interface MatchPoints {
  hit: Hit;
  points: number;
}

/** A match that counts: its round, whether it is over, and what each member who tipped it got. */
export interface CountedMatch<Id> {
  round: string;
  isFinal: boolean;
  points: ReadonlyMap<Id, MatchPoints>;
}

/** A row of a table. Members with the same `place` are level in everything that the rules look at. */
export interface TableRow<Id> {
  id: Id;
  place: number;
  /** The place without the matches in play. */
  placeBefore: number;
  points: number;
  /** The part of `points` that is of matches in play, and may change. */
  livePoints: number;
  tips: number;
  exact: number;
  difference: number;
  /** The right winner, or better. */
  tendency: number;
  /** Rounds in which nobody had more, once all their matches are over and somebody has points. */
  roundsWon: number;
}

type Sums<Id> = Omit<TableRow<Id>, 'place' | 'placeBefore'>;

/** What a table is made of. */
export interface Counted<Id> {
  /** Who is in the table. */
  ids: readonly Id[];
  /** Who of them can win rounds; everybody by default. */
  contenders?: readonly Id[];
  matches: readonly CountedMatch<Id>[];
  /** Rounds that are not over: some of their matches are in play, or have not begun. */
  running: ReadonlySet<string>;
  ties: readonly TieBreaker[];
  /** Points of bonus questions. */
  bonus?: ReadonlyMap<Id, number>;
}

/**
 * Returns the table: everybody in `ids`, best first. A sum over matches that does not depend on their order, nor on the order in which
 * results became known.
 */
export function groupTable<Id>({ ids, contenders = ids, matches, running, ties, bonus }: Counted<Id>): TableRow<Id>[] {
  const sums = new Map(ids.map((id) => [id, { ...NOTHING, id, points: bonus?.get(id) ?? 0 } as Sums<Id>]));
  for (const { isFinal, points } of matches) {
    for (const [id, of] of points) {
      const sum = sums.get(id);
      if (!sum) continue;
      sum.tips += 1;
      sum.points += of.points;
      if (!isFinal) sum.livePoints += of.points;
      if (of.hit === 'exact') sum.exact += 1;
      if (of.hit === 'difference' || of.hit === 'exact') sum.difference += 1;
      if (of.hit !== 'missed') sum.tendency += 1;
    }
  }
  for (const [id, won] of roundsWon(contenders, matches, running)) sums.get(id)!.roundsWon = won;
  const rows = [...sums.values()];
  const before = placesOf(rows, (row) => row.points - row.livePoints, ties);
  const now = placesOf(rows, (row) => row.points, ties);
  return rows.map((row) => ({ ...row, place: now.get(row.id)!, placeBefore: before.get(row.id)! })).sort((a, b) => a.place - b.place);
}

const NOTHING = { points: 0, livePoints: 0, tips: 0, exact: 0, difference: 0, tendency: 0, roundsWon: 0 };

/** Returns how many of the rounds that are over each of `ids` has won; several can win one. */
function roundsWon<Id>(ids: readonly Id[], matches: readonly CountedMatch<Id>[], running: ReadonlySet<string>): Map<Id, number> {
  const rounds = pointsByRound(matches.filter(({ round }) => !running.has(round)));
  const won = new Map<Id, number>();
  for (const sums of rounds.values()) {
    const best = ids.reduce((most, id) => Math.max(most, sums.get(id) ?? 0), 0);
    if (best > 0) for (const id of ids) if (sums.get(id) === best) won.set(id, (won.get(id) ?? 0) + 1);
  }
  return won;
}

/** Returns what each member got in each round. */
export function pointsByRound<Id>(matches: readonly CountedMatch<Id>[]): Map<string, Map<Id, number>> {
  const rounds = new Map<string, Map<Id, number>>();
  for (const { round, points } of matches) {
    const sums = rounds.get(round) ?? new Map<Id, number>();
    rounds.set(round, sums);
    for (const [id, of] of points) sums.set(id, (sums.get(id) ?? 0) + of.points);
  }
  return rounds;
}

const BREAKS: Record<TieBreaker, (row: { exact: number; difference: number; tendency: number; roundsWon: number }) => number> = {
  exact: ({ exact }) => exact,
  difference: ({ difference }) => difference,
  tendency: ({ tendency }) => tendency,
  rounds_won: ({ roundsWon: won }) => won,
};

function placesOf<Id>(rows: readonly Sums<Id>[], pointsOf: (row: Sums<Id>) => number, ties: readonly TieBreaker[]): Map<Id, number> {
  const compare = (a: Sums<Id>, b: Sums<Id>): number => {
    if (pointsOf(a) !== pointsOf(b)) return pointsOf(b) - pointsOf(a);
    for (const tie of ties) if (BREAKS[tie](a) !== BREAKS[tie](b)) return BREAKS[tie](b) - BREAKS[tie](a);
    return 0;
  };
  const sorted = [...rows].sort(compare);
  const places = new Map<Id, number>();
  let place = 0;
  sorted.forEach((row, index) => {
    if (index === 0 || compare(sorted[index - 1]!, row) !== 0) place = index + 1;
    places.set(row.id, place);
  });
  return places;
}
