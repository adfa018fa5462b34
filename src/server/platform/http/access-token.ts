import { createHmac } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { type AccessClaims, accessClaims } from '#contract/auth.ts';
import { derivedKey, type ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { AppError } from './app-error.ts';

/** Tokens of users are not valid in the console, and tokens of admins are valid only there. */
type Audience = 'user' | 'admin';
const LIFE_MINUTES: Record<Audience, number> = { user: 15, admin: 10 };
/** How long a token is valid, unless its session ends before (ended-sessions.ts). */
export const ACCESS_TOKEN_LIFE_MS = LIFE_MINUTES.user * 60_000;
/**
 * The maximum difference between the clocks of processes. A token that expires later than its lifetime plus this was signed before the
 * clock was set back. It is refused as expired: near its end, the record that its session has ended would be gone.
 */
export const CLOCKS_APART_MS_MAX = 5 * 60_000;

/** The signed-in user according to their token. The status is read from the database wherever points move. */
export interface SignedIn {
  id: string;
  sessionId: string;
}

/** The key id (`kid`) in tokens. */
export const keyId = (serverKey: Uint8Array) => derivedKey(serverKey, 'access-token-id').toString('hex').slice(0, 8);

/**
 * Signs a token of 15 minutes, or 10 for an admin. Uses Node's own synchronous HMAC: WebCrypto, which jose uses, imports the key each time
 * and hands each text to another thread, which costs several times the work itself. Verification uses jose.
 */
export async function signAccessToken(
  [serverKey]: ServerKeys,
  user: SignedIn & { email: string | null },
  now: Date,
  audience: Audience = 'user',
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = {
    ...(user.email !== null && { email: user.email }),
    sid: user.sessionId,
    sub: user.id,
    aud: `matchpoint:${audience}`,
    iat: issuedAt,
    exp: issuedAt + LIFE_MINUTES[audience] * 60,
  };
  const signed = `${encode({ alg: 'HS256', kid: keyId(serverKey) })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', derivedKey(serverKey, 'access-token')).update(signed).digest('base64url')}`;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

export type Verified = SignedIn & { expiresAt: Date };

/** Verifies a token. Throws `token_expired` (the page then gets a new one), or `unauthorized` for anything that we did not sign. */
export async function verifyAccessToken(serverKeys: ServerKeys, token: string, now: Date): Promise<Verified> {
  const known = verifiedWith(serverKeys);
  const verified = known.get(token) ?? (await verifySignature(serverKeys, token, now, 'user'));
  const leftMs = verified.expiresAt.getTime() - now.getTime();
  if (leftMs <= 0 || leftMs > ACCESS_TOKEN_LIFE_MS + CLOCKS_APART_MS_MAX) {
    known.delete(token);
    throw new AppError('token_expired');
  }
  remember(known, token, verified);
  return verified;
}

/** Verifies an admin's token, without a cache, as there are few. Throws like verifyAccessToken. */
export const verifyAdminToken = (serverKeys: ServerKeys, token: string, now: Date): Promise<Verified> =>
  verifySignature(serverKeys, token, now, 'admin');

async function verifySignature(serverKeys: ServerKeys, token: string, now: Date, audience: Audience): Promise<Verified> {
  // The token says which key it was signed with; one that names none of ours was not signed by us.
  const keyOf = ({ kid }: { kid?: string }) => {
    const found = serverKeys.find((key) => keyId(key) === kid);
    if (!found) throw new AppError('unauthorized');
    return derivedKey(found, 'access-token');
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['HS256'],
      audience: `matchpoint:${audience}`,
      currentDate: now,
    });
    const claims: AccessClaims = accessClaims.parse(payload);
    return { id: claims.sub, sessionId: claims.sid, expiresAt: new Date(claims.exp * 1000) };
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? 'token_expired' : 'unauthorized');
  }
}

/**
 * Tokens with a verified signature: a browser sends the same one for 15 minutes, and verifying costs as much as a query. Nothing about them
 * changes, except that they expire.
 */
const verifiedByKeys = new WeakMap<ServerKeys, Map<string, Verified>>();
const VERIFIED_MAX = 10_000;

function verifiedWith(serverKeys: ServerKeys): Map<string, Verified> {
  const known = verifiedByKeys.get(serverKeys) ?? new Map<string, Verified>();
  verifiedByKeys.set(serverKeys, known);
  return known;
}

/** Caches a token, and drops the oldest beyond the maximum. */
function remember(known: Map<string, Verified>, token: string, verified: Verified): void {
  known.set(token, verified);
  if (known.size > VERIFIED_MAX) known.delete(known.keys().next().value!);
}
