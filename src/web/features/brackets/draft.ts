import type { BracketEntry, WireShape } from '#contract/brackets.ts';
import { allocate, sharedSeats } from '#domain/matches/knock-out-plan.ts';
import { type BracketPicks, type BracketShape, isOrigin, readTree } from '#domain/tipping/bracket-shape.ts';

/** A prediction while it is made: what is missing is null. It is always consistent as far as it goes. */
export interface Draft {
  orders: readonly (readonly number[])[];
  best: readonly number[];
  winners: readonly (readonly (number | null)[])[];
  thirdPlace: number | null;
  scores: Readonly<Record<string, readonly [home: number, away: number]>>;
}

type Pair = readonly [number | null, number | null];

const scoreKey = (round: number, tie: number): string => `${round}:${tie}`;

/** Returns the shape as the domain knows it. */
export const shapeOf = ({ has_third_place, third_place, ...shape }: WireShape): BracketShape => ({
  ...shape,
  plan: shape.plan as BracketShape['plan'],
  thirdPlace: has_third_place ? third_place : undefined,
});

/** Begins with an entry if it still fits the draw; else with nothing but what is decided. */
export function startDraft(shape: BracketShape, tree: BracketEntry['tree'] | null): Draft {
  const blank = settled(shape, {
    orders: shape.groups.map(({ teams, order }) => order ?? teams),
    ...{ best: [], winners: [], thirdPlace: null, scores: {} },
  });
  if (tree === null) return blank;
  const entered: Draft = {
    orders: tree.groups.map(({ order }) => order),
    best: tree.best,
    winners: tree.rounds.map((ties) => ties.map(({ winner }) => winner)),
    thirdPlace: tree.thirdPlace?.winner ?? null,
    scores: Object.fromEntries(
      tree.rounds.flatMap((ties, round) => ties.flatMap(({ score }, k) => (score ? [[scoreKey(round, k), score] as const] : []))),
    ),
  };
  const picks = picksOf(entered);
  return picks !== null && readTree(shape, picks).fault === null ? entered : blank;
}

/** Returns who meets whom in each round, as far as the draft says. */
export function pairsOf(shape: BracketShape, { orders, best, winners }: Pick<Draft, 'orders' | 'best' | 'winners'>): Pair[][] {
  const rounds: Pair[][] = [firstPairs(shape, orders, best)];
  while (rounds.at(-1)!.length > 1) {
    const before = winners[rounds.length - 1] ?? [];
    rounds.push(Array.from({ length: rounds.at(-1)!.length / 2 }, (_, k) => [before[2 * k] ?? null, before[2 * k + 1] ?? null]));
  }
  return rounds;
}

function firstPairs({ groups, plan, first }: BracketShape, orders: Draft['orders'], best: Draft['best']): Pair[] {
  const orderOf = (name: string) => orders[groups.findIndex((group) => group.name === name)] ?? [];
  const names = best.flatMap((team) => groups.find((_, i) => orders[i]!.includes(team))?.name ?? []);
  const allocated = [...((plan && allocate(plan, names)) ?? [])];
  return first.map((tie) => {
    const [home, away] = tie.map((seat) => {
      if (!isOrigin(seat)) return seat;
      const group = seat.groups.length > 1 ? allocated.shift() : seat.groups[0];
      return group === undefined ? null : (orderOf(group)[seat.place - 1] ?? null);
    });
    return [home ?? null, away ?? null];
  });
}

/** Whether a tie is no choice: decided, or without a second team. */
export const isFixed = (shape: BracketShape, round: number, tie: number): boolean =>
  (shape.decided[round]?.[tie] ?? null) !== null || (round === 0 && shape.first[tie]!.includes(null));

/** Fills in what is decided, and drops what no longer follows from what comes before it. */
function settled(shape: BracketShape, draft: Draft): Draft {
  const winners: (number | null)[][] = [];
  const scores: Record<string, readonly [number, number]> = {};
  const rounds = Math.log2(shape.first.length) + 1;
  for (let round = 0; round < rounds; round++) {
    const pairs = pairsOf(shape, { ...draft, winners })[round]!;
    winners.push(
      pairs.map((pair, k) => {
        const decided = shape.decided[round]?.[k] ?? null;
        const bye = round === 0 && shape.first[k]!.includes(null) ? (pair[0] ?? pair[1]) : null;
        const picked = decided ?? bye ?? draft.winners[round]?.[k] ?? null;
        return picked !== null && pair.includes(picked) ? picked : null;
      }),
    );
    const before = pairsOf(shape, draft)[round]!;
    for (const [k, [home, away]] of pairs.entries()) {
      const score = draft.scores[scoreKey(round, k)];
      const isSame = home !== null && away !== null && before[k]![0] === home && before[k]![1] === away;
      if (score && isSame && !isAgainst(score, winners[round]![k]! === home)) scores[scoreKey(round, k)] = score;
    }
  }
  const losers = losersOf(shape, { ...draft, winners });
  const thirdPlace = shape.thirdPlace ?? (draft.thirdPlace !== null && losers.includes(draft.thirdPlace) ? draft.thirdPlace : null);
  return { ...draft, winners, scores, thirdPlace };
}

