import { groupBy } from '#domain/grouping.ts';
import { provenanceOf } from '#domain/ledger/provenance.ts';
import {
  type LossFlow,
  type Meetings,
  type RingAccount,
  type RingFacts,
  type RingTrait,
  saysNothing,
} from '#domain/withdrawals/ring/facts.ts';
import { sumBySource } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { networkTiers } from '#server/platform/http/network-tiers.ts';
import * as flows from './ring-flow-queries.ts';
import * as traits from './ring-trait-queries.ts';

/** Search limits per account: deeper for the user's own pools than for those of accounts behind the user. */
const OWN_POOLS: flows.FlowReach = { pools: 60, accounts: 60 };
const OWN_LOSSES: flows.FlowReach = { pools: 30, accounts: 10 };
const FURTHER_POOLS: flows.FlowReach = { pools: 15, accounts: 25 };
/** Maximum number of accounts examined at each hop through which points may have come, and to which they may have gone. */
const PASSERS_MAX = 12;
const WINNERS_MAX = 2;
/**
 * An account that passed on more than it was given won the rest first; it is examined if the rest exceeds this part of what it was given.
 */
const PASSED_ON_MIN = 0.3;
/** Hops of flows beyond the accounts' own, and of ties; and accounts examined per hop for each requested account. */
const HOPS_MAX = 2;
const TIED_MAX = 60;

/** Returns the neighbourhood of all these accounts in one graph, found by lookups that are bounded at every step. */
export async function gatherRingFacts(db: Db, userIds: readonly string[]): Promise<RingFacts> {
  const graph = new Gathered();
  // Sequential, because the caller may be in a transaction, which has one connection.
  await gatherFlows(db, graph, userIds);
  await gatherTies(db, graph, userIds);
  await gatherPlaces(db, graph, userIds);
  const risked = await flows.sumRisked(db, userIds);
  return { ...graph.facts(risked), siteDays: await flows.findSiteDays(db), players: await flows.countPlayers(db) };
}

/** Facts found so far; each account, trait and pair once. */
class Gathered {
  readonly registered = new Map<string, Date>();
  readonly points = new Map<string, Pick<RingAccount, 'given' | 'collected' | 'netWon'>>();
  readonly traits = new Map<string, RingTrait>();
  /** Keyed by loser and winner. */
  readonly meetings = new Map<string, Meetings>();
  /** Points by winner and loser, and by loser and winner. */
  readonly lostTo = new Map<string, Map<string, number>>();
  readonly lostBy = new Map<string, Map<string, number>>();

  /** Adds flows. A pair may be found from both sides, each within its own pools; the larger sum is more complete. */
  addFlows(found: readonly LossFlow[]): void {
    for (const { loser, winner, points } of found) {
      const known = this.lostTo.get(winner)?.get(loser) ?? 0;
      put(this.lostTo, winner, loser, Math.max(known, points));
      put(this.lostBy, loser, winner, Math.max(known, points));
    }
  }

  /** Adds meetings. If both accounts of a pair are examined, the pair is found from both sides. */
  addMeetings(found: readonly Meetings[]): void {
    for (const one of found) {
      const key = `${one.loser} ${one.winner}`;
      if (one.pools > (this.meetings.get(key)?.pools ?? 0)) this.meetings.set(key, one);
    }
  }

  addTraits(found: readonly traits.TraitMember[]): void {
    for (const [key, members] of groupBy(found, ({ kind, value }) => `${kind} ${value}`)) {
      const [{ kind, value }] = members;
      this.traits.set(key, { kind, value, population: members.length, members: members.map(({ id }) => id) });
      for (const { id, created_at } of members) this.registered.set(id, created_at);
    }
  }

  facts(risked: ReadonlyMap<string, number>): Omit<RingFacts, 'siteDays' | 'players'> {
    const accounts = [...this.registered].map(([id, registeredAt]): RingAccount => {
      const { given = 0, collected = 0, netWon = 0 } = this.points.get(id) ?? {};
      return { id, registeredAt, given, collected, netWon, risked: risked.get(id) ?? null };
    });
    const flows = [...this.lostTo].flatMap(([winner, losers]) => [...losers].map(([loser, points]) => ({ loser, winner, points })));
    return { accounts, traits: [...this.traits.values()], flows, meetings: [...this.meetings.values()] };
  }
}

function put(sums: Map<string, Map<string, number>>, key: string, other: string, points: number): void {
  const row = sums.get(key);
  if (row) row.set(other, points);
  else sums.set(key, new Map([[other, points]]));
}

