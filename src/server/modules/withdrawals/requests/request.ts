import type { Transaction } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { requestRedeem as requestRedeemEndpoint, sendRedeemCode as sendRedeemCodeEndpoint } from '#contract/withdrawals.ts';
import { redeemTransfer } from '#domain/ledger/ledger.ts';
import { shortWallet, usdtOf } from '#domain/withdrawals/payout-text.ts';
import type { RedeemChannel } from '#domain/withdrawals/withdrawal.ts';
import { checkRedeem, checkRedeemer, type RedeemRefusal } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import {
  type CodeOutcome,
  type CodeUse,
  codeTimes,
  lockUser,
  maskIdentifier,
  requireUser,
  sendCode,
  spendCode,
  throwCodeRefusal,
  warn,
} from '#server/modules/identity/public.ts';
import { lockBalance, postTransfers } from '#server/modules/ledger/public.ts';
import { addEvent } from '#server/modules/withdrawals/events/service.ts';
import { saveRequestedEvidence } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { once } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type Announce, transact } from '#server/platform/transact.ts';
import { type RedeemContact, readFacts, type User } from './facts.ts';
import * as withdrawals from './queries.ts';
import { withdrawalView } from './service.ts';

type Receipt = ReplyOf<typeof requestRedeemEndpoint>;
type Request = ParsedInputOf<typeof requestRedeemEndpoint>;

/**
 * Sends a code for a withdrawal, unless the user could redeem nothing at all; the number of points is validated later. Throws the reason,
 * `send_failed` for a channel that is not configured, and `rate_limited`.
 */
export async function sendRedeemCode(
  deps: Deps,
  { id, sessionId }: SignedIn,
  { channel }: ParsedInputOf<typeof sendRedeemCodeEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof sendRedeemCodeEndpoint>> {
  const user = await requireUser(deps, id);
  const { facts, contacts } = await readFacts(deps, deps.db, { user, balance: 0, ip: request.ip }, deps.now());
  throwRefusal(checkRedeemer(facts, channel));
  if (!isReached(deps, channel)) throw new AppError('send_failed');
  const contact = contactBy(contacts, channel);
  const content = { kind: 'redeem', wallet: shortWallet(user.wallet_address!) } as const;
  const locale = preferredLocale(request.acceptLanguage);
  await sendCode(deps, redeemCode(user, contact, sessionId), { userId: user.id, channel, locale, isOwn: true, content }, request);
  return { channel, sent_to: maskIdentifier(contact.name), ...codeTimes };
}

/**
 * Accepts a request: its points are held from now on. Validates everything under the locks of the balance and of its owner: two requests or
 * a stake cannot spend the same points, and a wallet changed meanwhile is either the request's or invalidates its code. Throws the reason
 * of a refusal.
 */
export async function requestRedeem(deps: Deps, caller: SignedIn, asked: Request, request: RequestContext): Promise<Receipt> {
  const outcome = await transact(deps, (db, announce) =>
    once(
      db,
      request.idempotency,
      deps.now(),
      () => hold(deps, db, announce, caller, asked, request),
      (outcome) => typeof outcome === 'object',
    ),
  );
  if (typeof outcome === 'object') {
    await saveRequestedEvidence(deps, { id: outcome.withdrawal.id, user_id: caller.id });
    return outcome;
  }
  throwCodeRefusal(outcome);
  throw new Error('withdrawal request was not created although its code was right');
}

/** Returns the receipt, or what is wrong with the code: a wrong attempt must be committed to count. */
async function hold(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  { id: userId, sessionId }: SignedIn,
  { points, channel, code }: Request,
  request: RequestContext,
): Promise<Receipt | CodeOutcome> {
  const balance = await lockBalance(db, userId);
  const user = (await lockUser(db, { id: userId }))!;
  const now = deps.now();
  const { facts, contacts } = await readFacts(deps, db, { user, balance, ip: request.ip }, now);
  throwRefusal(checkRedeem(facts, { points, channel }));
  const contact = contactBy(contacts, channel);
  const outcome = await spendCode(deps, db, { ...redeemCode(user, contact, sessionId), code });
  if (outcome !== 'right') return outcome;
  const row = await withdrawals.insertWithdrawal(db, {
    ...{ id: newId(deps), user_id: userId, points, amount: usdtOf(points), contact_channel: channel, contact: contact.name },
    ...{ wallet_address: user.wallet_address, wallet_since: user.wallet_changed_at ?? user.created_at, created_at: now },
  });
  await addEvent(db, row.id, { kind: 'asked', adminId: null }, now);
  await postTransfers(db, [redeemTransfer(row.id, userId, points)], now);
  await warn(deps, db, user, 'redeem_requested', request);
  const withdrawal = withdrawalView(row);
  announce(`me:${userId}`, { t: 'balance', balance: balance - points });
  announce(`me:${userId}`, { t: 'withdrawal', withdrawal });
  return { withdrawal, balance: balance - points };
}

function throwRefusal(refusal: RedeemRefusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.params);
}

/** Describes the code. It is bound to the wallet too: a code requested with one wallet is invalid for another. */
const redeemCode = ({ id, wallet_address }: User, { to }: RedeemContact, sessionId: string): CodeUse => ({
  purpose: 'redeem',
  subject: id,
  destination: to,
  holder: sessionId,
  context: wallet_address ?? '',
});

/** Returns the contact of a channel that is known to exist. */
const contactBy = (contacts: readonly RedeemContact[], channel: RedeemChannel): RedeemContact =>
  contacts.find((contact) => contact.channel === channel)!;

/** Returns whether a channel is configured. Other messages wait in the queue until they can be sent; a code would have expired by then. */
const isReached = ({ config }: Deps, channel: RedeemChannel): boolean =>
  config.demo || (channel === 'email' ? config.mail : config.telegram) !== null;
