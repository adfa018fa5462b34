import { Secret, TOTP } from 'otpauth';
import { APP_CODES_AT_ONCE } from '#domain/identity/guessing.ts';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';

/** As RFC 4226 recommends: 160 bits. */
const SECRET_BYTES = 20;

/** What every authenticator app takes for granted (RFC 6238). */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 };
export const TOTP_DIGITS = SCHEME.digits;

/** Steps of 30 seconds by which a clock may be wrong, either way. */
const DRIFT_STEPS = (APP_CODES_AT_ONCE - 1) / 2;

export const generateSecret = ({ randomBytes }: Pick<Deps, 'randomBytes'>): Secret =>
  new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer });

export const sealSecret = (deps: Pick<Deps, 'serverKeys' | 'randomBytes'>, secret: Secret): Buffer => seal(deps, secret.base32);

/** Throws where it was sealed with a key that is gone: nobody can tell then which codes are right. */
export function unsealSecret(deps: Pick<Deps, 'serverKeys'>, sealed: Uint8Array): Secret {
  const text = unseal(deps, sealed);
  if (text === null) throw new Error('the secret of an authenticator app was sealed with none of our keys');
  return Secret.fromBase32(text);
}

/** The step of 30 seconds since 1970 whose code this is, of those that may be meant now; null where it is none's. In constant time. */
export function stepOf(secret: Secret, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = TOTP.validate({ ...SCHEME, secret, token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : TOTP.counter({ period: SCHEME.period, timestamp }) + drift;
}

/** What the picture for the app says: the secret, and whose it is on which site. */
export const totpUri = (secret: Secret, label: string, issuer = 'Matchpoint'): string =>
  new TOTP({ ...SCHEME, secret, issuer, label }).toString();
