import { Secret, TOTP } from 'otpauth';
import { APP_CODES_AT_ONCE } from '#domain/identity/guessing.ts';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/server-keys.ts';
import * as factors from './queries.ts';

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The parameters that every authenticator app assumes (RFC 6238). */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 };
export const TOTP_DIGITS = SCHEME.digits;

/** Accepted drift of a clock in either direction, in steps of 30 seconds. */
const DRIFT_STEPS = (APP_CODES_AT_ONCE - 1) / 2;

export const generateSecret = ({ randomBytes }: Pick<Deps, 'randomBytes'>): Secret =>
  new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer });

export const sealSecret = (deps: Pick<Deps, 'serverKeys' | 'randomBytes'>, secret: Secret): Buffer => seal(deps, secret.base32);

/** Unseals a secret. Throws if it was sealed with a key that is gone, as no code can be checked then. */
export function unsealSecret(deps: Pick<Deps, 'serverKeys'>, sealed: Uint8Array): Secret {
  const text = unseal(deps, sealed);
  if (text === null) throw new Error('authenticator secret is sealed with none of our keys');
  return Secret.fromBase32(text);
}

/**
 * Returns the step of 30 seconds since 1970 that a code belongs to, among the steps accepted now; null if it matches none. Runs in constant
 * time.
 */
export function stepOf(secret: Secret, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = TOTP.validate({ ...SCHEME, secret, token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : TOTP.counter({ period: SCHEME.period, timestamp }) + drift;
}

/** Returns the URI of the QR code: the secret, its owner and the site. */
export const totpUri = (secret: Secret, label: string, issuer = 'Matchpoint'): string =>
  new TOTP({ ...SCHEME, secret, issuer, label }).toString();

/**
 * Seals every secret that is sealed with an older key again with the present one, so that the older key can be removed: unlike codes and
 * tokens, authenticator apps are used for years. Returns how many, of users and admins. Run it daily.
 */
export async function resealSecrets(deps: Deps): Promise<number> {
  if (deps.serverKeys.length === 1) return 0;
  return (await resealOf(deps, factors.USERS)) + (await resealOf(deps, factors.ADMINS));
}

async function resealOf(deps: Deps, holders: factors.Holders): Promise<number> {
  let resealed = 0;
  for (const { id, totp_secret, totp_next_secret } of await factors.findSecrets(deps.db, holders)) {
    for (const [column, sealed] of Object.entries({ totp_secret, totp_next_secret }) as [factors.SecretColumn, Buffer | null][]) {
      if (sealed === null || isOfPresentKey(deps, sealed)) continue;
      const anew = sealSecret(deps, unsealSecret(deps, sealed));
      if (await factors.replaceSealed(deps.db, holders, id, column, sealed, anew)) resealed++;
    }
  }
  return resealed;
}

const isOfPresentKey = ({ serverKeys: [present] }: Deps, sealed: Buffer): boolean => unseal({ serverKeys: [present] }, sealed) !== null;
