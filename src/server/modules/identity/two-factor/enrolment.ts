import type { Secret } from 'otpauth';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as factors from './queries.ts';
import { generateRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { isAppCode, lettersOf } from './service.ts';
import { generateSecret, sealSecret, stepOf, totpUri, unsealSecret } from './totp.ts';

/** Whose second factor it is, as it was read under a lock. */
interface Enrolled {
  id: string;
  totp_secret: Buffer | null;
  totp_next_secret: Buffer | null;
}

/** Draws a secret, in base32 and as a picture for the app says it; until its first code has confirmed it, everything stays as it is. */
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
 * Puts the secret that was drawn in force, in place of the one that may have been, by its first code as typed; throws `invalid_totp` where it
 * is none, or nothing was drawn. Returns the recovery codes, which are new as well. Let it count as a try (`limitTries`).
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

/** New recovery codes in place of all old ones; throws `not_found` where there is no second factor that they could stand in for. */
export async function renewCodes(deps: Deps, db: Db, holders: factors.Holders, owner: Enrolled | undefined): Promise<string[]> {
  if (!owner?.totp_secret) throw new AppError('not_found');
  return giveRecoveryCodes(deps, db, holders, owner.id, unsealSecret(deps, owner.totp_secret));
}

/** Turns the second factor off, and forgets a secret that waits for its first code; harmless where there is neither. */
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
