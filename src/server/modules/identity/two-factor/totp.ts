import { Secret, TOTP } from 'otpauth';
import { APP_CODES_AT_ONCE } from '#domain/identity/guessing.ts';
import type { Deps } from '#server/deps.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';

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
