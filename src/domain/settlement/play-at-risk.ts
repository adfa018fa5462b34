import { groupBy } from '#domain/grouping.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { Market } from './contest.ts';
import type { PlacedBet, Settlement } from './settlement.ts';

/**
 * Computes how many points of a bet were at risk: only those count as play (docs/decisions/047-play-at-risk.md). All amounts are whole
 * points.
 */

/** Fixed odds below 1.20 hardly ever lose, so stakes at them do not count. In hundredths. */
export const LOW_ODDS_HUNDREDTHS = 120;

/**
 * A bet counts in statistics, experience and invites if at least this many points were at risk: the smallest stake by default
 * (`STAKE_MIN`).
 */
export const PLAY_MIN = 10;

/** Returns whether a bet with this many points at risk (null while it is open) counts as a prediction that was played. */
export const isPlay = (atRisk: number | null): boolean => atRisk !== null && atRisk >= PLAY_MIN;

/**
 * Why this many points of a bet counted: all of them (`full`); only as many as unrelated players staked on other outcomes
 * (`others_staked`); those stakes were shared with related players (`connected`); another account of the same person had staked against it
 * (`hedged`); the odds were below 1.20 (`low_odds`); the stake was given back (`refunded`).
 */
export const AT_RISK_REASONS = ['full', 'others_staked', 'connected', 'hedged', 'low_odds', 'refunded'] as const;
export type AtRiskReason = (typeof AT_RISK_REASONS)[number];

/** How the players of one contest are related. Players who share a hand also share a group. */
export interface Ties {
  /** Players who may act together: what they could lose to each other does not count. */
  groupOf: (userId: string) => string;
  /** Accounts that look like one person's: they count for at most what that person could lose in all. */
  handOf: (userId: string) => string;
}

/** No relations. */
export const NO_TIES: Ties = { groupOf: (userId) => userId, handOf: (userId) => userId };

/** The contest of the stakes. `outcomes` are all possible results; `feePercent` is the pool's. */
export interface RiskContest {
  market: Market;
  outcomes: readonly Pick[];
  feePercent: number;
}

/** One player's stakes on one outcome. */
export interface RiskStake {
  id: string;
  userId: string;
  pick: Pick;
  /** `oddsHundredths` is null in a pool. */
  legs: readonly { stake: number; oddsHundredths: number | null }[];
}

export interface Risk {
  /** 0 to the stake. */
  points: number;
  reason: AtRiskReason;
}

/** A stake while its result is computed. */
interface Entry extends Risk {
  id: string;
  pick: Pick;
  stake: number;
  group: string;
  hand: string;
  /** Fixed odds: payout if its pick wins; 0 in a pool. */
  pays: number;
}

/** Returns how many points of each stake are at risk, by stake id: exactly one entry for each of `stakes`. */
export function risksOf(contest: RiskContest, stakes: readonly RiskStake[], ties: Ties): Map<string, Risk> {
  const entries = stakes.map((stake) => entryOf(stake, ties));
  const pool = sumByPick(entries);
  if (contest.market === 'wdl') limitToUnrelated(entries, pool);
  else limitToRealOdds(entries, stakes);
  limitToWorstLoss(contest, entries, pool);
  return new Map(entries.map(({ id, points, reason }) => [id, { points, reason }]));
}

function entryOf({ id, userId, pick, legs }: RiskStake, ties: Ties): Entry {
  const stake = sumOf(legs, (leg) => leg.stake);
  const pays = sumOf(legs, (leg) => Math.floor((leg.stake * (leg.oddsHundredths ?? 0)) / 100));
  return { id, pick, stake, points: stake, reason: 'full', group: ties.groupOf(userId), hand: ties.handOf(userId), pays };
}

/**
 * In a pool a stake can be lost only to players with other picks. Only unrelated ones count, and the stake of each counts once for a whole
 * group: eleven accounts that bet against one stranger's 10 points share these 10.
 */
function limitToUnrelated(entries: readonly Entry[], pool: PickSums): void {
  const all = totalOf(pool);
  for (const group of groupBy(entries, (entry) => entry.group).values()) {
    const own = sumByPick(group);
    const unrelated = all - totalOf(own);
    for (const onPick of groupBy(group, (entry) => entry.pick).values()) {
      const { pick } = onPick[0];
      const against = unrelated - (pool[pick] - own[pick]);
      for (const entry of onPick) lower(entry, Math.min(entry.stake, against), 'others_staked');
      ration(onPick, against, 'connected');
    }
    ration(group, unrelated, 'connected');
  }
}

function limitToRealOdds(entries: readonly Entry[], stakes: readonly RiskStake[]): void {
  entries.forEach((entry, i) => {
    const real = stakes[i]!.legs.filter(({ oddsHundredths }) => (oddsHundredths ?? 0) >= LOW_ODDS_HUNDREDTHS);
    lower(
      entry,
      sumOf(real, ({ stake }) => stake),
      'low_odds',
    );
  });
}

/**
 * A person who bets on several outcomes with several accounts wins on one what the others lose, so the bets count for at most what that
 * person could lose.
 */
