import { FEW_LOSERS } from '#domain/ledger/provenance.ts';
import type { PlaceTrait, RingReasonKind, RingTie } from '#domain/withdrawals/ring-reasons.ts';
import { cohortOf, weighEmptied, weighSameDays } from './cohort.ts';
import { type LossFlow, type RingFacts, type RingGraph, ramp, ringGraph } from './facts.ts';
import { type Feeding, fedBy, feedingOf } from './feeding.ts';
import { handCluster, handSize, type PlaceGroup, placesOf, sameOpponentsOf, type Tie, weighSameOpponents } from './ties.ts';

export interface RingReason {
  kind: RingReasonKind;
  /** Above 0; two decimals. */
  weight: number;
  /** Number of accounts involved, without the account itself; 0 if it concerns the account alone. */
  accounts: number;
  /** Points involved; 0 if none. */
  points: number;
  /** Part of the account's points or turnover involved, 0 to 1; 0 if none. */
  share: number;
}

/** Sum of weights from which an account is flagged. Chosen on tuning seeds of `npm run bench -- fraud` (docs/decisions/048). */
export const RING_SCORE_MIN = 2.5;

export interface RingMember {
  id: string;
  /** Ties by which it belongs to the cluster. */
  ties: RingTie[];
  /** Number of hops, 1 for an account tied directly. */
  hops: number;
  /** Net points lost towards the account, or, if negative, won from it. */
  points: number;
}
export interface RingEvidence {
  score: number;
  isFlagged: boolean;
  /** In the order of RING_REASONS, without those of weight 0. */
  reasons: RingReason[];
  /** Points that its three largest feeders lost to it, weighted by how surely they are aimed; 0 if only one feeds it. */
  fewFed: number;
  /** The cluster, nearest first; at most MEMBERS_MAX. */
  members: RingMember[];
}

const MEMBERS_MAX = 200;

/** Returns the evidence that an account is one of many of one person. Independent of the order of the facts. */
export const ringEvidence = (facts: RingFacts, id: string): RingEvidence => ringEvidences(facts, [id]).get(id)!;

/** Returns the same for several accounts whose neighbourhoods are in the same facts. */
export function ringEvidences(facts: RingFacts, ids: readonly string[]): Map<string, RingEvidence> {
  const graph = ringGraph({ ...facts, flows: inOrder(facts.flows) });
  return new Map(ids.map((id) => [id, scoreOf(graph, id, facts)]));
}

function scoreOf(graph: RingGraph, id: string, { siteDays, players }: RingFacts): RingEvidence {
  const account = graph.accounts.get(id);
  if (!account) return { score: 0, isFlagged: false, reasons: [], fewFed: 0, members: [] };
  const hand = handCluster(graph, id);
  const places = placesOf(graph, id);
  const feeding = feedingOf(graph, id);
  const feeds = fedBy(graph, id);
  const group = new Set([...hand.map((tie) => tie.id), ...places.flatMap(({ members }) => members)]);
  const had = Math.max(1, account.given + Math.max(0, account.netWon), feeding.points);
  const cohort = cohortOf(graph, id);
  const opponents = sameOpponentsOf(graph, id, had, players);
  const inside = turnoverWithin(graph.lostTo.get(id), graph.lostBy.get(id), group);
  const outside = account.risked === null ? null : Math.max(0, account.risked - inside.points - feeding.points - (feeds?.points ?? 0));
  const reasons = [
    reason('one_hand', oneHand(handSize(graph, id, hand)) * (isLargePlace(places) ? LARGE_PLACE : 1), { accounts: hand.length }),
    registeredTogether(places),
    samePlace(places),
    reason('fed', FED * Math.log1p(several(feeding)) * ramp(feeding.points / had, FED_SHARE_MIN, FED_SHARE), {
      accounts: feeding.feeders.length,
      points: feeding.points,
      share: Math.min(1, feeding.points / had),
    }),
    reason('feeds', feeds === null ? 0 : FED * Math.log1p(several(feeds.feeding)) * feeds.aim, {
      accounts: feeds?.feeding.feeders.length ?? 0,
      points: feeds?.points ?? 0,
    }),
    reason(
      'inbred',
      inside.accounts < INBRED_ACCOUNTS_MIN ? 0 : INBRED * ramp(inside.share, 0.2, 0.7) * ramp(inside.points, 50, 300),
      inside,
    ),
    reason('emptied', weighEmptied(cohort, had), {
      ...{ accounts: cohort.emptied.losers, points: cohort.points * cohort.emptied.share, share: cohort.emptied.share },
    }),
    reason('same_days', weighSameDays(cohort, had, siteDays), {
      ...{ accounts: cohort.young.losers, points: cohort.points * cohort.young.share, share: cohort.young.share },
    }),
    reason('same_opponents', weighSameOpponents(opponents, had), {
      accounts: opponents.accounts,
      points: opponents.points,
      share: opponents.beyondChance,
    }),
    unplayed(outside, account.collected),
  ].filter(({ weight }) => weight !== 0);
  const score = rounded(reasons.reduce((sum, { weight }) => sum + weight, 0));
  return { score, isFlagged: score >= RING_SCORE_MIN, reasons, fewFed: fewFed(feeding), members: membersOf(hand, places, feeding, feeds) };
}

