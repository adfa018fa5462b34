import { type RingGraph, ramp } from './facts.ts';

/**
 * Finds which accounts feed which. A person with many accounts wants their given points in one: nearly everything such an account was ever
 * given ends, net of what it won back, at one other account or a few. An honest account loses a little to many: even in small pools no one
 * winner gets a large part of what it had.
 */

/** Part of an account's points from which it may be feeding another, and from which it surely does. */
const AIMED_FROM = 0.2;
const AIMED_SURELY = 0.55;
/** Maximum number of accounts that points pass through on their way. */
const HOPS_MAX = 3;
/** Maximum number of accounts followed from one winner. */
const FEEDERS_MAX = 400;

export interface Feeder {
  id: string;
  /** Points lost to the account that it feeds, net of what it won from there; not its own to the winner if they came through others. */
  points: number;
  /** Number of hops: 1 if it lost to the winner, 2 if it lost to such an account, and so on. */
  hops: number;
  /** How surely the losses are aimed, 0 to 1; the product over the hops. */
  weight: number;
}

export interface Feeding {
  feeders: Feeder[];
  /** Sum of the feeders' weights: the effective number of accounts that feed this one. */
  count: number;
  /** Points that arrived aimed over the last hop. */
  points: number;
}

/** Points that `loser` lost to `winner`, net of what came back. */
export const netLost = ({ lostTo }: RingGraph, loser: string, winner: string): number =>
  Math.max(0, (lostTo.get(winner)?.get(loser) ?? 0) - (lostTo.get(loser)?.get(winner) ?? 0));

/**
 * Returns how surely an account aims its losses at another, 0 to 1: by the part that went there of everything it had, that is, what it was
 * given and what it won elsewhere.
 */
export function aim(graph: RingGraph, loser: string, winner: string): number {
  const account = graph.accounts.get(loser);
  if (!account) return 0;
  const lost = netLost(graph, loser, winner);
  const had = Math.max(account.given, 0) + Math.max(0, account.netWon + lost);
  return had <= 0 ? 0 : ramp(lost / had, AIMED_FROM, AIMED_SURELY);
}

/** Returns the accounts that feed an account, over several hops, each with its best path. */
export function feedingOf(graph: RingGraph, winner: string): Feeding {
  const best = new Map<string, Feeder>();
  let points = 0;
  let reached: Feeder[] = [{ id: winner, points: 0, hops: 0, weight: 1 }];
  for (let hops = 1; hops <= HOPS_MAX && reached.length > 0 && best.size < FEEDERS_MAX; hops++) {
    const next = new Map<string, Feeder>();
    for (const by of reached) {
      for (const [id] of graph.lostTo.get(by.id) ?? []) {
        const weight = aim(graph, id, by.id) * by.weight;
        if (weight === 0 || id === winner || best.has(id)) continue;
        const lost = netLost(graph, id, by.id);
        if (hops === 1) points += lost * weight;
        const known = next.get(id);
        if (!known || weight > known.weight) next.set(id, { id, points: lost, hops, weight });
      }
    }
    reached = [...next.values()].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1)).slice(0, FEEDERS_MAX - best.size);
    for (const feeder of reached) best.set(feeder.id, feeder);
  }
  const feeders = [...best.values()].sort((a, b) => a.hops - b.hops || b.points * b.weight - a.points * a.weight || (a.id < b.id ? -1 : 1));
  // Added in a fixed order, so that the order of the facts does not change rounding.
  return { feeders, count: feeders.reduce((sum, { weight }) => sum + weight, 0), points };
}

/** Returns the account that this one most surely feeds, counted by all that feed it; null if it feeds none. */
export function fedBy(graph: RingGraph, loser: string): { id: string; aim: number; points: number; feeding: Feeding } | null {
  const winners = [...(graph.lostBy.get(loser) ?? [])]
    .map(([id]) => ({ id, aim: aim(graph, loser, id), points: netLost(graph, loser, id) }))
    .filter((winner) => winner.aim > 0)
    .sort((a, b) => b.aim - a.aim || b.points - a.points || (a.id < b.id ? -1 : 1))
    .slice(0, WINNERS_MAX)
    .map((winner) => ({ ...winner, feeding: feedingOf(graph, winner.id) }))
    .sort((a, b) => b.aim * b.feeding.count - a.aim * a.feeding.count || (a.id < b.id ? -1 : 1));
  return winners[0] ?? null;
}

const WINNERS_MAX = 3;
