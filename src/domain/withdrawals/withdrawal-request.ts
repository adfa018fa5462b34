import type { Refusal } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS, utcDay } from '#domain/time.ts';
import type { RedeemChannel } from './withdrawal.ts';

/**
 * Computes which points a user can redeem, and why not more (docs/rules.md#withdrawals, docs/withdrawals.md). All amounts are whole points.
 */

/** How long withdrawals are on hold after a change that a thief may have made, in hours (docs/rules.md#withdrawals). */
export const WITHDRAWAL_HOLD_HOURS = { password: 24, wallet: 24, contact: 6, notMe: 72 } as const;

export interface RedeemRules {
  /** Requests must be a multiple of it. */
  step: number;
  min: number;
  /** Maximum in one UTC day, and in 30 days. */
  dayMax: number;
  days30Max: number;
}

/** Points that cannot be redeemed until a given time. */
export interface WaitingPoints {
  points: number;
  from: Date;
}

/** What a request is checked against; the form shows the same. */
export interface RedeemFacts {
  /** Whether operators accept requests at all. */
  isOpen: boolean;
  isRegionBlocked: boolean;
  hasWallet: boolean;
  /** Channels that codes could be sent to. */
  contacts: readonly { channel: RedeemChannel; isConfirmed: boolean }[];
  /** End of the hold on payouts; null without one. */
  heldUntil: Date | null;
  hasPending: boolean;
  balance: number;
  /** Requested in this UTC day and in the last 30 days, without rejected requests. */
  usedToday: number;
  used30Days: number;
  /** Given points that must be played before they can be redeemed (`toBePlayed`). */
  toBePlayed: number;
  /** Points won recently. */
  waiting: readonly WaitingPoints[];
  rules: RedeemRules;
  now: Date;
}

export interface RedeemRequest {
  points: number;
  channel: RedeemChannel;
}

export type RedeemRefusal = Refusal<
  | 'switched_off'
  | 'region_blocked'
  | 'wallet_required'
  | 'no_contact'
  | 'contact_unconfirmed'
  | 'withdrawal_on_hold'
  | 'withdrawal_pending'
  | 'invalid_points'
  | 'insufficient_points'
  | 'not_redeemable'
>;

/** Checks a request; returns null if it may be made. Refusals that concern the user come before those that concern their points. */
export const checkRedeem = (facts: RedeemFacts, { points, channel }: RedeemRequest): RedeemRefusal | null =>
  checkRedeemer(facts, channel) ?? checkPoints(facts, points);

/** Returns why a user can redeem nothing at all, whatever they have; null if they can. Without a channel any confirmed one will do. */
export function checkRedeemer(facts: RedeemFacts, channel?: RedeemChannel): RedeemRefusal | null {
  const { isOpen, isRegionBlocked, hasWallet, contacts, heldUntil, hasPending, now } = facts;
  if (!isOpen) return { code: 'switched_off', params: { what: 'redeem' } };
  if (isRegionBlocked) return { code: 'region_blocked' };
  // Entering a wallet also needs a confirmed contact.
  if (contacts.length > 0 && !contacts.some(({ isConfirmed }) => isConfirmed)) return { code: 'contact_unconfirmed' };
  if (!hasWallet) return { code: 'wallet_required' };
  const bound = contacts.filter((contact) => channel === undefined || contact.channel === channel);
  if (bound.length === 0) return { code: 'no_contact' };
  if (!bound.some(({ isConfirmed }) => isConfirmed)) return { code: 'contact_unconfirmed' };
  if (heldUntil !== null && now < heldUntil) return { code: 'withdrawal_on_hold', params: { until: heldUntil.toISOString() } };
  return hasPending ? { code: 'withdrawal_pending' } : null;
}