function limitToWorstLoss({ market, outcomes, feePercent }: RiskContest, entries: readonly Entry[], pool: PickSums): void {
  const all = totalOf(pool);
  for (const hand of groupBy(entries, (entry) => entry.hand).values()) {
    if (hand.every(({ pick }) => pick === hand[0]!.pick)) continue;
    const own = sumByPick(hand);
    const staked = totalOf(own);
    const paidIf = (winner: Pick): number => {
      if (market === '1x2')
        return sumOf(
          hand.filter(({ pick }) => pick === winner),
          ({ pays }) => pays,
        );
      // Without a winner everybody is refunded.
      if (pool[winner] === 0) return staked;
      const fee = ((all - pool[winner]) * feePercent) / 100;
      return (own[winner] / pool[winner]) * (all - fee);
    };
    ration(hand, Math.max(0, ...outcomes.map((winner) => Math.floor(staked - paidIf(winner)))), 'hedged');
  }
}

/** Lowers the sum of these to `most`, each in proportion, rounded down. */
function ration(entries: readonly Entry[], most: number, reason: AtRiskReason): void {
  const counted = sumOf(entries, ({ points }) => points);
  if (counted <= most) return;
  for (const entry of entries) lower(entry, shareOf(entry.points, most, counted), reason);
}

function lower(entry: Entry, points: number, reason: AtRiskReason): void {
  if (points >= entry.points) return;
  entry.points = points;
  entry.reason = reason;
}

/** The result of a bet as play. */
export interface PlayEnd extends Risk {
  /**
   * Net winnings of the bet, negative for a loss, as far as they came from the house or from unrelated players; 0 for a refund. Excludes
   * what related players lost to it.
   */
  netWon: number;
}

/**
 * Returns the play of each bet of an ended contest, by bet id. Refunded stakes, and all stakes of a contest in which no one could lose,
 * count 0.
 */
export function playOf(
  contest: RiskContest,
  placed: ReadonlyMap<string, PlacedBet>,
  settlement: Settlement,
  ties: Ties,
): Map<string, PlayEnd> {
  const late = new Set(settlement.bets.flatMap(({ lateLegIds }) => lateLegIds));
  const stakes = settlement.bets
    .filter(({ state }) => state === 'settled')
    .map(({ id }) => {
      const bet = placed.get(id)!;
      return { ...bet, legs: bet.legs.filter((leg) => !late.has(leg.id)) };
    });
  const risks = risksOf(contest, stakes, ties);
  const fromUnrelated = unrelatedPart(contest.market, stakes, settlement.winner, ties);
  const ends = settlement.bets.map((end): [string, PlayEnd] => {
    const risk = risks.get(end.id);
    if (!risk) return [end.id, { points: 0, reason: 'refunded', netWon: 0 }];
    const stake = sumOf(placed.get(end.id)!.legs, (leg) => leg.stake) - end.refund;
    const net = end.payout - stake;
    return [end.id, { ...risk, netWon: net <= 0 ? net : fromUnrelated(end.userId, net) }];
  });
  return new Map(ends);
}

/** Returns the share of a player's pool winnings that unrelated players lost: every winner gets the same part of what each loser lost. */
function unrelatedPart(market: Market, stakes: readonly RiskStake[], winner: Pick | null, ties: Ties) {
  if (market === '1x2') return (_userId: string, won: number) => won;
  const lostBy = new Map<string, number>();
  let lost = 0;
  for (const { userId, pick, legs } of stakes) {
    if (pick === winner) continue;
    const stake = sumOf(legs, (leg) => leg.stake);
    const group = ties.groupOf(userId);
    lostBy.set(group, (lostBy.get(group) ?? 0) + stake);
    lost += stake;
  }
  return (userId: string, won: number) => (lost === 0 ? 0 : shareOf(won, lost - (lostBy.get(ties.groupOf(userId)) ?? 0), lost));
}

/** The opinion of players whose stakes are at risk: points by outcome, and the number of unrelated players behind them. */
export function crowdAtRisk(
  contest: RiskContest,
  stakes: readonly RiskStake[],
  ties: Ties,
): { points: Record<Pick, number>; people: number } {
  const risks = risksOf(contest, stakes, ties);
  const points: Record<Pick, number> = { home: 0, draw: 0, away: 0 };
  for (const { id, pick } of stakes) points[pick] += risks.get(id)!.points;
  const people = new Set(stakes.filter(({ id }) => risks.get(id)!.points > 0).map(({ userId }) => ties.groupOf(userId)));
  return { points, people: people.size };
}

type PickSums = Record<Pick, number>;

function sumByPick(entries: readonly Entry[]): PickSums {
  const sums: PickSums = { home: 0, draw: 0, away: 0 };
  for (const { pick, stake } of entries) sums[pick] += stake;
  return sums;
}

const totalOf = ({ home, draw, away }: PickSums): number => home + draw + away;

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((sum, item) => sum + of(item), 0);

/** Returns floor(part × of / whole), exactly: stake times pool exceeds the range in which doubles are exact. */
const shareOf = (part: number, of: number, whole: number): number => Number((BigInt(part) * BigInt(of)) / BigInt(whole));
