import { createHash, createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOwnOrigin, type RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { cookieOptions } from './cookies.ts';

const GRACE_MS = 30_000;

/** The fields of a session that its chain of tokens needs. */
export interface ChainSession {
  id: string;
  /** Whether the cookie outlives the browser session. */
  remember: boolean;
  expires_at: Date;
  ended_at: Date | null;
  ended_because: string | null;
  /** Status of the session's owner. */
  status: string;
}

/** The refresh tokens of one kind of session. Users' and admins' chains follow the same rules and are separate. */
export interface Chain<S extends ChainSession> {
  cookie: { name: string; path: string };
  /** Purpose of the key that successors are derived with. */
  purpose: string;
  table: TokenTable;
  /** Locks the session that a token belongs to, so that requests with other tokens of the same chain wait. */
  lockSessionOf: (db: Db, tokenHash: Buffer) => Promise<S | undefined>;
  /** Records that the session was seen, for sessions that store it. */
  noteSeen?: (db: Db, session: S, at: Date) => Promise<void>;
  /** Returns the owner's fields for the log. */
  ownerOf: (session: S) => Record<string, string>;
  /** Ends the session if it has not ended; returns the ids of the sessions that ended. */
  end: (db: Db, session: S, because: 'logout' | 'reuse', at: Date) => Promise<string[]>;
}

/** Generates the first token of a chain at random. */
export const generateToken = ({ randomBytes }: Pick<Deps, 'randomBytes'>): string => Buffer.from(randomBytes(32)).toString('base64url');

/** Returns the hash that is stored of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Exchanges the cookie's token for its successor; returns its session, or null without a cookie. Throws `forbidden` for a foreign origin,
 * `session_expired`, `account_disabled`, and `refresh_reused`, which ends the session.
 */
export async function exchangeToken<S extends ChainSession>(deps: Deps, chain: Chain<S>, request: RequestContext): Promise<S | null> {
  requireOwnOrigin(deps, request);
  const token = request.cookie(chain.cookie.name);
  if (!token) return null;
  const now = deps.now();
  // A revocation has to be committed, so the transaction returns its outcome, and the error is thrown afterwards.
  const outcome = await transact(deps, (db) => rotate(deps, db, chain, token, now));
  if ('refusal' in outcome) {
    deps.endedSessions.add(outcome.ended ?? []);
    throw new AppError(outcome.refusal);
  }
  const { session, successor, isFurtherOn } = outcome;
  // Another tab of this browser has presented the successor: the cookie jar holds a newer token, which is not overwritten.
  if (!isFurtherOn) giveToken(deps, chain, request, successor, session);
  return session;
}

/**
 * Ends the session of the cookie, if there is one, and clears the cookie. Accepts any token of the chain, as its holder wants to sign out.
 */
export async function endChain<S extends ChainSession>(deps: Deps, chain: Chain<S>, request: RequestContext): Promise<void> {
  requireOwnOrigin(deps, request);
  if (!(await endSessionOfCookie(deps, chain, request))) return;
  request.setCookie(chain.cookie.name, '', { ...refreshCookie(deps, chain, request), maxAge: 0 });
}

/** Ends the session that the browser's cookie belongs to; returns whether there was a cookie. */
export async function endSessionOfCookie<S extends ChainSession>(deps: Deps, chain: Chain<S>, request: RequestContext): Promise<boolean> {
  const token = request.cookie(chain.cookie.name);
  if (!token) return false;
  const ended = await transact(deps, async (db) => {
    const session = await chain.lockSessionOf(db, hashOf(token));
    return session ? chain.end(db, session, 'logout', deps.now()) : [];
  });
  deps.endedSessions.add(ended);
  return true;
}

/** Sets the cookie. Without "remember me" the browser drops it on closing; the session itself expires independently. */
export function giveToken(
  deps: Deps,
  chain: Pick<Chain<never>, 'cookie'>,
  request: RequestContext,
  token: string,
  session: { remember: boolean; expires_at: Date },
): void {
  const maxAge = Math.floor((session.expires_at.getTime() - deps.now().getTime()) / 1000);
  request.setCookie(chain.cookie.name, token, { ...refreshCookie(deps, chain, request), ...(session.remember && { maxAge }) });
}

type Rotation<S> =
  | { session: S; successor: string; isFurtherOn: boolean }
  | { refusal: 'session_expired' | 'account_disabled' | 'refresh_reused'; ended?: string[] };

async function rotate<S extends ChainSession>(
  deps: Deps,
  db: Transaction<DB>,
  chain: Chain<S>,
  token: string,
  now: Date,
): Promise<Rotation<S>> {
  const tokenHash = hashOf(token);
  const session = await chain.lockSessionOf(db, tokenHash);
  if (!session) return { refusal: 'session_expired' };
  // A browser signed out because of another one's reuse gets the same error.
  if (session.ended_because === 'reuse') return { refusal: 'refresh_reused' };
  if (session.ended_at !== null || session.expires_at <= now) return { refusal: 'session_expired' };
  const rotatedAt = await findRotation(db, chain.table, tokenHash);
  const successor = await findSuccessor(deps, db, chain, token, rotatedAt !== null);
  // The successor was derived with a key that is gone, so its use cannot be determined.
  if (successor === null) return { refusal: 'session_expired' };
  const isSuccessorPresented = (await findRotation(db, chain.table, hashOf(successor))) !== null;
  if (!isHonoured(rotatedAt, isSuccessorPresented, now)) {
    deps.log.warn({ sessionId: session.id, ...chain.ownerOf(session) }, 'refresh token reused: session ended');
    return { refusal: 'refresh_reused', ended: await chain.end(db, session, 'reuse', now) };
  }
  if (session.status !== 'normal') return { refusal: 'account_disabled' };
  await rotateToken(db, chain.table, tokenHash, hashOf(successor), session.id, now);
  await chain.noteSeen?.(db, session, now);
  return { session, successor, isFurtherOn: isSuccessorPresented };
}

/** Returns the successor that the token was exchanged for, trying each of our keys; null if it was derived with none of them. */
async function findSuccessor(
  { serverKeys }: Deps,
  db: Db,
  { purpose, table }: Pick<Chain<never>, 'purpose' | 'table'>,
  token: string,
  isRotated: boolean,
): Promise<string | null> {
  const [newest, ...older] = serverKeys.map((key) => successorOf(key, purpose, token));
  if (!isRotated) return newest!;
  for (const candidate of [newest!, ...older]) if (await isTokenKnown(db, table, hashOf(candidate))) return candidate;
  return null;
}

/**
 * Returns whether an old token is honoured: for 30 s, as two tabs may refresh at once, and for as long as its successor was not presented,
 * as the answer that carried it may have been lost (docs/rules.md#passwords-and-sessions).
 */
const isHonoured = (rotatedAt: Date | null, isSuccessorPresented: boolean, now: Date): boolean =>
  rotatedAt === null || !isSuccessorPresented || now.getTime() - rotatedAt.getTime() <= GRACE_MS;

/** Derives the successor of a token. Deterministic per token and key, so that it can be returned twice without being stored. */
const successorOf = (serverKey: Uint8Array, purpose: string, token: string): string =>
  createHmac('sha256', derivedKey(serverKey, purpose)).update(token).digest('base64url');

const refreshCookie = (deps: Deps, { cookie }: Pick<Chain<never>, 'cookie'>, request: RequestContext) =>
  ({ ...cookieOptions(deps, request, cookie.path), sameSite: 'Strict' }) as const;

/**
 * Requires the request to come from one of our pages, as browsers send the cookie automatically. Browsers set the Origin header on every
 * POST: a request without one comes from neither a browser that could be tricked nor one of our pages, and is refused.
 */
function requireOwnOrigin({ config }: Deps, { origin, host }: RequestContext): void {
  if (origin === null || !isOwnOrigin(origin, host, config.publicUrl)) throw new AppError('forbidden');
}

/** Tables of refresh tokens: separate ones for users and admins, with the same columns. */
export type TokenTable = 'refresh_tokens' | 'admin_refresh_tokens';

/** Returns when a token was first exchanged; null if it was not exchanged or is unknown. */
async function findRotation(db: Db, table: TokenTable, tokenHash: Buffer): Promise<Date | null> {
  const token = await db.selectFrom(table).select('rotated_at').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token?.rotated_at ?? null;
}

async function isTokenKnown(db: Db, table: TokenTable, tokenHash: Buffer): Promise<boolean> {
  const token = await db.selectFrom(table).select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token !== undefined;
}

/** Records that a token was exchanged; keeps the time of the first exchange. */
async function rotateToken(
  db: Db,
  table: TokenTable,
  tokenHash: Buffer,
  successorHash: Buffer,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db.updateTable(table).set({ rotated_at: at }).where('token_hash', '=', tokenHash).where('rotated_at', 'is', null).execute();
  await insertToken(db, table, successorHash, sessionId, at);
}

/** Adds a token to the chain of a session, unless it exists. */
export async function insertToken(db: Db, table: TokenTable, tokenHash: Buffer, sessionId: string, at: Date): Promise<void> {
  await db
    .insertInto(table)
    .values({ token_hash: tokenHash, session_id: sessionId, created_at: at })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
