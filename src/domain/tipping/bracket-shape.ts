import { allocate, type KnockOutPlan, type Origin } from '#domain/matches/knock-out-plan.ts';

/** What a bracket is predicted for: the groups, where there are any to be predicted, and the first round of the knock-outs. */
export interface BracketShape {
  /** Empty once the first round is drawn, and for a competition without groups. */
  groups: readonly BracketGroup[];
  /** How the groups lead to the first round; null without groups. */
  plan: KnockOutPlan | null;
  /** The seats of the first round in the order of the tree, a power of two of ties; with groups, each comes from the plan. */
  first: readonly (readonly [home: Seat, away: Seat])[];
  /** Who advanced already, by round and tie: an entry that is made late has to say the same. */
  decided: readonly (readonly (number | null)[])[];
  /** The winner of the match for third place; undefined if there is none, null while it is open. */
  thirdPlace: number | null | undefined;
}

export interface BracketGroup {
  name: string;
  teams: readonly number[];
  /** The final order; null while matches are left. */
  order: readonly number[] | null;
}

/** A team; null if the other side advances without a match; or where the team comes from. */
export type Seat = number | null | Origin;

/** What somebody predicts, as entered. Teams are ids. */
export interface BracketPicks {
  /** For each group its teams, first place first. */
  orders: readonly (readonly number[])[];
  /** The teams that advance as the best of their place, in any order. */
  best: readonly number[];
  /** By round and tie, who advances. */
  winners: readonly (readonly number[])[];
  third_place: number | null;
  /** Scores after 90 minutes, of any ties. */
  scores: readonly { round: number; tie: number; home: number; away: number }[];
}

/** A predicted tie; `away` is null if home advances without a match. */
export interface TreeTie {
  home: number;
  away: number | null;
  winner: number;
  /** After 90 minutes; null if it is not predicted. */
  score: readonly [home: number, away: number] | null;
}

/** A prediction that is complete and consistent. It stands for itself: a draw that changes later does not change it. */
export interface BracketTree {
  groups: readonly { name: string; order: readonly number[] }[];
  /** The teams that advance as the best of their place. */
  best: readonly number[];
  /** From the first round to the final. */
  rounds: readonly (readonly TreeTie[])[];
  thirdPlace: TreeTie | null;
}

/** Which part of the picks is wrong, by its name in `BracketPicks`. */
export type BracketFault = keyof BracketPicks;

export const SCORE_MAX = 20;

