import type { Secret } from 'otpauth';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as factors from './queries.ts';
import { generateRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { isAppCode, lettersOf } from './service.ts';
import { generateSecret, sealSecret, stepOf, totpUri, unsealSecret } from './totp.ts';

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
  await factors.forgetSecrets(db, holders, ownerId);
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
