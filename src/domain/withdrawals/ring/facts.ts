import type { HandTrait, PlaceTrait } from '#domain/withdrawals/ring-reasons.ts';

/** What is known around one account, from which the chance is judged that one hand holds many accounts (docs/decisions/048). */
export interface RingFacts {
  /** Every account that a trait or a flow names; what names an account that is not here is left out. */
  accounts: readonly RingAccount[];
  traits: readonly RingTrait[];
  flows: readonly LossFlow[];
  /** Of the accounts that are judged; those of others are incomplete. */
  meetings: readonly Meetings[];
  /** Days between the first and the last registration of the site. */
  siteDays: number;
  /** Users of the busiest of the last seven days; counted up to 5,000. */
  players: number;
}

export interface RingAccount {
  id: string;
  registeredAt: Date;
  /** Points that were given: check-ins, invites, top-ups, corrections; never below 0. */
  given: number;
  /** Of these the points from check-ins and invites, which anybody can collect. */
  collected: number;
  /** What it won in contests less what it lost; open stakes count as lost. */
  netWon: number;
  /**
   * Points that it had at risk so far: in a pool the stake, or what others staked on the other outcomes where that is less; with fixed odds the
   * stake. Null where it was not looked up, as of most neighbours.
   */
  risked: number | null;
}

/** A trait and the accounts that have it. */
export interface RingTrait {
  kind: HandTrait | PlaceTrait;
  value: string;
  /** How many accounts have it, as far as they were counted; at least as many as `members`. */
  population: number;
  members: readonly string[];
}

/** Points that one account lost and another won, in all pools that were looked at. */
export interface LossFlow {
  loser: string;
  winner: string;
  /** Above 0. */
  points: number;
}

/** Small pools (SMALL_POOL_MAX) in which one account won and another lost. */
export interface Meetings {
  loser: string;
  winner: string;
  /** At least 1. */
  pools: number;
  /** Points that the winner got from the loser in them, above 0. */
  points: number;
}

/** A pool of so many participants or fewer is small: two accounts that do not know each other seldom meet twice in such pools. */
export const SMALL_POOL_MAX = 120;

/** The facts by their keys, so that each question of the score is a lookup. */
export interface RingGraph {
  accounts: ReadonlyMap<string, RingAccount>;
  traitsOf: ReadonlyMap<string, readonly RingTrait[]>;
  /** Of each winner, who lost to them: gross points by loser. */
  lostTo: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Of each loser, to whom. */
  lostBy: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Of each account, those that it won or lost in. */
  meetings: ReadonlyMap<string, readonly Meetings[]>;
}

export function ringGraph({ accounts, traits, flows, meetings }: RingFacts): RingGraph {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const traitsOf = new Map<string, RingTrait[]>();
  for (const trait of traits) {
    const members = [...new Set(trait.members)].filter((id) => known.has(id)).sort();
    const one = { ...trait, members, population: Math.max(trait.population, members.length) };
    for (const id of members) append(traitsOf, id, one);
  }
  const [lostTo, lostBy] = [new Map<string, Map<string, number>>(), new Map<string, Map<string, number>>()];
  for (const { loser, winner, points } of flows) {
    if (loser === winner || !(points > 0) || !known.has(loser) || !known.has(winner)) continue;
    add(lostTo, winner, loser, points);
    add(lostBy, loser, winner, points);
  }
  const met = new Map<string, Meetings[]>();
  for (const one of meetings) {
    if (!known.has(one.loser) || !known.has(one.winner)) continue;
    append(met, one.winner, one);
    append(met, one.loser, one);
  }
  return { accounts: known, traitsOf, lostTo, lostBy, meetings: met };
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function add(sums: Map<string, Map<string, number>>, key: string, other: string, points: number): void {
  const row = sums.get(key) ?? new Map<string, number>();
  sums.set(key, row.set(other, (row.get(other) ?? 0) + points));
}

/** A number from 0 at `from` to 1 at `to`, and beyond them 0 and 1. */
export const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Hosts at which anybody gets a mailbox. Others are rare or common by how many accounts have them; of these it is known while a site is young. */
const FOR_EVERYBODY = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com', 'aol.com', 'icloud.com', 'proton.me'],
  ...['fastmail.com', 'zoho.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com', 'mail.ru', 'yandex.com', 'yandex.ru', 'naver.com'],
  ...['qq.com', 'foxmail.com', '163.com', '126.com', 'yeah.net', 'sina.com', 'sina.cn', 'sohu.com', 'aliyun.com', '139.com', '189.cn'],
  ...[
    'yahoo.com.vn',
    'yahoo.co.uk',
    'yahoo.co.jp',
    'yahoo.fr',
    'yahoo.de',
    'hotmail.co.uk',
    'hotmail.fr',
    'orange.fr',
    'free.fr',
    'laposte.net',
  ],
  // Nobody's (RFC 2606): mailboxes there are made up, as the demo's are.
  ...['example.com', 'matchpoint.example'],
]);

/** Whether a mail host (as in the identity of an address) says nothing about who shares it. */
export const saysNothing = (host: string): boolean => FOR_EVERYBODY.has(host);