/** A single feeder may be a friend who plays worse: only further ones count. */
const several = ({ count }: Feeding): number => Math.max(0, count - 1) * 1.2;

const fewFed = ({ feeders }: Feeding): number =>
  feeders
    .filter(({ hops }) => hops === 1)
    .map(({ points, weight }) => points * weight)
    .sort((a, b) => b - a)
    .slice(0, FEW_LOSERS)
    .reduce((sum, points, _, few) => (few.length < 2 ? 0 : sum + points), 0);

/** Sums of fractions depend on their order in the last digit. */
const inOrder = (flows: readonly LossFlow[]): LossFlow[] =>
  [...flows].sort((a, b) => compare(a.winner, b.winner) || compare(a.loser, b.loser) || a.points - b.points);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const rounded = (weight: number): number => Math.round(weight * 100) / 100;
const reason = (kind: RingReasonKind, weight: number, about: Partial<Omit<RingReason, 'kind' | 'weight'>> = {}): RingReason => ({
  kind,
  weight: rounded(weight),
  accounts: about.accounts ?? 0,
  points: Math.round(about.points ?? 0),
  share: rounded(about.share ?? 0),
});

/** Households share browsers and change wallets among up to four; each doubling beyond that is less likely among them. */
const ONE_HAND = 2.2;
const oneHand = (accounts: number): number => Math.min(8, accounts <= 4 ? 0 : ONE_HAND * Math.log2(accounts / 3.5));

/** A computer of a university or a library has many users. */
const LARGE_PLACE = 0.5;
const isLargePlace = (places: readonly PlaceGroup[]): boolean => places.some(({ kind, population }) => kind === 'host' && population >= 60);

const FED = 2.2;
/** From this part of an account's points on, more feeding makes no difference. */
const FED_SHARE = 0.25;
/** Smaller winnings than this are common. */
const FED_SHARE_MIN = 0.05;
const INBRED = 3;
/** Couples and friends play against each other as well. */
const INBRED_ACCOUNTS_MIN = 4;

/** Weight of a place: the narrower, the more. Tiers of one network carry the same information, so only the strongest counts. */
const PLACE_FACTOR: Record<PlaceTrait, number> = { host: 1, site: 1, block: 0.7, mail_domain: 0.8, inviter: 0.5 };
const FAMILY: Record<PlaceTrait, string> = { host: 'network', site: 'network', block: 'network', mail_domain: 'mail', inviter: 'invites' };

/**
 * Many registrations from one place within an hour, if the place has few others. A university with a derby that brings forty has hundreds
 * of others; a machine that registers forty has none.
 */
/** A place alone is not enough, however many came at once: a derby brings a whole district. */
const TOGETHER_MAX = 1.1;
const registeredTogether = (places: readonly PlaceGroup[]): RingReason =>
  strongest('registered_together', places, ({ kind, together, population }) => ({
    weight: together < 3 ? 0 : Math.min(TOGETHER_MAX, 1.5 * PLACE_FACTOR[kind] * Math.log(together / 2) * (together / population) ** 2),
    accounts: together - 1,
  }));

