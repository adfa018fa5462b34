import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { HAND_TRAITS, type HandTrait, PLACE_TRAITS, type PlaceTrait } from '#domain/withdrawals/ring-reasons.ts';
import { type RingGraph, type RingTrait, ramp } from './facts.ts';

/**
 * Mailboxes of one pattern belong to one hand if most were registered within this many days: many people's common names spread over years.
 */
const MAIL_NAME_DAYS = 3;
/** Maximum size to which a cluster is followed; beyond it, suspicion does not grow. */
const CLUSTER_MAX = 200;

export interface Tie {
  id: string;
  /** Traits over which it was reached, in the order found. */
  kind: HandTrait;
  value: string;
  hops: number;
}

/**
 * Returns the accounts that browsers, wallets and patterns of mailboxes connect to one, over any number of hops; without the account
 * itself.
 */
export function handCluster(graph: RingGraph, id: string): Tie[] {
  const found = new Map<string, Tie>();
  let reached = [id];
  for (let hops = 1; reached.length > 0 && found.size < CLUSTER_MAX; hops++) {
    const next: Tie[] = [];
    for (const from of reached) {
      for (const { kind, value, members } of handTraits(graph, from)) {
        for (const member of members) {
          if (member === id || found.has(member)) continue;
          const tie = { id: member, kind, value, hops };
          found.set(member, tie);
          next.push(tie);
        }
      }
    }
    reached = next.map((tie) => tie.id).sort();
  }
  return [...found.values()].sort((a, b) => a.hops - b.hops || (a.id < b.id ? -1 : 1)).slice(0, CLUSTER_MAX);
}

interface HandGroup {
  kind: HandTrait;
  value: string;
  members: readonly string[];
}

/** Returns an account's hand traits in a fixed order, each with the accounts that it ties to the account. */
function handTraits(graph: RingGraph, id: string): HandGroup[] {
  const traits = (graph.traitsOf.get(id) ?? []).filter((trait): trait is RingTrait & { kind: HandTrait } => isHand(trait.kind));
  return traits
    .map(({ kind, value, population, members }) => ({
      kind,
      value,
      members: kind === 'mail_name' ? samePattern(graph, id, members, population) : members,
    }))
    .sort((a, b) => HAND_TRAITS.indexOf(a.kind) - HAND_TRAITS.indexOf(b.kind) || (a.value < b.value ? -1 : 1));
}

const isHand = (kind: string): kind is HandTrait => (HAND_TRAITS as readonly string[]).includes(kind);

function samePattern(graph: RingGraph, id: string, members: readonly string[], population: number): readonly string[] {
  const near = members.filter((other) => apart(graph, id, other) <= MAIL_NAME_DAYS * DAY_MS);
  return near.length >= 5 && near.length * 3 >= population * 2 ? near : [];
}

/** Registered this many days apart, users of a shared computer are more often strangers than one person's accounts. */
const SAME_HAND_DAYS = 10;
const FAR_APART = 0.6;

/** Returns how many accounts a hand holds, the account itself included; those registered far apart from it count in part. */
export const handSize = (graph: RingGraph, id: string, ties: readonly Tie[]): number =>
  ties.reduce((sum, tie) => sum + (apart(graph, id, tie.id) <= SAME_HAND_DAYS * DAY_MS ? 1 : FAR_APART), 1);

const apart = ({ accounts }: RingGraph, one: string, other: string): number =>
  Math.abs(accounts.get(one)!.registeredAt.getTime() - accounts.get(other)!.registeredAt.getTime());

export interface PlaceGroup {
  kind: PlaceTrait;
  value: string;
  population: number;
  /** Accounts of the place, without the one in question. */
  members: readonly string[];
  /** Accounts of the place that registered within an hour of the one in question, itself included. */
  together: number;
}

/** Returns the places that an account shares with others. */
export function placesOf(graph: RingGraph, id: string): PlaceGroup[] {
  return (graph.traitsOf.get(id) ?? [])
    .filter((trait): trait is RingTrait & { kind: PlaceTrait } => !isHand(trait.kind) && trait.members.length > 1)
    .map(({ kind, value, population, members }) => ({
      kind,
      value,
      population,
      members: members.filter((other) => other !== id),
      together: members.filter((other) => apart(graph, id, other) <= HOUR_MS).length,
    }))
    .sort((a, b) => PLACE_TRAITS.indexOf(a.kind) - PLACE_TRAITS.indexOf(b.kind) || (a.value < b.value ? -1 : 1));
}

/**
 * Detects repeated opponents. Strangers meet by chance: among thousands of players two seldom meet in a second small pool. A ring that
 * spreads what it hands over thinly, or over weeks, still has the same accounts on both sides of its pools.
 */
export interface SameOpponents {
  /** Accounts met in two or more small pools, whichever of the two won. */
  accounts: number;
  /** Points won from them and lost to them in these pools; of one opponent at most a part of what the account had. */
  points: number;
  /** Their part, 0 to 1, of all points won from and lost to players, beyond what chance explains. */
  beyondChance: number;
}

/**
 * Maximum part of what the account had, and of its turnover, for which one opponent counts: a friend met every week is not many opponents.
 * Points are limited by what it had alone, so that winnings from others make its opponents count no more.
 */
const ONE_OPPONENT_MAX = 0.05;
/** Frequent players meet more often than an average user of the day. */
const REGULARS = 0.5;

/**
 * @param had the points that the account had in all
 * @param players users of the site's busiest day (`RingFacts.players`)
 */
export function sameOpponentsOf(graph: RingGraph, id: string, had: number, players: number): SameOpponents {
  const turnover = sumOf(graph.lostTo.get(id)) + sumOf(graph.lostBy.get(id));
  const faced = [...facedBy(graph, id).values()];
  const again = faced.filter(({ pools }) => pools >= 2);
  const pointsUpTo = (most: number) => again.reduce((sum, one) => sum + Math.min(one.points, ONE_OPPONENT_MAX * most), 0);
  const share = turnover === 0 ? 0 : Math.min(1, pointsUpTo(turnover) / turnover);
  const meetings = faced.reduce((sum, { pools }) => sum + pools, 0);
  // An opponent in one pool is met in another with about the probability that the other pools' opponents make up of all players.
  const byChance = 1 - Math.exp(-meetings / Math.max(1, REGULARS * players));
  return {
    accounts: again.length,
    points: pointsUpTo(had),
    beyondChance: byChance >= 1 ? 0 : Math.max(0, (share - byChance) / (1 - byChance)),
  };
}

/** Returns the accounts met in small pools, with the number of pools and the points, both ways together. */
function facedBy({ meetings }: RingGraph, id: string): Map<string, { pools: number; points: number }> {
  const faced = new Map<string, { pools: number; points: number }>();
  for (const { loser, winner, pools, points } of meetings.get(id) ?? []) {
    const other = loser === id ? winner : loser;
    const known = faced.get(other) ?? { pools: 0, points: 0 };
    faced.set(other, { pools: known.pools + pools, points: known.points + points });
  }
  return faced;
}

const sumOf = (flows: ReadonlyMap<string, number> | undefined): number =>
  [...(flows?.values() ?? [])].reduce((sum, points) => sum + points, 0);

/** Returns the weight, for an account that had `had` points in all. */
export const weighSameOpponents = ({ accounts, points, beyondChance }: SameOpponents, had: number): number =>
  4.5 * ramp(accounts, 3, 8) * ramp(points / had, 0.02, 0.1) * ramp(beyondChance, 0.05, 0.2);
