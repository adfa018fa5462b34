import { allocate, sharedSeats } from '#domain/matches/knock-out-plan.ts';
import { type BracketPicks, type BracketShape, isOrigin, readTree } from './bracket-shape.ts';

/** More teams in a place than any tournament has groups: beyond it the search for those that advance would not end. */
const GROUPS_MAX = 16;

/**
 * Returns what the model predicts for a draw: of two teams the stronger advances, and of a group the stronger is ahead. `strengths`: ln of
 * the goals that each team scores for one that it concedes, by its id. Null if a team's strength is not known, or the draw cannot be read.
 */
export function modelPicks(shape: BracketShape, strengths: ReadonlyMap<number, number>): BracketPicks | null {
  const seated = shape.first.flat().filter((seat): seat is number => typeof seat === 'number');
  const teams = [...seated, ...shape.groups.flatMap((group) => group.teams)];
  if (teams.length === 0 || teams.some((team) => !strengths.has(team))) return null;
  const byStrength = (a: number, b: number) => strengths.get(b)! - strengths.get(a)! || a - b;
  const orders = shape.groups.map(({ teams: members, order }) => order ?? members.toSorted(byStrength));
  const best = bestOf(shape, orders, byStrength);
  const pairs = best && firstPairs(shape, orders, best);
  if (!pairs) return null;
  const winners: number[][] = [];
  const losers: (number | null)[][] = [];
  for (let round = pairs; ; ) {
    const known = shape.decided[winners.length];
    const advancing = round.map(([one, other], k) => known?.[k] ?? [one, other].filter((team) => team !== null).toSorted(byStrength)[0]!);
    losers.push(round.map(([one, other], k) => (advancing[k] === one ? other : one)));
    winners.push(advancing);
    if (advancing.length === 1) break;
    round = Array.from({ length: advancing.length / 2 }, (_, k) => [advancing[2 * k]!, advancing[2 * k + 1]!] as const);
  }
  const [one, other] = losers.at(-2) ?? [];
  const third_place =
    shape.thirdPlace === undefined || one == null || other == null ? null : (shape.thirdPlace ?? [one, other].sort(byStrength)[0]!);
  const picks = { orders, best, winners, third_place, scores: [] };
  return readTree(shape, picks).fault === null ? picks : null;
}

type Orders = readonly (readonly number[])[];

/** Returns the strongest teams of the place from which some advance that the plan can seat together; null if it can seat none. */
function bestOf({ groups, plan }: BracketShape, orders: Orders, byStrength: (a: number, b: number) => number): number[] | null {
  const shared = plan ? sharedSeats(plan) : [];
  if (plan === null || shared.length === 0) return [];
  const placed = orders.map((order) => order[shared[0]!.place - 1]!).toSorted(byStrength);
  if (placed.length > GROUPS_MAX) return null;
  const groupOf = (team: number) => groups[orders.findIndex((order) => order.includes(team))]!.name;
  for (const some of choose(placed, shared.length)) if (allocate(plan, some.map(groupOf)) !== null) return some;
  return null;
}

/** All choices of some items, those with the first items first. */
function* choose(items: readonly number[], count: number): Generator<number[]> {
  if (count === 0) yield [];
  for (let at = 0; at + count <= items.length && count > 0; at++)
    for (const others of choose(items.slice(at + 1), count - 1)) yield [items[at]!, ...others];
}

type Pair = readonly [number | null, number | null];

function firstPairs({ groups, plan, first }: BracketShape, orders: Orders, best: readonly number[]): Pair[] | null {
  const nameOf = (team: number) => groups[orders.findIndex((order) => order.includes(team))]!.name;
  const allocated = [...((plan && allocate(plan, best.map(nameOf))) ?? [])];
  const pairs = first.map((tie) =>
    tie.map((seat) => {
      if (!isOrigin(seat)) return seat;
      const group = seat.groups.length > 1 ? allocated.shift() : seat.groups[0];
      return orders[groups.findIndex(({ name }) => name === group)]?.[seat.place - 1];
    }),
  );
  return pairs.some((pair) => pair.includes(undefined)) ? null : (pairs as unknown as Pair[]);
}
