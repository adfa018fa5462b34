import { utcDay } from '#domain/ledger/rewards.ts';
import type { Refusal } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { RedeemChannel } from './withdrawal.ts';

/** What of a user's points can be redeemed, and why not (docs/rules.md#withdrawals, docs/withdrawals.md). All amounts are whole points. */

export interface RedeemRules {
  /** Requests are of a multiple of it. */
  step: number;
  min: number;
  /** In one UTC day, and in 30 days, at most. */
  dayMax: number;
  days30Max: number;
}

/** Points that cannot be redeemed before a moment. */
export interface WaitingPoints {
  points: number;
  from: Date;
}

/** What a request is judged by: the same as the form is told. */
export interface RedeemFacts {
  /** Whether operators take requests at all. */
  isOpen: boolean;
  isRegionBlocked: boolean;
  hasWallet: boolean;
  /** Where codes could go. */
  contacts: readonly { channel: RedeemChannel; isConfirmed: boolean }[];
  /** Payouts are on hold until then; null where they are not. */
  heldUntil: Date | null;
  hasPending: boolean;
  balance: number;
  /** Asked for in this UTC day and in the last 30 days, without what was rejected. */
  usedToday: number;
  used30Days: number;
  /** Given points that have to be played before they can be redeemed (`toBePlayed`). */
  toBePlayed: number;
  /** Points won lately. */
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

/** Judges a request; null when it may be made. What concerns the person goes before what concerns their points. */
export const checkRedeem = (facts: RedeemFacts, { points, channel }: RedeemRequest): RedeemRefusal | null =>
  checkRedeemer(facts, channel) ?? checkPoints(facts, points);

/** Why a user could redeem nothing at all, whatever they have; null when they could. Without a channel any that is confirmed will do. */
export function checkRedeemer(facts: RedeemFacts, channel?: RedeemChannel): RedeemRefusal | null {
  const { isOpen, isRegionBlocked, hasWallet, contacts, heldUntil, hasPending, now } = facts;
  if (!isOpen) return { code: 'switched_off', params: { what: 'redeem' } };
  if (isRegionBlocked) return { code: 'region_blocked' };
  // Without a confirmed contact no wallet can be entered either.
  if (contacts.length > 0 && !contacts.some(({ isConfirmed }) => isConfirmed)) return { code: 'contact_unconfirmed' };
  if (!hasWallet) return { code: 'wallet_required' };
  const bound = contacts.filter((contact) => channel === undefined || contact.channel === channel);
  if (bound.length === 0) return { code: 'no_contact' };
  if (!bound.some(({ isConfirmed }) => isConfirmed)) return { code: 'contact_unconfirmed' };
  if (heldUntil !== null && now < heldUntil) return { code: 'withdrawal_on_hold', params: { until: heldUntil.toISOString() } };
  return hasPending ? { code: 'withdrawal_pending' } : null;
}

/** Judges how many points are asked for: first by the rules for requests, then by what there is. */
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

/** What sets the most that can be asked for. */
export type RedeemBound = 'balance' | 'not_redeemable' | 'day' | '30_days';

export interface RedeemableNow {
  /** The most that can be asked for, a multiple of the step; 0 where that is less than the minimum. */
  max: number;
  bound: RedeemBound;
  /** How much of the balance may be redeemed by where its points come from. */
  redeemable: number;
  /** When nothing waits any more; null where nothing does. */
  redeemableFrom: Date | null;
  dayLeft: number;
  days30Left: number;
}

/** What a user could ask for by their points and the limits, the person aside: a request is refused for its points exactly where it is above `max`, below the minimum or between steps. */
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

/** The largest request within so many points; 0 where there is none. */
function wholeSteps(points: number, { step, min }: RedeemRules): number {
  const whole = Math.floor(points / step) * step;
  return whole < min ? 0 : whole;
}

/** How much of the balance may be redeemed at a moment, were nothing else to happen until then. */
function redeemableAt({ balance, toBePlayed, waiting }: RedeemFacts, at: Date): number {
  const stillWaiting = waiting.filter(({ from }) => at < from).reduce((sum, { points }) => sum + points, 0);
  return Math.max(0, balance - toBePlayed - stillWaiting);
}

/** When so many points may be redeemed, were nothing else to happen; null where waiting alone does not help. */
function redeemableFrom(facts: RedeemFacts, points: number): Date | null {
  const moments = facts.waiting.map(({ from }) => from).sort((a, b) => a.getTime() - b.getTime());
  return moments.find((at) => redeemableAt(facts, at) >= points) ?? null;
}

/** A bet that was paid lately. */
export interface LateWin {
  /** What it was paid in the time that counts. */
  paid: number;
  /** What it gave in all beyond its stake. */
  won: number;
  paidAt: Date;
}

/** Points that wait because they were won less than `hours` ago: of each bet no more than it was paid then, and never the stake. */
export const waitingOf = (wins: readonly LateWin[], hours: number): WaitingPoints[] =>
  wins
    .map(({ paid, won, paidAt }) => ({ points: Math.min(paid, won), from: new Date(paidAt.getTime() + hours * HOUR_MS) }))
    .filter(({ points }) => points > 0);

/** Since when requests count towards the limits: the beginning of the UTC day, and 30 days ago. */
export const limitsSince = (now: Date): { day: Date; days30: Date } => ({
  day: new Date(`${utcDay(now)}T00:00:00Z`),
  days30: new Date(now.getTime() - 30 * 24 * HOUR_MS),
});
