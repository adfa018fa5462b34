import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  removePhone as removePhoneEndpoint,
  sendPhoneCode as sendPhoneCodeEndpoint,
  verifyPhone as verifyPhoneEndpoint,
} from '#contract/profile.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { sendCode } from '#server/modules/identity/codes/send.ts';
import { codeTimes, spendCode, throwCodeRefusal } from '#server/modules/identity/codes/service.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import { lockConfirmed, requireConfirmed, requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { lockOwner, profileOf, takenError, type User } from './owner.ts';
import * as profile from './queries.ts';

/** Duration of the withdrawal hold after a contact is added, as a thief may have added it (docs/rules.md#withdrawals). */
const HOLD_MS = WITHDRAWAL_HOLD_HOURS.contact * HOUR_MS;
const NEW_NUMBERS_PER_HOUR = 10;

export type PhoneLimits = ReturnType<typeof phoneLimits>;

/** Limits on requested numbers: the answer reveals whether a number is registered, and every text costs money. */
export const phoneLimits = (deps: Deps) => ({
  newNumbers: requestLimit(deps, 'new-phone', NEW_NUMBERS_PER_HOUR, 60 * 60),
});

/** Sends a code to a number that the caller wants to add, after a step-up. */
export async function sendPhoneCode(
  deps: Deps,
  limits: PhoneLimits,
  caller: SignedIn,
  input: ParsedInputOf<typeof sendPhoneCodeEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof sendPhoneCodeEndpoint>> {
  const user = await requireUser(deps, caller.id);
  requireConfirmed(user);
  if (!deps.config.demo && deps.config.sms.length === 0) throw new AppError('unavailable');
  const to = readNumber(input.phone);
  await requireStepUp(deps, caller);
  await limits.newNumbers.count(user.id);
  if (await profile.isPhoneTaken(deps.db, to, user.id)) throw new AppError('phone_taken');
  const locale = matchLocale(user.locale) ?? DEFAULT_LOCALE;
  const message = { userId: user.id, channel: 'sms', locale, isOwn: to === user.phone, content: { kind: 'confirm_phone' } } as const;
  await sendCode(deps, phoneCode(user, to, caller), message, request);
  return { sent_to: to, ...codeTimes };
}

/** Sets the caller's number with the code that was sent to it, and notifies every contact that the caller had before. */
export async function verifyPhone(
  deps: Deps,
  caller: SignedIn,
  { phone, code }: ParsedInputOf<typeof verifyPhoneEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof verifyPhoneEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  const { id } = caller;
  const to = readNumber(phone);
  await requireStepUp(deps, caller);
  const { outcome, user } = await transact(deps, async (db, announce) => {
    const before = await lockConfirmed(deps, db, caller);
    const outcome = await spendCode(deps, db, { ...phoneCode(before, to, caller), code });
    const isTheirs = before.phone === to && before.phone_verified_at !== null;
    if (outcome !== 'right' || isTheirs) return { outcome, user: before };
    const now = deps.now();
    await warn(deps, db, before, 'phone_changed', request);
    await holdRedeem(deps, db, id, new Date(now.getTime() + HOLD_MS), now);
    const after = await profile.updateUser(db, id, { phone: to, phone_verified_at: now });
    await deps.wiring.carryExclusions(deps, db, id, [{ kind: 'phone', value: to }]);
    announce(`me:${id}`, { t: 'account' });
    return { outcome, user: after };
  }).catch((error: unknown) => {
    throw takenError(error);
  });
  throwCodeRefusal(outcome);
  return { profile: profileOf(user) };
}

/** Deletes the caller's number, and notifies every contact including this number; does nothing if there is none. */
export async function removePhone(deps: Deps, caller: SignedIn, request: RequestContext): Promise<ReplyOf<typeof removePhoneEndpoint>> {
  const { id } = await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  await transact(deps, async (db, announce) => {
    const before = await lockOwner(db, id);
    if (before.phone === null) return;
    await warn(deps, db, before, 'phone_changed', request);
    await profile.updateUser(db, id, { phone: null, phone_verified_at: null });
    announce(`me:${id}`, { t: 'account' });
  });
  return {};
}

function readNumber(typed: string): string {
  const number = mobileNumber(typed);
  if (number === null) throw new AppError('invalid_phone');
  return number;
}

const phoneCode = (user: Pick<User, 'id'>, destination: string, { sessionId }: SignedIn) =>
  ({ purpose: 'confirm_phone', subject: user.id, destination, holder: sessionId }) as const;

/** Types of numbers that receive texts. In some countries mobile and fixed-line numbers cannot be told apart. */
const GETS_TEXTS: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Parses a mobile number with its country code in any notation ("+84 (0)91 234 56 78", "0084 91 2345678"); returns it as dialled from
 * abroad: "+84912345678". Returns null for anything but a mobile number. Uses the full metadata, as only that tells the types of numbers
 * apart.
 */
export function mobileNumber(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  if (!/^\+[\d\s().\-‐-―/]+$/.test(text)) return null;
  const number = parsePhoneNumberFromString(text, { extract: false });
  // Satellite numbers belong to no country, and texts to them are too expensive.
  if (!number?.country || !number.isValid() || !GETS_TEXTS.has(number.getType())) return null;
  return number.number;
}
