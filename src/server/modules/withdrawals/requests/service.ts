import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getRedeemable, listWithdrawals, Withdrawal } from '#contract/withdrawals.ts';
import { DAY_MS, HOUR_MS, utcDay } from '#domain/time.ts';
import { POINTS_PER_USDT, shortWallet } from '#domain/withdrawals/payout-text.ts';
import {
  ownerStage,
  REVIEW_HOURS,
  type RedeemChannel,
  type RejectionReason,
  type WithdrawalStatus,
} from '#domain/withdrawals/withdrawal.ts';
import { checkPoints, checkRedeemer, type RedeemFacts, type RedeemRefusal, redeemableNow } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { maskIdentifier, requireUser } from '#server/modules/identity/public.ts';
import { findPoints } from '#server/modules/ledger/public.ts';
import { payoutStateOf } from '#server/modules/withdrawals/payouts/follow.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { errorText, preferredLocale } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { readFacts, type User } from './facts.ts';
import type { WithdrawalRow } from './queries.ts';
import * as withdrawals from './queries.ts';

/** Returns everything the form needs, from the same facts that a request is validated against. */
export async function redeemable(deps: Deps, { id }: SignedIn, request: RequestContext): Promise<ReplyOf<typeof getRedeemable>> {
  const user = await requireUser(deps, id);
  const { balance, held } = await findPoints(deps.db, id);
  const now = deps.now();
  const { facts, contacts, pending } = await readFacts(deps, deps.db, { user, balance, ip: request.ip }, now);
  const { max, bound, redeemable, redeemableFrom, dayLeft, days30Left } = redeemableNow(facts);
  const { rules, heldUntil } = facts;
  return {
    ...{ balance, held, points_per_usdt: POINTS_PER_USDT, step: rules.step, min: rules.min },
    ...{ day_max: rules.dayMax, days_30_max: rules.days30Max, day_left: dayLeft, days_30_left: days30Left },
    day_ends_at: new Date(Date.parse(`${utcDay(now)}T00:00:00Z`) + DAY_MS).toISOString(),
    ...{ max, bound, redeemable, redeemable_from: redeemableFrom?.toISOString() ?? null, to_be_played: facts.toBePlayed },
    wallet: walletOf(user),
    contacts: contacts.filter(({ isConfirmed }) => isConfirmed).map(({ channel, name }) => ({ channel, masked: maskIdentifier(name) })),
    on_hold_until: heldUntil !== null && heldUntil > now ? heldUntil.toISOString() : null,
    pending: pending ? withdrawalView(pending) : null,
    refusal: refusalIn(checkLeast(facts), request),
  };
}

const walletOf = ({ wallet_address, wallet_changed_at, created_at }: User) =>
  wallet_address === null
    ? null
    : { address: wallet_address, short: shortWallet(wallet_address), since: (wallet_changed_at ?? created_at).toISOString() };

/** Returns why not even the minimum could be requested; null if it could. */
const checkLeast = (facts: RedeemFacts): RedeemRefusal | null => checkRedeemer(facts) ?? checkPoints(facts, facts.rules.min);

const refusalIn = (refusal: RedeemRefusal | null, { acceptLanguage }: RequestContext) =>
  refusal && { ...refusal, detail: errorText(refusal.code, refusal.params, preferredLocale(acceptLanguage)) };

/** Returns a page of a user's requests, latest first. */
export async function list(
  deps: Deps,
  { id }: SignedIn,
  { status, limit, offset }: ParsedInputOf<typeof listWithdrawals>,
): Promise<ReplyOf<typeof listWithdrawals>> {
  const [rows, total] = await Promise.all([
    withdrawals.findWithdrawals(deps.db, { userId: id, status }, { limit, offset }),
    withdrawals.countWithdrawals(deps.db, id, status),
  ]);
  return { items: rows.map(withdrawalView), limit, offset, total };
}

/** Returns a request as its owner sees it; the owner must not be erased. */
export function withdrawalView(row: WithdrawalRow): Withdrawal {
  const status = row.status as WithdrawalStatus;
  const { stage, payout } = ownerStage({ status, txHash: row.tx_hash, payoutState: payoutStateOf(row) });
  return {
    id: row.id,
    status,
    stage,
    points: row.points,
    usdt: row.amount,
    wallet_address: row.wallet_address ?? '',
    contact: { channel: row.contact_channel as RedeemChannel, masked: maskIdentifier(row.contact ?? '') },
    submitted_at: row.created_at.toISOString(),
    review_due_at: new Date(row.created_at.getTime() + REVIEW_HOURS * HOUR_MS).toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason_code: row.reason_code as RejectionReason | null,
    note: row.note,
    // One that is in no block may be a mistake, or another's.
    tx_hash: payout === 'sending' ? null : row.tx_hash,
    sent_at: payout === 'sending' || payout === 'on_chain' ? null : (row.sent_at?.toISOString() ?? null),
    payout,
  };
}
