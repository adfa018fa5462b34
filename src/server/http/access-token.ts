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

/** Reads a token. Throws `token_expired`, or `unauthorized` for anything that we did not sign. */
export async function verifyAccessToken(serverKey: Uint8Array, token: string, now: Date): Promise<SignedIn & { expiresAt: Date }> {
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
