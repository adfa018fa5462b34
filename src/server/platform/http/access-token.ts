import { createHmac } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { type AccessClaims, accessClaims } from '#contract/auth.ts';
import { derivedKey, type ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { AppError } from './app-error.ts';

/** A user's token is worth nothing in the console, and an admin's nothing outside. */
type Audience = 'user' | 'admin';
const LIFE_MINUTES: Record<Audience, number> = { user: 15, admin: 10 };
/** How long a token is good for, if its session does not end before (ended-sessions.ts). */
export const ACCESS_TOKEN_LIFE_MS = LIFE_MINUTES.user * 60_000;
/**
 * By so much the clocks of processes may differ. A token that would live for longer than that beside its time was signed before the clock was set
 * back: it is refused like an old one, as by then nobody would remember that its session has ended.
 */
export const CLOCKS_APART_MS_MAX = 5 * 60_000;

/** Who signed in, as their token says; status is read from the database wherever points move. */
export interface SignedIn {
  id: string;
  sessionId: string;
}

/** How tokens call the key that they were signed with. */
export const keyId = (serverKey: Uint8Array) => derivedKey(serverKey, 'access-token-id').toString('hex').slice(0, 8);

/**
 * Signs a token of 15 minutes, or of 10 for an admin. By Node's own hash and at once: WebCrypto, by which jose signs, takes the key in anew and
 * hands each text to another thread, which costs several times what there is to do. What we sign is read with jose, as by anybody else.
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

/** Reads a token. Throws `token_expired` (the page asks for another one, and gets it), or `unauthorized` for anything that we did not sign. */
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

/** Reads an admin's token, each time anew: there are few. Throws like verifyAccessToken. */
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
 * Tokens whose signature was found right: a browser shows the same one for 15 minutes, and checking it costs as much as
 * a query. Nothing about them can change but that they expire.
 */
const verifiedByKeys = new WeakMap<ServerKeys, Map<string, Verified>>();
const VERIFIED_MAX = 10_000;

function verifiedWith(serverKeys: ServerKeys): Map<string, Verified> {
  const known = verifiedByKeys.get(serverKeys) ?? new Map<string, Verified>();
  verifiedByKeys.set(serverKeys, known);
  return known;
}

/** The one that came first is forgotten first. */
function remember(known: Map<string, Verified>, token: string, verified: Verified): void {
  known.set(token, verified);
  if (known.size > VERIFIED_MAX) known.delete(known.keys().next().value!);
}
