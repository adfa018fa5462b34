import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  beginTwoFactor as beginEndpoint,
  confirmTwoFactor as confirmEndpoint,
  getTwoFactor as getEndpoint,
  renewRecoveryCodes as renewEndpoint,
} from '#contract/two-factor.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockConfirmed, requireConfirmed } from '#server/modules/identity/security/confirmed.ts';
import { lockUser } from '#server/modules/identity/security/queries.ts';
import { requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { enableByFirstCode, generateNextSecret, removeFactor, renewCodes } from './enrolment.ts';
import { countRecoveryCodes, USERS } from './queries.ts';
import { hasSecondFactor, limitTries } from './service.ts';

export async function getTwoFactor(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getEndpoint>> {
  const { totp_enabled_at } = await requireUser(deps, id);
  return { enabled_at: totp_enabled_at?.toISOString() ?? null, recovery_codes_left: await countRecoveryCodes(deps.db, USERS, id) };
}

/** Generates a secret. The present factor stays in effect until the first code confirms it; a repeated call generates another secret. */
export async function beginTwoFactor(deps: Deps, caller: SignedIn): Promise<ReplyOf<typeof beginEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  await requireStepUp(deps, caller);
  return transact(deps, async (db) => {
    const user = await lockConfirmed(deps, db, caller);
    return generateNextSecret(deps, db, USERS, { id: user.id, label: user.email ?? user.public_handle });
  });
}

/**
 * Activates the generated secret with its first code, replacing the present one; throws `invalid_totp` if the code is wrong or no secret
 * was generated. Returns new recovery codes, which are shown only this once.
 */
export async function confirmTwoFactor(
  deps: Deps,
  caller: SignedIn,
  { totp }: ParsedInputOf<typeof confirmEndpoint>,
  request: RequestContext,
): Promise<ReplyOf<typeof confirmEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  const confirm = () =>
    transact(deps, async (db, announce) => {
      const user = await lockConfirmed(deps, db, caller);
      const recoveryCodes = await enableByFirstCode(deps, db, USERS, user, totp);
      await warn(deps, db, user, 'two_factor_on', request);
      announce(`me:${user.id}`, { t: 'account' });
      return recoveryCodes;
    });
  return { recovery_codes: await limitTries(deps, { ownerId: caller.id, place: null, kind: 'enrolment' }, confirm) };
}

/** Replaces all recovery codes by new ones; throws `not_found` if there is no second factor. */
export async function renewRecoveryCodes(deps: Deps, caller: SignedIn, request: RequestContext): Promise<ReplyOf<typeof renewEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  await requireStepUp(deps, caller);
  const recoveryCodes = await transact(deps, async (db) => {
    const user = await lockConfirmed(deps, db, caller);
    const renewed = await renewCodes(deps, db, USERS, user);
    await warn(deps, db, user, 'recovery_codes_renewed', request);
    return renewed;
  });
  return { recovery_codes: recoveryCodes };
}

/** Turns the second factor off, and deletes a secret that waits for its first code; does nothing if there is neither. */
export async function endTwoFactor(deps: Deps, caller: SignedIn, request: RequestContext): Promise<Record<never, never>> {
  await requireStepUp(deps, caller);
  await transact(deps, async (db, announce) => {
    const user = await lockUser(db, caller);
    if (!user) throw new AppError('unauthorized');
    if (hasSecondFactor(user)) await warn(deps, db, user, 'two_factor_off', request);
    await removeFactor(db, USERS, user.id);
    announce(`me:${user.id}`, { t: 'account' });
  });
  return {};
}
