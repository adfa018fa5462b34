import { createHash, createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOwnOrigin } from '#server/platform/http/own-origin.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { cookieOptions } from './cookie.ts';
import * as tokens from './refresh-chain-queries.ts';

const GRACE_MS = 30_000;

/** What a chain has to know of the session that its tokens belong to. */
export interface ChainSession {
  id: string;
  /** Whether the cookie outlives the browser. */
  remember: boolean;
  expires_at: Date;
  ended_at: Date | null;
  ended_because: string | null;
  /** Of who is signed in. */
  status: string;
}

/** The refresh tokens of one kind of sessions: users' and admins' follow the same rules, and never meet. */
export interface Chain<S extends ChainSession> {
  cookie: { name: string; path: string };
  /** What successors are derived for. */
  purpose: string;
  table: tokens.TokenTable;
  /** Locks the session that a token belongs to: whoever presents another token of the same chain waits. */
  lockSessionOf: (db: Db, tokenHash: Buffer) => Promise<S | undefined>;
  /** Notes that the session was seen, where that is kept. */
  noteSeen?: (db: Db, session: S, at: Date) => Promise<void>;
  /** Whose it is, for the log. */
  ownerOf: (session: S) => Record<string, string>;
  /** Ends the session, if it has not ended; returns the ids of those that did. */
  end: (db: Db, session: S, because: 'logout' | 'reuse', at: Date) => Promise<string[]>;
}

/** A token that was never there before, for the first of a chain. */
export const generateToken = ({ randomBytes }: Pick<Deps, 'randomBytes'>): string => Buffer.from(randomBytes(32)).toString('base64url');

/** What is kept of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Exchanges the cookie's token for its successor; returns its session. Throws `forbidden` for a page that is not ours, `token_missing`,
 * `session_expired`, `account_disabled`, and `refresh_reused`, which ends the session.
 */
export async function exchangeToken<S extends ChainSession>(deps: Deps, chain: Chain<S>, request: RequestContext): Promise<S> {
  requireOwnOrigin(deps, request);
  const token = request.cookie(chain.cookie.name);
  if (!token) throw new AppError('token_missing');
  const now = deps.now();
  // A revocation has to be committed, so the transaction returns what it found, and the refusal comes after it.
  const outcome = await transact(deps, (db) => rotate(deps, db, chain, token, now));
  if ('refusal' in outcome) {
    deps.endedSessions.add(outcome.ended ?? []);
    throw new AppError(outcome.refusal);
  }
  const { session, successor, isFurtherOn } = outcome;
  // Another tab of this browser has presented the successor: its jar holds a younger token, and is not set back.
  if (!isFurtherOn) giveToken(deps, chain, request, successor, session);
  return session;
}

/** Ends the session of the cookie, if there is one, and clears it. Any token of its chain will do: whoever has one wants to be out. */
export async function endChain<S extends ChainSession>(deps: Deps, chain: Chain<S>, request: RequestContext): Promise<void> {
  requireOwnOrigin(deps, request);
  if (!(await endSessionOfCookie(deps, chain, request))) return;
  request.setCookie(chain.cookie.name, '', { ...refreshCookie(deps, chain, request), maxAge: 0 });
}

/** Whether the browser had a cookie; the session that it belongs to ends. */
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

/** Without "remember me" the browser forgets it when it closes; the session itself ends when it ends. */
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
  // Whoever was signed out because of somebody else's try is told so, too.
  if (session.ended_because === 'reuse') return { refusal: 'refresh_reused' };
  if (session.ended_at !== null || session.expires_at <= now) return { refusal: 'session_expired' };
  const rotatedAt = await tokens.findRotation(db, chain.table, tokenHash);
  const successor = await findSuccessor(deps, db, chain, token, rotatedAt !== null);
  // It was made with a key that is gone: nobody can tell any more what became of it.
  if (successor === null) return { refusal: 'session_expired' };
  const isSuccessorPresented = (await tokens.findRotation(db, chain.table, hashOf(successor))) !== null;
  if (!isHonoured(rotatedAt, isSuccessorPresented, now)) {
    deps.log.warn({ sessionId: session.id, ...chain.ownerOf(session) }, 'a refresh token was used again: session ended');
    return { refusal: 'refresh_reused', ended: await chain.end(db, session, 'reuse', now) };
  }
  if (session.status !== 'normal') return { refusal: 'account_disabled' };
  await tokens.rotateToken(db, chain.table, tokenHash, hashOf(successor), session.id, now);
  await chain.noteSeen?.(db, session, now);
  return { session, successor, isFurtherOn: isSuccessorPresented };
}

/** The one that the token was exchanged for, whichever of our keys it was made with; null where there is one that is none of these. */
async function findSuccessor(
  { serverKeys }: Deps,
  db: Db,
  { purpose, table }: Pick<Chain<never>, 'purpose' | 'table'>,
  token: string,
  isRotated: boolean,
): Promise<string | null> {
  const [newest, ...older] = serverKeys.map((key) => successorOf(key, purpose, token));
  if (!isRotated) return newest!;
  for (const candidate of [newest!, ...older]) if (await tokens.isTokenKnown(db, table, hashOf(candidate))) return candidate;
  return null;
}

/**
 * An old token is honoured for 30 s, as two tabs may refresh at once, and for as long as nobody presented its successor,
 * as the answer that carried it may have been lost (docs/rules.md#passwords-and-sessions).
 */
const isHonoured = (rotatedAt: Date | null, isSuccessorPresented: boolean, now: Date): boolean =>
  rotatedAt === null || !isSuccessorPresented || now.getTime() - rotatedAt.getTime() <= GRACE_MS;

/** Always the same for the same token and key, so that it need not be kept to be given twice. */
const successorOf = (serverKey: Uint8Array, purpose: string, token: string): string =>
  createHmac('sha256', derivedKey(serverKey, purpose)).update(token).digest('base64url');

const refreshCookie = (deps: Deps, { cookie }: Pick<Chain<never>, 'cookie'>, request: RequestContext) =>
  ({ ...cookieOptions(deps, request, cookie.path), sameSite: 'Strict' }) as const;

/**
 * The cookie does its work without the page's doing, so the page has to be ours. Browsers name the origin of every POST:
 * a request without one comes from no browser that could be tricked, nor from a page of ours, and is refused.
 */
function requireOwnOrigin({ config }: Deps, { origin, host }: RequestContext): void {
  if (origin === null || !isOwnOrigin(origin, host, config.publicUrl)) throw new AppError('forbidden');
}
