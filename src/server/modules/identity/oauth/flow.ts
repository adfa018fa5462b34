import { createHash } from 'node:crypto';
import { z } from 'zod';
import { provider } from '#contract/oauth.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/modules/identity/auth/cookies.ts';
import { seal, unseal } from '#server/platform/crypto/server-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';
import { identity } from './linked-accounts.ts';

const COOKIE = 'elsewhere';

const away = z.object({
  step: z.literal('away'),
  provider,
  purpose: z.enum(['sign_in', 'link', 'step_up']),
  /** Path on this site that the browser goes to at the end. */
  next: z.string(),
  /** Origin of this site as sent to the provider, which requires the same one when the code is exchanged. */
  site: z.string(),
  /** Returned by the provider: binds the answer to the browser that started the sign-in. */
  state: z.string(),
  /** Google only: returned inside the signed token. */
  nonce: z.string(),
  /** Google only: proves that the code is exchanged by the party that started the sign-in (PKCE). */
  verifier: z.string(),
  /** User to link to, and session to step up; null for signing in. */
  caller: z.object({ id: z.string(), sessionId: z.string() }).nullable(),
});
/** State of a browser that is at the provider. */
export type Away = z.infer<typeof away>;

const flow = z.discriminatedUnion('step', [
  away,
  /** The browser came back, and no user is known by that account. */
  z.object({ step: z.literal('register'), identity }),
  /** The browser came back, and the second factor is required. */
  z.object({ step: z.literal('totp'), identity }),
  z.object({ step: z.literal('done'), provider, purpose: away.shape.purpose }),
]);
export type Flow = z.infer<typeof flow>;

const storedFlow = z.object({ for: z.literal(COOKIE), expiresAt: z.number(), flow });

/** Lifetime of each step, in minutes. */
const LIFE_MINUTES: Record<Flow['step'], number> = { away: 10, register: 15, totp: 10, done: 5 };

/** Returns when a step that begins now expires. */
export const endOf = ({ now }: Pick<Deps, 'now'>, step: Flow['step']): Date => new Date(now().getTime() + LIFE_MINUTES[step] * MINUTE_MS);

/**
 * Stores the progress in an encrypted cookie. The server keeps nothing, and no other browser can continue the flow. The cookie is
 * SameSite=Lax, as the browser comes back from another site.
 */
export function storeFlow(deps: Deps, request: RequestContext, flow: Flow): void {
  const text = JSON.stringify({ for: COOKIE, expiresAt: endOf(deps, flow.step).getTime(), flow } satisfies z.input<typeof storedFlow>);
  const maxAge = LIFE_MINUTES[flow.step] * 60;
  request.setCookie(COOKIE, seal(deps, text).toString('base64url'), { ...cookieOptions(deps, request), sameSite: 'Lax', maxAge });
}

/** Returns the progress of this browser; null if no sign-in is in progress or it has expired. */
export function readFlow(deps: Deps, request: RequestContext): Flow | null {
  const text = unseal(deps, Buffer.from(request.cookie(COOKIE) ?? '', 'base64url'));
  const read = storedFlow.safeParse(text === null ? null : JSON.parse(text));
  return read.success && read.data.expiresAt > deps.now().getTime() ? read.data.flow : null;
}

/** Deletes the cookie. */
export const dropFlow = (deps: Deps, request: RequestContext): void =>
  request.setCookie(COOKIE, '', { ...cookieOptions(deps, request), sameSite: 'Lax', maxAge: 0 });

/** Proofs are kept this long after they expire: clocks differ between processes, so another process may still accept one. */
const PURGED_AFTER_MS = 5 * 60_000;

/** Consumes a single-use proof that is valid until `expiresAt`; returns whether it was unused. Of simultaneous calls one succeeds. */
export const takeProof = (deps: Deps, proof: string, expiresAt: Date): Promise<boolean> =>
  insertProof(deps.db, createHash('sha256').update(proof).digest(), expiresAt);

/** Deletes used proofs that have expired; returns how many. Run it hourly. */
export const purgeSignInProofs = (deps: Deps): Promise<number> =>
  transact(deps, (db) => deleteProofs(db, new Date(deps.now().getTime() - PURGED_AFTER_MS)));

/** Records that a proof was used; returns false if it was used before. */
async function insertProof(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_proofs_taken')
    .values({ hash, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes proofs that expired before a moment; returns how many. */
async function deleteProofs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_proofs_taken').where('expires_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
