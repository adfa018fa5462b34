import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type AccessClaims, accessClaims } from '#contract/auth.ts';
import { AppError } from './app-error.ts';

const AUDIENCE = 'matchpoint:user';
const LIFE_SECONDS = 15 * 60;

/** Who signed in, as their token says; status is read from the database wherever points move. */
export interface SignedIn {
  id: string;
  email: string;
  sessionId: string;
}

/** A key of its own per purpose, so that no token can stand in for another kind. */
export const derivedKey = (serverKey: Uint8Array, purpose: string): Buffer => createHmac('sha256', serverKey).update(purpose).digest();

const keyId = (serverKey: Uint8Array) => derivedKey(serverKey, 'access-token-id').toString('hex').slice(0, 8);

/** Signs a token of 15 minutes. */
export function signAccessToken(serverKey: Uint8Array, user: SignedIn, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ email: user.email, sid: user.sessionId })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(serverKey) })
    .setSubject(user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SECONDS)
    .sign(derivedKey(serverKey, 'access-token'));
}

export type Verified = SignedIn & { expiresAt: Date };

/** Reads a token. Throws `token_expired`, or `unauthorized` for anything that we did not sign. */
export async function verifyAccessToken(serverKey: Uint8Array, token: string, now: Date): Promise<Verified> {
  const known = verifiedWith(serverKey);
  const verified = known.get(token) ?? (await verifySignature(serverKey, token, now));
  if (verified.expiresAt <= now) {
    known.delete(token);
    throw new AppError('token_expired');
  }
  remember(known, token, verified);
  return verified;
}

async function verifySignature(serverKey: Uint8Array, token: string, now: Date): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, derivedKey(serverKey, 'access-token'), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      currentDate: now,
    });
    const claims: AccessClaims = accessClaims.parse(payload);
    return { id: claims.sub, email: claims.email, sessionId: claims.sid, expiresAt: new Date(claims.exp * 1000) };
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? 'token_expired' : 'unauthorized');
  }
}

/**
 * Tokens whose signature was found right: a browser shows the same one for 15 minutes, and checking it costs as much as
 * a query. Nothing about them can change but that they expire.
 */
const verifiedByKey = new WeakMap<Uint8Array, Map<string, Verified>>();
const VERIFIED_MAX = 10_000;

function verifiedWith(serverKey: Uint8Array): Map<string, Verified> {
  const known = verifiedByKey.get(serverKey) ?? new Map<string, Verified>();
  verifiedByKey.set(serverKey, known);
  return known;
}

/** The one that came first is forgotten first. */
function remember(known: Map<string, Verified>, token: string, verified: Verified): void {
  known.set(token, verified);
  if (known.size > VERIFIED_MAX) known.delete(known.keys().next().value!);
}
