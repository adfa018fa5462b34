import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { HAND_TRAITS, type HandTrait, PLACE_TRAITS, type PlaceTrait } from '#domain/withdrawals/ring-reasons.ts';
import type { RingGraph, RingTrait } from './facts.ts';

/** Mailboxes of one pattern are of one hand where most of them were registered within so many days: names that many people have spread over years. */
const MAIL_NAME_DAYS = 3;
/** A cluster is followed so far; it does not become more suspicious beyond. */
const CLUSTER_MAX = 200;

export interface Tie {
  id: string;
  /** Traits over which it was reached, the first that was found. */
  kind: HandTrait;
  value: string;
  hops: number;
}

/** Accounts that browsers, wallets and patterns of mailboxes join to one, over any number of hops; without the account itself. */
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

/** An account's traits of hand in a fixed order, each with those whom it ties to the account. */
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

/** Registered so many days apart, users of a shared computer are strangers more often than one hand's accounts are. */
const SAME_HAND_DAYS = 10;
const FAR_APART = 0.6;

/** How many accounts a hand holds, the account itself included; those that registered far apart from it count in part. */
export const handSize = (graph: RingGraph, id: string, ties: readonly Tie[]): number =>
  ties.reduce((sum, tie) => sum + (apart(graph, id, tie.id) <= SAME_HAND_DAYS * DAY_MS ? 1 : FAR_APART), 1);

const apart = ({ accounts }: RingGraph, one: string, other: string): number =>
  Math.abs(accounts.get(one)!.registeredAt.getTime() - accounts.get(other)!.registeredAt.getTime());

export interface PlaceGroup {
  kind: PlaceTrait;
  value: string;
  population: number;
  /** Accounts of the place, without the one that is asked of. */
  members: readonly string[];
  /** Accounts of the place that registered within an hour of the one that is asked of, itself included. */
  together: number;
}

/** The places that an account shares with others. */
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
