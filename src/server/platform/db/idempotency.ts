import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Db } from './pool.ts';
import type { DB } from './schema.ts';

/** A request that must happen once: one key belongs to one user and endpoint and is kept 24 hours (docs/rules.md#idempotency). */
export interface IdempotentRequest {
  userId: string;
  endpoint: string;
  /** A UUID from the caller. */
  key: string;
  bodyHash: Buffer;
  /** Set if the response repeats the first success. */
  replayed: boolean;
}

/** The state of a key: see claim_idempotency_keys. */
export interface Claim {
  claim: 'new' | 'busy' | 'done' | 'mismatch';
  reply: unknown;
}

/**
 * Runs `fn` inside the caller's transaction unless this key has succeeded before; then its first reply is returned. Key, reply and what
 * `fn` wrote are committed together, so a crash can never leave one without the others. Throws `request_in_progress` or
 * `idempotency_mismatch`. A refusal does not store the key, so it is judged again next time. The same applies to results for which
 * `isSuccess` returns false; `fn` returns these so that the rest of the transaction is committed, such as the count of wrong codes.
 */
export async function once<T>(
  db: Transaction<DB>,
  request: IdempotentRequest | null,
  now: Date,
  fn: () => Promise<T>,
  isSuccess: (reply: T) => boolean = () => true,
): Promise<T> {
  if (request === null) return fn();
  const { userId, endpoint, key, bodyHash } = request;
  const { rows } = await sql<Claim>`/* claim_idempotency_keys */
    select claim, reply from claim_idempotency_keys(${[userId]}::uuid[], ${[endpoint]}::text[], ${[key]}::uuid[], ${[bodyHash]}::bytea[])`.execute(
    db,
  );
  const earlier = replyBefore<T>(request, rows[0]!);
  if (earlier !== null) return earlier;
  const fresh = await fn();
  if (!isSuccess(fresh)) return fresh;
  await sql`/* keep_replies */
    select keep_replies(${[userId]}::uuid[], ${[endpoint]}::text[], ${[key]}::uuid[], ${[bodyHash]}::bytea[], ${JSON.stringify([fresh])}::json, ${now})`.execute(
    db,
  );
  return fresh;
}

/**
 * Returns the first reply to a request whose key succeeded before; null if it is to run now. Throws `request_in_progress` or
 * `idempotency_mismatch`.
 */
export function replyBefore<T>(request: IdempotentRequest, { claim, reply }: Claim): T | null {
  if (claim === 'busy') throw new AppError('request_in_progress');
  if (claim === 'mismatch') throw new AppError('idempotency_mismatch');
  if (claim === 'new') return null;
  request.replayed = true;
  return reply as T;
}

/** Deletes keys used before a moment; returns how many. */
export async function purgeIdempotencyKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
