import type { Deps } from '#server/deps.ts';
import { isPasswordRight } from '#server/modules/identity/auth/passwords.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { tierLimit } from '#server/platform/http/tier-limit.ts';

export type OwnerLimits = ReturnType<typeof ownerLimits>;

/** Creates the limits for users who are signed in, or who reset a password. */
export const ownerLimits = (deps: Deps) => ({
  /** As many as at sign-in: a device that was left open is no easier place to guess. */
  passwords: tierLimit(deps, 'own-password', deps.config.rates.loginsPerAddressAnd15Minutes, 15 * 60),
  /** Each code has few tries, but there are many addresses. */
  resetsByIp: tierLimit(deps, 'reset', deps.config.rates.loginsPerIpAnd15Minutes, 15 * 60),
  /** The answer to a new address reveals whether it is registered, so it must not be possible to test a long list. */
  newAddresses: requestLimit(deps, 'new-address', NEW_ADDRESSES_PER_HOUR, 60 * 60),
});

const NEW_ADDRESSES_PER_HOUR = 10;

/**
 * Throws `invalid_credentials` unless this is the user's or the admin's password. Failures count per place, so that the owner may still try
 * elsewhere.
 */
export async function requireOwnPassword(
  limits: OwnerLimits,
  user: { id: string; password_hash: string | null },
  password: string,
  request: RequestContext,
): Promise<void> {
  await limits.passwords.count(request.ip, user.id);
  if (!(await isPasswordRight(user.password_hash, password, request.ip))) throw new AppError('invalid_credentials');
  await limits.passwords.giveBack(request.ip, user.id);
}
