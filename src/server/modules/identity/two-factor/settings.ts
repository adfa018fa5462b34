import type { Secret } from 'otpauth';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  beginTwoFactor as beginEndpoint,
  confirmTwoFactor as confirmEndpoint,
  getTwoFactor as getEndpoint,
  renewRecoveryCodes as renewEndpoint,
} from '#contract/two-factor.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/auth/service.ts';
import { lockUser } from '#server/modules/identity/security/queries.ts';
import { lockConfirmed, requireConfirmed, requireStepUp } from '#server/modules/identity/security/step-up.ts';
import { warn } from '#server/modules/identity/security/warnings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import * as factors from './queries.ts';
import { generateRecoveryCodes, hasSecondFactor, isAppCode, lettersOf, limitTries, recoveryHash } from './service.ts';
import { generateSecret, sealSecret, stepOf, totpUri, unsealSecret } from './totp.ts';

export async function getTwoFactor(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getEndpoint>> {
  const { totp_enabled_at } = await requireUser(deps, id);
  return {
    enabled_at: totp_enabled_at?.toISOString() ?? null,
    recovery_codes_left: await factors.countRecoveryCodes(deps.db, factors.USERS, id),
  };
}

/** Generates a secret. The present factor stays in effect until the first code confirms it; a repeated call generates another secret. */
export async function beginTwoFactor(deps: Deps, caller: SignedIn): Promise<ReplyOf<typeof beginEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  await requireStepUp(deps, caller);
  return transact(deps, async (db) => {
    const user = await lockConfirmed(deps, db, caller);
    return generateNextSecret(deps, db, factors.USERS, { id: user.id, label: user.email ?? user.public_handle });
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
      const recoveryCodes = await enableByFirstCode(deps, db, factors.USERS, user, totp);
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
    const renewed = await renewCodes(deps, db, factors.USERS, user);
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
    await removeFactor(db, factors.USERS, user.id);
    announce(`me:${user.id}`, { t: 'account' });
  });
  return {};
}

/** The owner of a second factor, as read under a lock. */
interface Enrolled {
  id: string;
  totp_secret: Buffer | null;
  totp_next_secret: Buffer | null;
}

/**
 * Generates a secret, returned in base32 and as a URI for the QR code. The present factor stays in effect until the first code confirms the
 * new one.
 */
export async function generateNextSecret(
  deps: Deps,
  db: Db,
  holders: factors.Holders,
  { id, label }: { id: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret(deps);
  await factors.setNextSecret(db, holders, id, sealSecret(deps, secret));
  return { secret: secret.base32, uri: totpUri(secret, label, holders === factors.ADMINS ? 'Matchpoint operations' : 'Matchpoint') };
}

/**
 * Activates the generated secret with its first code as typed, replacing the present one; throws `invalid_totp` if the code is wrong or no
 * secret was generated. Returns the recovery codes, which are new as well. Count it as a try (`limitTries`).
 */
export async function enableByFirstCode(
  deps: Deps,
  db: Db,
  holders: factors.Holders,
  owner: Enrolled | undefined,
  typed: string,
): Promise<string[]> {
  const now = deps.now();
  const secret = owner?.totp_next_secret && unsealSecret(deps, owner.totp_next_secret);
  const letters = lettersOf(typed);
  const step = secret && isAppCode(letters) ? stepOf(secret, letters, now) : null;
  if (!owner || !secret || step === null) throw new AppError('invalid_totp');
  await factors.enableNextSecret(db, holders, owner.id, step, now);
  return giveRecoveryCodes(deps, db, holders, owner.id, secret);
}

/** Replaces all recovery codes by new ones; throws `not_found` if the owner has no second factor. */
export async function renewCodes(deps: Deps, db: Db, holders: factors.Holders, owner: Enrolled | undefined): Promise<string[]> {
  if (!owner?.totp_secret) throw new AppError('not_found');
  return giveRecoveryCodes(deps, db, holders, owner.id, unsealSecret(deps, owner.totp_secret));
}

/** Turns the second factor off, and deletes a secret that waits for its first code; does nothing if there is neither. */
export async function removeFactor(db: Db, holders: factors.Holders, ownerId: string): Promise<void> {
  await factors.clearSecrets(db, holders, ownerId);
  await factors.deleteRecoveryCodes(db, holders, ownerId);
}

async function giveRecoveryCodes(deps: Deps, db: Db, holders: factors.Holders, ownerId: string, secret: Secret): Promise<string[]> {
  const codes = generateRecoveryCodes(deps);
  await factors.replaceRecoveryCodes(
    db,
    holders,
    ownerId,
    codes.map((code) => recoveryHash(secret, code)),
  );
  return codes;
}