/** More accounts than a household has, and fewer than a large place: a host of hundreds is a university or a carrier. */
const SAME_PLACE_MAX = 0.6;
const samePlace = (places: readonly PlaceGroup[]): RingReason =>
  strongest('same_place', places, ({ kind, population }) => ({
    weight:
      population < 5 ? 0 : PLACE_FACTOR[kind] * Math.min(SAME_PLACE_MAX, 0.35 * Math.log(population / 4)) * (1 - ramp(population, 60, 300)),
    accounts: population - 1,
  }));

function strongest(
  kind: RingReasonKind,
  places: readonly PlaceGroup[],
  weigh: (place: PlaceGroup) => { weight: number; accounts: number },
): RingReason {
  const best = new Map<string, { weight: number; accounts: number }>();
  for (const place of places) {
    const weighed = weigh(place);
    const known = best.get(FAMILY[place.kind]) ?? { weight: 0, accounts: 0 };
    if (weighed.weight > known.weight || (weighed.weight === known.weight && weighed.accounts > known.accounts))
      best.set(FAMILY[place.kind], weighed);
  }
  const all = [...best.values()];
  return reason(
    kind,
    all.reduce((sum, { weight }) => sum + weight, 0),
    { accounts: Math.max(0, ...all.filter(({ weight }) => weight > 0).map(({ accounts }) => accounts)) },
  );
}

const UNPLAYED = 1.5;
/**
 * A farm collects points; honest users play with theirs. Ignores top-ups, which operators give, and accounts that collected next to
 * nothing.
 */
function unplayed(outside: number | null, collected: number): RingReason {
  const share = outside === null || collected < 100 ? 1 : Math.min(1, outside / collected);
  return reason('unplayed', UNPLAYED * (1 - ramp(share, 0.1, 0.5)), { points: collected * (1 - share), share: 1 - share });
}

type Sums = ReadonlyMap<string, number> | undefined;

/** Returns the part of an account's winnings and losses in pools that involves a group. */
function turnoverWithin(won: Sums, lost: Sums, group: ReadonlySet<string>): { points: number; share: number; accounts: number } {
  const within = new Set<string>();
  let [all, points] = [0, 0];
  for (const [id, amount] of [...(won ?? []), ...(lost ?? [])]) {
    all += amount;
    if (!group.has(id)) continue;
    points += amount;
    within.add(id);
  }
  return { points, share: all === 0 ? 0 : points / all, accounts: within.size };
}

function membersOf(hand: readonly Tie[], places: readonly PlaceGroup[], feeding: Feeding, feeds: ReturnType<typeof fedBy>): RingMember[] {
  const members = new Map<string, RingMember>();
  const note = (id: string, tie: RingTie, hops: number, points = 0) => {
    const known = members.get(id) ?? { id, ties: [], hops, points: 0 };
    members.set(id, {
      id,
      ties: known.ties.includes(tie) ? known.ties : [...known.ties, tie],
      hops: Math.min(known.hops, hops),
      points: known.points + Math.round(points),
    });
  };
  for (const { id, kind, hops } of hand) note(id, kind, hops);
  for (const { id, hops, points } of feeding.feeders) note(id, 'feeds', hops, points);
  if (feeds) note(feeds.id, 'fed', 1, -feeds.points);
  // A place alone makes no account a member; it is named for existing members,
  for (const { kind, members: there } of places) for (const id of there) if (members.has(id)) note(id, kind, 1);
  // unless the place is so small that its accounts themselves are suspicious.
  for (const { kind, members: there, population } of places) if (population <= PLACE_MEMBERS_MAX) for (const id of there) note(id, kind, 1);
  return [...members.values()]
    .sort((a, b) => a.hops - b.hops || b.points - a.points || b.ties.length - a.ties.length || compare(a.id, b.id))
    .slice(0, MEMBERS_MAX);
}

const PLACE_MEMBERS_MAX = 60;