const isAgainst = ([home, away]: readonly [number, number], isHome: boolean): boolean => home !== away && home > away !== isHome;

/** Returns the losers of the semi-finals as predicted, who play for third place; empty while they are not known. */
export function losersOf(shape: BracketShape, draft: Draft): number[] {
  const [round, pairs] = [draft.winners.length - 2, pairsOf(shape, draft).at(-2) ?? []];
  return pairs.flatMap(([home, away], k) => {
    const winner = draft.winners[round]?.[k] ?? null;
    const loser = winner === null ? null : winner === home ? away : home;
    return loser ?? [];
  });
}

/** Lets a team advance from a tie. */
export function advance(shape: BracketShape, draft: Draft, round: number, tie: number, team: number): Draft {
  const winners = draft.winners.map((row, r) => row.map((winner, k) => (r === round && k === tie ? team : winner)));
  return withFresh(shape, draft, { winners });
}

/** Predicts a score after 90 minutes; who is ahead advances. Null takes it back. */
export function enterScore(
  shape: BracketShape,
  draft: Draft,
  at: { round: number; tie: number },
  score: readonly [number, number] | null,
): Draft {
  const { [scoreKey(at.round, at.tie)]: _, ...others } = draft.scores;
  if (score === null) return { ...draft, scores: others };
  const [home, away] = pairsOf(shape, draft)[at.round]![at.tie]!;
  const ahead = score[0] === score[1] ? draft.winners[at.round]![at.tie]! : score[0] > score[1] ? home : away;
  const scored = { ...draft, scores: { ...others, [scoreKey(at.round, at.tie)]: score } };
  return ahead === null ? scored : advance(shape, scored, at.round, at.tie, ahead);
}

export const scoreAt = (draft: Draft, round: number, tie: number): readonly [number, number] | null =>
  draft.scores[scoreKey(round, tie)] ?? null;

/** Moves a team of a group by one place, up (-1) or down (1). */
export function moveTeam(shape: BracketShape, draft: Draft, group: number, place: number, by: -1 | 1): Draft {
  const order = [...draft.orders[group]!];
  const other = place + by;
  if (other < 0 || other >= order.length) return draft;
  [order[place], order[other]] = [order[other]!, order[place]!];
  const orders = draft.orders.map((one, i) => (i === group ? order : one));
  const shared = bestPlace(shape);
  const isBest = (team: number) => shared !== null && orders.some((one) => one[shared - 1] === team);
  // A group that sends its third still does, whoever that is now.
  const best = draft.best.map((team) => (order.includes(team) && shared !== null ? order[shared - 1]! : team)).filter(isBest);
  return withFresh(shape, draft, { orders, best });
}

/** Chooses whether a team is among the best of its place. */
export function toggleBest(shape: BracketShape, draft: Draft, team: number): Draft {
  const best = draft.best.includes(team) ? draft.best.filter((one) => one !== team) : [...draft.best, team];
  return best.length > bestCount(shape) ? draft : withFresh(shape, draft, { best });
}

export const pickThird = (draft: Draft, team: number): Draft => ({ ...draft, thirdPlace: team });

/** `settled` compares with who met before the change. */
function withFresh(shape: BracketShape, draft: Draft, changes: Partial<Draft>): Draft {
  const before = pairsOf(shape, draft);
  const next = settled(shape, { ...draft, ...changes });
  const after = pairsOf(shape, next);
  const scores = Object.entries(next.scores).filter(([key]) => {
    const [round, tie] = key.split(':').map(Number) as [number, number];
    return before[round]![tie]!.join() === after[round]![tie]!.join();
  });
  return { ...next, scores: Object.fromEntries(scores) };
}

/** How many teams advance as the best of their place; 0 if none do. */
export const bestCount = ({ plan }: BracketShape): number => (plan ? sharedSeats(plan).length : 0);
/** The place from which some advance; null if none do. */
export const bestPlace = ({ plan }: BracketShape): number | null => (plan && sharedSeats(plan)[0]?.place) ?? null;

/** Returns how many choices are missing. */
export function missing(shape: BracketShape, draft: Draft): number {
  const ties = draft.winners.flat().filter((winner) => winner === null).length;
  const third = shape.thirdPlace !== undefined && shape.first.length > 1 && draft.thirdPlace === null ? 1 : 0;
  return ties + third + bestCount(shape) - draft.best.length;
}

/** Returns the picks as they are sent; null while a team is missing. */
export function picksOf({ orders, best, winners, thirdPlace, scores }: Draft): BracketPicks | null {
  if (winners.some((row) => row.includes(null))) return null;
  return {
    orders,
    best,
    winners: winners as number[][],
    third_place: thirdPlace,
    scores: Object.entries(scores).map(([key, [home, away]]) => {
      const [round, tie] = key.split(':').map(Number) as [number, number];
      return { round, tie, home, away };
    }),
  };
}
