import type { KnockOutPlan } from '#domain/matches/knock-out-plan.ts';
import { randomFrom } from '#domain/seeded-random.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { BracketFacts, GroupFact, TieFact } from './bracket-facts.ts';
import type { BracketGroup, BracketPicks, BracketShape } from './bracket-shape.ts';
import { isOrigin } from './bracket-shape.ts';

/** Tournaments for tests: everything that is known before the first match, and after each further step. */

/** When the first match begins. */
export const BEGIN_MS = 1_000 * HOUR_MS;

/** Picks at random, and always the same with the same key. Consistent with the shape, and with what is decided. */
export function randomPicks(shape: BracketShape, key: string): BracketPicks {
  const random = randomFrom(key);
  const orders = shape.groups.map(({ teams, order }) => order ?? shuffled(teams, random));
  for (;;) {
    const shared = shape.first.flat().filter((seat) => isOrigin(seat) && seat.groups.length > 1);
    const place = shared.length > 0 && isOrigin(shared[0]!) ? shared[0].place : 0;
    const best =
      place === 0
        ? []
        : shuffled(orders, random)
            .slice(0, shared.length)
            .map((order) => order[place - 1]!);
    const winners: number[][] = [];
    const teams = firstTeams(shape, orders, best);
    if (teams === null) continue;
    for (let pairs = teams; ; ) {
      const known = shape.decided[winners.length];
      const picked = pairs.map(([one, other], k) => known?.[k] ?? (other === null || (one !== null && random() < 0.5) ? one! : other));
      winners.push(picked);
      if (picked.length === 1) break;
      pairs = Array.from({ length: picked.length / 2 }, (_, k) => [picked[2 * k]!, picked[2 * k + 1]!] as const);
    }
    return { orders, best, winners, third_place: null, scores: [] };
  }
}

function firstTeams(shape: BracketShape, orders: readonly (readonly number[])[], best: readonly number[]) {
  const left = [...best];
  const groupOf = (team: number) => shape.groups.find((_, i) => orders[i]!.includes(team))!.name;
  const seats = shape.first.map((tie) =>
    tie.map((seat) => {
      if (!isOrigin(seat)) return seat;
      if (seat.groups.length === 1) return orders[shape.groups.findIndex(({ name }) => name === seat.groups[0])]![seat.place - 1]!;
      const at = left.findIndex((team) => seat.groups.includes(groupOf(team)));
      return at === -1 ? undefined : left.splice(at, 1)[0]!;
    }),
  );
  return seats.flat().includes(undefined) ? null : (seats as [number | null, number | null][]);
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return Array.from({ length: left.length }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
}

/** The draw of a cup with so many teams: 1 meets 2, 3 meets 4; the last `byes` ties have one team only. */
export function cupShape(teams: number, byes = 0): BracketShape {
  const first = Array.from({ length: teams / 2 }, (_, k) => [2 * k + 1, k >= teams / 2 - byes ? null : 2 * k + 2] as const);
  return { groups: [], plan: null, first, decided: [], thirdPlace: undefined };
}

/** Groups of four by their names, with a plan; the teams of the n-th group are 10 n + 1 to 10 n + 4. */
export function groupShape(names: readonly string[], plan: KnockOutPlan): BracketShape {
  const groups = names.map((name, i): BracketGroup => ({ name, teams: [1, 2, 3, 4].map((n) => 10 * (i + 1) + n), order: null }));
  return { groups, plan, first: plan.first, decided: [], thirdPlace: undefined };
}

/** Plays a cup to its end. Returns what is known before it, and after the draw of each round and each result. */
export function playCup(shape: BracketShape, key: string): BracketFacts[] {
  const random = randomFrom(key);
  const steps: BracketFacts[] = [];
  let ties: TieFact[] = [];
  let teams = shape.first as readonly (readonly [number, number | null])[];
  for (let round = 0; ; round++) {
    const stage = teams.length;
    const winners: number[] = teams.map(([one]) => one);
    const begin = BEGIN_MS + round * 24 * HOUR_MS;
    const played = teams.flatMap(([one, other], k) => (other === null ? [] : [{ k, tie: open(stage, [one, other], begin + k * HOUR_MS) }]));
    ties = [...ties, ...played.map(({ tie }) => tie)];
    steps.push({ groups: [], ties });
    for (const { k, tie } of shuffled(played, random)) {
      const [home, away] = [Math.floor(random() * 4), Math.floor(random() * 4)];
      const winner = tie.teams[home === away ? Math.floor(random() * 2) : home > away ? 0 : 1]!;
      winners[k] = winner;
      ties = ties.map((one) => (one.stage === stage && one.teams === tie.teams ? { ...tie, winner, score: [home, away] } : one));
      steps.push({ groups: [], ties });
    }
    if (stage === 1) return steps;
    // A draw of its own for every second cup: neighbours do not meet then.
    const next = random() < 0.5 ? winners : shuffled(winners, random);
    teams = Array.from({ length: stage / 2 }, (_, k) => [next[2 * k]!, next[2 * k + 1]!] as const);
  }
}

export const open = (stage: TieFact['stage'], teams: readonly [number, number], beganAtMs: number): TieFact => ({
  ...{ stage, teams, beganAtMs, winner: null, score: null, hasScore: true },
});

/** A group that has not begun, or has the order that is given. */
export const groupFact = ({ name, teams }: BracketGroup, order: readonly number[] | null, advancing: number): GroupFact => ({
  ...{ name, teams, order, advancing, beganAtMs: BEGIN_MS },
});
