import type { HandTrait, PlaceTrait } from '#domain/withdrawals/ring-reasons.ts';

/** What is known around one account, to judge how likely one person holds many accounts (docs/decisions/048). */
export interface RingFacts {
  /** Every account in a trait or a flow; traits and flows with other accounts are ignored. */
  accounts: readonly RingAccount[];
  traits: readonly RingTrait[];
  flows: readonly LossFlow[];
  /** For the accounts that are judged; incomplete for others. */
  meetings: readonly Meetings[];
  /** Days between the first and the last registration on the site. */
  siteDays: number;
  /** Users of the busiest of the last seven days; counted up to 5,000. */
  players: number;
}

export interface RingAccount {
  id: string;
  registeredAt: Date;
  /** Points given: check-ins, invites, top-ups, corrections; never below 0. */
  given: number;
  /** Points from check-ins and invites among them, which any account can collect. */
  collected: number;
  /** Net winnings in contests; open stakes count as lost. */
  netWon: number;
  /**
   * Points at risk so far: in a pool the stake, or what others staked on the other outcomes if that is less; with fixed odds the stake.
   * Null if it was not looked up, as for most neighbours.
   */
  risked: number | null;
}

/** A trait and the accounts that share it. */
export interface RingTrait {
  kind: HandTrait | PlaceTrait;
  value: string;
  /** How many accounts have it, as far as they were counted; at least the number of `members`. */
  population: number;
  members: readonly string[];
}

/** Points that one account lost and another won, in all examined pools. */
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

/** Maximum participants of a small pool: two accounts that do not know each other seldom meet twice in such pools. */
export const SMALL_POOL_MAX = 120;

/** The facts indexed, so that each question of the score is a lookup. */
export interface RingGraph {
  accounts: ReadonlyMap<string, RingAccount>;
  traitsOf: ReadonlyMap<string, readonly RingTrait[]>;
  /** By winner: gross points by loser. */
  lostTo: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By loser: gross points by winner. */
  lostBy: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By account: the pools that it won or lost in. */
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

/** Maps a number linearly to 0 at `from` and 1 at `to`, clamped to 0 and 1. */
export const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)));

/**
 * Hosts that give a mailbox to anyone. Other hosts are judged by how many accounts use them; these are known even while a site is young.
 */
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
  // Reserved names (RFC 2606): mailboxes there are made up, like the demo's.
  ...['example.com', 'matchpoint.example'],
]);

/** Returns whether a mail host (as in the identity of an address) says nothing about the accounts that share it. */
export const saysNothing = (host: string): boolean => FOR_EVERYBODY.has(host);
