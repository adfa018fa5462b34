import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  removePhone as removePhoneEndpoint,
  sendPhoneCode as sendPhoneCodeEndpoint,
  verifyPhone as verifyPhoneEndpoint,
} from '#contract/profile.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { sendCode } from '#server/modules/identity/codes/send.ts';
import { codeTimes, refuseCode, spendCode } from '#server/modules/identity/codes/service.ts';
import { lockConfirmed, requireConfirmed } from '#server/modules/identity/security/confirmed.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import { requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { lockOwner, takenError, type User } from './own-row.ts';
import { profileOf } from './profile-view.ts';
import * as profile from './queries.ts';

/** docs/rules.md#withdrawals: payouts wait after a contact was bound, as it may be a thief's. */
const HOLD_MS = 6 * 3_600_000;
const NEW_NUMBERS_PER_HOUR = 10;

export type PhoneLimits = ReturnType<typeof phoneLimits>;

/** Asking for a number tells whether somebody has it, and every text costs: nobody shall go through a list. */
export const phoneLimits = (deps: Deps) => ({
  newNumbers: requestLimit(deps, 'new-phone', NEW_NUMBERS_PER_HOUR, 60 * 60),
});

/** Sends a code to a number that is to be the caller's, after a step-up. */
export async function sendPhoneCode(
  deps: Deps,
  limits: PhoneLimits,
  caller: SignedIn,
  input: ParsedInputOf<typeof sendPhoneCodeEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof sendPhoneCodeEndpoint>> {
  const user = await requireUser(deps, caller.id);
  requireConfirmed(user);
  if (!deps.config.demo && !deps.config.sms) throw new AppError('unavailable');
  const to = readNumber(input.phone);
  await requireStepUp(deps, caller);
  await limits.newNumbers.count(user.id);
  if (await profile.isPhoneTaken(deps.db, to, user.id)) throw new AppError('phone_taken');
  const locale = matchLocale(user.locale) ?? DEFAULT_LOCALE;
  const message = { userId: user.id, channel: 'sms', locale, isOwn: to === user.phone, content: { kind: 'confirm_phone' } } as const;
  await sendCode(deps, phoneCode(user, to, caller), message, request);
  return { sent_to: to, ...codeTimes };
}

/** Gives the caller the number that the code was sent to, and tells by every contact that was theirs before. */
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
  refuseCode(outcome);
  return { profile: profileOf(user) };
}

/** Forgets the caller's number, and says so to it as to every other contact; harmless where there is none. */
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

/** Only mobile phones get texts. In some countries nobody can tell their numbers from others. */
const GETS_TEXTS: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * A number with its country code, however it is written ("+84 (0)91 234 56 78", "0084 91 2345678"), as it is dialled from abroad:
 * "+84912345678". Null for what is no number of a mobile phone: most metadata there is, as only it tells the kinds of numbers apart.
 */
export function mobileNumber(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  if (!/^\+[\d\s().\-‐-―/]+$/.test(text)) return null;
  const number = parsePhoneNumberFromString(text, { extract: false });
  // Satellites belong to no country, and are not ours to pay for.
  if (!number?.country || !number.isValid() || !GETS_TEXTS.has(number.getType())) return null;
  return number.number;
}