/** Checks the number of points: first against the rules for requests, then against what is available. */
export function checkPoints(facts: RedeemFacts, points: number): RedeemRefusal | null {
  const { rules, balance } = facts;
  const max = wholeSteps(Math.min(...leftOf(facts)), rules);
  if (points < rules.min || points % rules.step !== 0 || points > max)
    return { code: 'invalid_points', params: { min: rules.min, step: rules.step, max } };
  if (points > balance) return { code: 'insufficient_points', params: { balance } };
  const redeemable = redeemableAt(facts, facts.now);
  if (points <= redeemable) return null;
  const from = redeemableFrom(facts, points);
  return { code: 'not_redeemable', params: { redeemable, ...(from && { from: from.toISOString() }) } };
}

/** What determines the maximum of a request. */
export type RedeemBound = 'balance' | 'not_redeemable' | 'day' | '30_days';

export interface RedeemableNow {
  /** Maximum of a request, a multiple of the step; 0 if that is less than the minimum. */
  max: number;
  bound: RedeemBound;
  /** Part of the balance that may be redeemed, judged by the origin of its points. */
  redeemable: number;
  /** When the last waiting points become available; null if none wait. */
  redeemableFrom: Date | null;
  dayLeft: number;
  days30Left: number;
}

/**
 * Returns what a user could request by their points and the limits, ignoring the person. A request is refused for its points exactly if it
 * is above `max`, below the minimum or between steps.
 */
export function redeemableNow(facts: RedeemFacts): RedeemableNow {
  const [dayLeft, days30Left] = leftOf(facts);
  const redeemable = redeemableAt(facts, facts.now);
  const bounds: [RedeemBound, number][] = [
    ['balance', facts.balance],
    ['not_redeemable', redeemable],
    ['day', dayLeft],
    ['30_days', days30Left],
  ];
  const [bound, least] = bounds.reduce((tightest, next) => (next[1] < tightest[1] ? next : tightest));
  const last = Math.max(...facts.waiting.map(({ from }) => from.getTime()));
  return {
    max: wholeSteps(least, facts.rules),
    bound,
    redeemable,
    redeemableFrom: last > facts.now.getTime() ? new Date(last) : null,
    dayLeft,
    days30Left,
  };
}

const leftOf = ({ rules, usedToday, used30Days }: RedeemFacts): [day: number, days30: number] => [
  Math.max(0, rules.dayMax - usedToday),
  Math.max(0, rules.days30Max - used30Days),
];

/** Returns the largest request within this many points; 0 if there is none. */
function wholeSteps(points: number, { step, min }: RedeemRules): number {
  const whole = Math.floor(points / step) * step;
  return whole < min ? 0 : whole;
}

/** Returns how much of the balance may be redeemed at a time if nothing else happens until then. */
function redeemableAt({ balance, toBePlayed, waiting }: RedeemFacts, at: Date): number {
  const stillWaiting = waiting.filter(({ from }) => at < from).reduce((sum, { points }) => sum + points, 0);
  return Math.max(0, balance - toBePlayed - stillWaiting);
}

/** Returns when this many points may be redeemed if nothing else happens; null if waiting alone does not help. */
function redeemableFrom(facts: RedeemFacts, points: number): Date | null {
  const moments = facts.waiting.map(({ from }) => from).sort((a, b) => a.getTime() - b.getTime());
  return moments.find((at) => redeemableAt(facts, at) >= points) ?? null;
}

/** A bet that was paid recently. */
export interface LateWin {
  /** Points paid within the period that counts. */
  paid: number;
  /** Total return beyond its stake. */
  won: number;
  paidAt: Date;
}

/** Points that wait because they were won less than `hours` ago: per bet at most what it was paid then, and never the stake. */
export const waitingOf = (wins: readonly LateWin[], hours: number): WaitingPoints[] =>
  wins
    .map(({ paid, won, paidAt }) => ({ points: Math.min(paid, won), from: new Date(paidAt.getTime() + hours * HOUR_MS) }))
    .filter(({ points }) => points > 0);

/** Start of the periods in which requests count towards the limits: the UTC day, and 30 days ago. */
export const limitsSince = (now: Date): { day: Date; days30: Date } => ({
  day: new Date(`${utcDay(now)}T00:00:00Z`),
  days30: new Date(now.getTime() - 30 * 24 * HOUR_MS),
});