/** Gathers who lost to whom: around the accounts, and behind those who passed on what they had won from others. */
async function gatherFlows(db: Db, graph: Gathered, userIds: readonly string[]): Promise<void> {
  const looked = new Set(userIds);
  const own = [...(await flows.findLosers(db, userIds, OWN_POOLS)), ...(await flows.findWinners(db, userIds, OWN_LOSSES))];
  graph.addFlows(own);
  graph.addMeetings(flows.meetingsIn(own));
  await gatherPoints(db, graph, userIds);
  for (let hop = 1; hop <= HOPS_MAX; hop++) {
    const next = [...new Set([...looked].flatMap((id) => passersOf(graph, id).concat(hop === 1 ? winnersOf(graph, id) : [])))].filter(
      (id) => !looked.has(id),
    );
    if (next.length === 0) return;
    next.splice(PASSERS_MAX * userIds.length);
    for (const id of next) looked.add(id);
    graph.addFlows(await flows.findLosers(db, next, FURTHER_POOLS));
    await gatherPoints(db, graph, next);
  }
}

/** Gathers, for accounts in flows that are not known yet, when they registered and what they were given and won. */
async function gatherPoints(db: Db, graph: Gathered, userIds: readonly string[]): Promise<void> {
  const named = new Set([...userIds, ...graph.lostTo.keys(), ...graph.lostBy.keys()]);
  const unknown = [...named].filter((id) => !graph.points.has(id));
  if (unknown.length === 0) return;
  const accounts = await flows.findRegistered(db, unknown);
  const bySource = groupBy(await sumBySource(db, unknown), ({ user_id }) => user_id);
  for (const { id, created_at } of accounts) {
    graph.registered.set(id, created_at);
    const { origins } = provenanceOf(bySource.get(id) ?? []);
    const netWon = origins.find(({ origin }) => origin === 'contests')!.points;
    const given = origins.reduce((sum, { points }) => sum + points, 0) - netWon;
    const collected = origins.reduce((sum, { origin, points }) => sum + (origin === 'check_in' || origin === 'invites' ? points : 0), 0);
    graph.points.set(id, { given: Math.max(0, given), collected, netWon });
  }
}

const most = (flows: ReadonlyMap<string, number> | undefined, limit: number, isWanted: (id: string, points: number) => boolean): string[] =>
  [...(flows ?? [])]
    .filter(([id, points]) => isWanted(id, points))
    .sort(([a, points], [b, others]) => others - points || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id);

/** Returns the accounts that lost most to an account, of those that must have won a relevant part of it from others first. */
const passersOf = (graph: Gathered, id: string): string[] =>
  most(graph.lostTo.get(id), PASSERS_MAX, (loser, points) => {
    const { given, netWon } = graph.points.get(loser) ?? { given: 0, netWon: 0 };
    return points + netWon > PASSED_ON_MIN * given;
  });

const winnersOf = (graph: Gathered, id: string): string[] => most(graph.lostBy.get(id), WINNERS_MAX, () => true);

/** Gathers browsers, wallets and patterns of mailboxes, over several hops. */
async function gatherTies(db: Db, graph: Gathered, userIds: readonly string[]): Promise<void> {
  const looked = new Set<string>();
  const seen = new Set<string>();
  let next = [...userIds];
  for (let hop = 0; hop <= HOPS_MAX && next.length > 0; hop++) {
    for (const id of next) looked.add(id);
    const own = (await traits.findHandTraits(db, next)).filter(({ kind, value }) => kind !== 'mail_name' || isDistinctive(value));
    const fresh = own.filter(({ kind, value }) => !seen.has(`${kind} ${value}`));
    for (const { kind, value } of fresh) seen.add(`${kind} ${value}`);
    const members = await traits.findMembers(db, valuesOf(fresh));
    graph.addTraits(members);
    next = [...new Set(members.map(({ id }) => id))].filter((id) => !looked.has(id)).slice(0, TIED_MAX * userIds.length);
  }
}

/** Returns whether a mailbox name is distinctive: names of three letters or fewer are shared by chance. */
const isDistinctive = (mailName: string): boolean => {
  const [name = '', host = ''] = mailName.split('@');
  return name.length >= 4 && host !== 'example.com';
};

/** Gathers networks, mail hosts and inviters of the accounts themselves. */
async function gatherPlaces(db: Db, graph: Gathered, userIds: readonly string[]): Promise<void> {
  const own = await traits.findPlaceTraits(db, userIds);
  const wider = own.flatMap(({ user_id, registration_ip }) =>
    registration_ip === null
      ? []
      : networkTiers(registration_ip)
          .filter(({ tier }) => tier === 'site' || tier === 'block')
          .map(({ tier, network }) => ({ user_id, kind: tier as 'site' | 'block', value: network })),
  );
  const telling = [...own, ...wider].filter(({ kind, value }) => kind !== 'mail_domain' || !saysNothing(value));
  graph.addTraits(await traits.findMembers(db, valuesOf(telling)));
}

function valuesOf(own: readonly traits.OwnTrait[]): traits.TraitValues {
  const valuesIn = (kind: RingTrait['kind']) => [...new Set(own.filter((trait) => trait.kind === kind).map(({ value }) => value))];
  return {
    device: valuesIn('device'),
    wallet: valuesIn('wallet'),
    mail_name: valuesIn('mail_name'),
    mail_domain: valuesIn('mail_domain'),
    inviter: valuesIn('inviter'),
    host: valuesIn('host'),
    site: valuesIn('site'),
    block: valuesIn('block'),
  };
}