/** Returns the tree that picks make, or which part of them contradicts the draw, themselves, or what is decided already. */
export function readTree(
  shape: BracketShape,
  picks: BracketPicks,
): { tree: BracketTree; fault: null } | { tree: null; fault: BracketFault } {
  const wrong = (fault: BracketFault) => ({ tree: null, fault });
  if (!areOrders(shape.groups, picks.orders)) return wrong('orders');
  const seats = seatsOf(shape, picks);
  if (seats === null) return wrong('best');
  const rounds = roundsOf(shape, seats, picks);
  if (rounds === null) return wrong('winners');
  const thirdPlace = thirdPlaceOf(shape, rounds, picks.third_place);
  if (thirdPlace === undefined) return wrong('third_place');
  const scored = withScores(rounds, picks.scores);
  if (scored === null) return wrong('scores');
  const groups = shape.groups.map(({ name }, i) => ({ name, order: [...picks.orders[i]!] }));
  return { tree: { groups, best: [...picks.best], rounds: scored, thirdPlace }, fault: null };
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && new Set(one).size === one.length && one.every((id) => other.includes(id));

const areOrders = (groups: readonly BracketGroup[], orders: readonly (readonly number[])[]): boolean =>
  orders.length === groups.length &&
  groups.every(
    ({ teams, order }, i) => isSameSet(orders[i]!, teams) && (order === null || order.every((id, place) => orders[i]![place] === id)),
  );

/** Returns the teams of the first round as predicted; null if the best of a place are not of the plan. */
function seatsOf(
  { groups, plan, first }: BracketShape,
  { orders, best }: BracketPicks,
): (readonly [number | null, number | null])[] | null {
  const orderOf = new Map(groups.map(({ name }, i) => [name, orders[i]!]));
  const shared = first.flat().filter((seat): seat is Origin => isOrigin(seat) && seat.groups.length > 1);
  const place = shared[0]?.place ?? 0;
  const from = best.map((id) => groups.find((_, i) => orders[i]![place - 1] === id)?.name);
  const allocated = plan === null ? [] : from.every((name) => name !== undefined) ? allocate(plan, from) : null;
  if (allocated === null || (plan === null && best.length > 0)) return null;
  let next = 0;
  const teamAt = (seat: Seat): number | null | undefined => {
    if (!isOrigin(seat)) return seat;
    const group = seat.groups.length > 1 ? allocated[next++] : seat.groups[0];
    return orderOf.get(group!)?.[seat.place - 1];
  };
  const seats = first.map(([home, away]) => [teamAt(home), teamAt(away)] as const);
  return seats.some((pair) => pair.includes(undefined)) ? null : (seats as (readonly [number | null, number | null])[]);
}

export const isOrigin = (seat: Seat): seat is Origin => typeof seat === 'object' && seat !== null;

function roundsOf(
  { decided }: BracketShape,
  seats: readonly (readonly [number | null, number | null])[],
  { winners }: BracketPicks,
): TreeTie[][] | null {
  const rounds: TreeTie[][] = [];
  for (let pairs = seats; ; ) {
    const picked = winners[rounds.length];
    if (picked?.length !== pairs.length) return null;
    const known = decided[rounds.length];
    const ties = pairs.map(([one, other], k): TreeTie | null => {
      const winner = picked[k]!;
      const isIn = winner === one || winner === other;
      if (!isIn || (known?.[k] ?? winner) !== winner) return null;
      return one === null ? { home: winner, away: null, winner, score: null } : { home: one, away: other, winner, score: null };
    });
    if (ties.includes(null)) return null;
    rounds.push(ties as TreeTie[]);
    if (ties.length === 1) break;
    pairs = Array.from({ length: ties.length / 2 }, (_, k) => [picked[2 * k]!, picked[2 * k + 1]!] as const);
  }
  return winners.length === rounds.length ? rounds : null;
}

/** Returns the match for third place between the losers of the semi-finals; null if there is none; undefined if the pick is wrong. */
function thirdPlaceOf({ thirdPlace }: BracketShape, rounds: readonly TreeTie[][], pick: number | null): TreeTie | null | undefined {
  const [one, other] = rounds.at(-2)?.map(loserOf) ?? [];
  if (thirdPlace === undefined || typeof one !== 'number' || typeof other !== 'number') return pick === null ? null : undefined;
  if (pick === null || (pick !== one && pick !== other) || (thirdPlace ?? pick) !== pick) return undefined;
  return { home: one, away: other, winner: pick, score: null };
}

export const loserOf = ({ home, away, winner }: TreeTie): number | null => (winner === home ? away : home);

/** Adds the scores; null if one is of no tie, is given twice, or contradicts nothing but sense. */
function withScores(rounds: readonly TreeTie[][], scores: BracketPicks['scores']): TreeTie[][] | null {
  const scored = rounds.map((ties) => [...ties]);
  for (const { round, tie: k, home, away } of scores) {
    const tie = scored[round]?.[k];
    const isScore = [home, away].every((goals) => Number.isInteger(goals) && goals >= 0 && goals <= SCORE_MAX);
    if (!tie || tie.away === null || tie.score !== null || !isScore || isAgainst(tie, home, away)) return null;
    scored[round]![k] = { ...tie, score: [home, away] };
  }
  return scored;
}

/** Who is ahead after 90 minutes of a single match advances; a level one is decided later. */
const isAgainst = ({ home, winner }: TreeTie, homeGoals: number, awayGoals: number): boolean =>
  homeGoals !== awayGoals && homeGoals > awayGoals !== (winner === home);
