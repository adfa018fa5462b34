import type { Transaction } from 'kysely';
import type { sendEmailCode as sendEmailCodeEndpoint, verifyEmail as verifyEmailEndpoint } from '#contract/auth.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { emailIdentity, normaliseEmail } from '#domain/identity/email.ts';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { meansEmailTaken, validateEmail } from '#server/modules/identity/auth/registration.ts';
import { isEmailTakenByOther, requireUser, sessionUser } from '#server/modules/identity/auth/service.ts';
import { sendConfirmation } from '#server/modules/identity/codes/send.ts';
import { codeTimes, spendCode, throwCodeRefusal } from '#server/modules/identity/codes/service.ts';
import { disarm, freeAddress, lockToConfirm } from '#server/modules/identity/email-confirmation/service.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as security from './queries.ts';
import { type OwnerLimits, requireStepUp } from './step-up.ts';
import { warn } from './warnings.ts';

/** Duration of the withdrawal hold after a contact is added, as a thief may have added it (docs/rules.md#withdrawals). */
const HOLD_MS = WITHDRAWAL_HOLD_HOURS.contact * HOUR_MS;

/** Sends a code that confirms the caller's address or, after a step-up, a new address. */
export async function sendEmailCode(
  deps: Deps,
  limits: OwnerLimits,
  caller: SignedIn,
  input: ParsedInputOf<typeof sendEmailCodeEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof sendEmailCodeEndpoint>> {
  const user = await requireUser(deps, caller.id);
  const to = addressMeant(user, input);
  if (to !== user.email) {
    await requireStepUp(deps, caller);
    validateEmail(to);
    await limits.newAddresses.count(user.id);
    if (await isEmailTakenByOther(deps, to, user.id)) throw new AppError('email_taken');
  }
  await sendConfirmation(deps, { user, sessionId: caller.sessionId }, request, { locale: preferredLocale(request.acceptLanguage), to });
  return { sent_to: to, ...codeTimes };
}

/** Returns the new address that was typed, else the present one; throws `no_contact` if there is none. */
function addressMeant({ email }: { email: string | null }, input: { email?: string | undefined }): string {
  const meant = input.email ?? email;
  if (meant === null) throw new AppError('no_contact');
  return normaliseEmail(meant);
}

/** Confirms the caller's address by its code; or replaces it by the new address that the code was sent to, and notifies the old one. */
export async function verifyEmail(
  deps: Deps,
  caller: SignedIn,
  input: ParsedInputOf<typeof verifyEmailEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof verifyEmailEndpoint>> {
  const { email } = await requireUser(deps, caller.id);
  const to = addressMeant({ email }, input);
  if (to !== email) await requireStepUp(deps, caller);
  const { outcome, user, ended } = await transact(deps, async (db, announce) => {
    const before = await lockToConfirm(deps, db, caller.id);
    // Another device changed the address first, so the checks no longer hold.
    if (before?.email !== email) throw new AppError('invalid_code');
    const outcome = await spendCode(deps, db, {
      ...{ purpose: 'confirm_email', subject: before.id, destination: to },
      ...{ holder: caller.sessionId, code: input.code },
    });
    if (outcome !== 'right') return { outcome, user: before, ended: [] };
    // The address was confirmed in another way in the meantime, which ended this session.
    if (!(await security.hasLiveSession(db, caller.id, caller.sessionId, deps.now()))) throw new AppError('session_expired');
    const proof = { request, sessionId: caller.sessionId };
    const { user: bare, ended } = await disarm(deps, db, announce, before, proof);
    const given = to === before.email ? null : await giveEmail(deps, db, bare, to, request);
    const user = given?.user ?? (await security.confirmEmail(db, before.id, before.email!, deps.now()));
    await deps.wiring.carryExclusions(deps, db, user.id, [{ kind: 'email', value: emailIdentity(to) }]);
    return { outcome, user, ended: [...ended, ...(given?.ended ?? [])] };
  }).catch((error: unknown) => {
    throw meansEmailTaken(error) ? new AppError('email_taken') : error;
  });
  throwCodeRefusal(outcome);
  deps.endedSessions.add(ended);
  // Invalidates cached replies about the user.
  deps.replies.touch(`me:${user.id}`);
  return { user: sessionUser(user) };
}

/**
 * Replaces a user's address: warns the old one, puts withdrawals on hold, and frees the address from accounts that hold it unconfirmed.
 * Also returns the ids of the ended sessions.
 */
async function giveEmail(
  deps: Deps,
  db: Transaction<DB>,
  before: NonNullable<Awaited<ReturnType<typeof security.lockUser>>>,
  to: string,
  request: RequestContext,
) {
  await warn(deps, db, before, 'email_changed', request);
  const now = deps.now();
  await security.holdRedeem(deps, db, before.id, new Date(now.getTime() + HOLD_MS), now);
  const ended = await freeAddress(deps, db, before.id, to, emailIdentity(to));
  return { user: await security.replaceEmail(db, before.id, to, emailIdentity(to), now), ended };
}
