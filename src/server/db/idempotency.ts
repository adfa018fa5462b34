import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/http/app-error.ts';
import type { Db } from './pool.ts';
import type { DB } from './schema.ts';

/** A request that must happen once: one key belongs to one user and endpoint and is kept 24 hours (decisions.md section 1). */
export interface IdempotentRequest {
  userId: string;
  endpoint: string;
  /** A UUID of the caller's. */
  key: string;
  bodyHash: Buffer;
  /** Set when the answer is the first success again. */
  replayed: boolean;
}

/**
 * Runs `fn` inside the caller's transaction unless this key has succeeded before; then its first reply is returned.
 * Key, reply and what `fn` wrote are committed together, so a crash can never leave one without the others.
 * Throws `request_in_progress` or `idempotency_mismatch`. A refusal rolls the key back: it is judged again next time.
 */
export async function once<T>(db: Transaction<DB>, request: IdempotentRequest | null, now: Date, fn: () => Promise<T>): Promise<T> {
  if (request === null) return fn();
  const { userId, endpoint, key, bodyHash } = request;
  const claimed = await sql<{ claim: 'new' | 'busy' | 'done' | 'mismatch'; reply: T }>`/* claim_idempotency_key */
    select * from claim_idempotency_key(${userId}, ${endpoint}, ${key}, ${bodyHash}, ${now})`.execute(db);
  const { claim, reply } = claimed.rows[0]!;
  if (claim === 'busy') throw new AppError('request_in_progress');
  if (claim === 'mismatch') throw new AppError('idempotency_mismatch');
  if (claim === 'done') {
    request.replayed = true;
    return reply;
  }
  const fresh = await fn();
  await sql`/* keep_reply */
    update idempotency_keys set reply = ${JSON.stringify(fresh)}::jsonb
    where user_id = ${userId} and endpoint = ${endpoint} and key = ${key}`.execute(db);
  return fresh;
}

/** Forgets keys used before a moment; returns how many. */
export async function purgeIdempotencyKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
