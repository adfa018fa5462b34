import type { Db } from '#server/platform/db/pool.ts';
import { apiKeyTopic } from '#server/platform/http/api-access.ts';
import type { Announce } from '#server/platform/transact.ts';
import { revokeKeys } from './queries.ts';

/**
 * Revokes all keys of a user, or the one key, in the caller's transaction; returns how many were not revoked before. All processes refuse
 * them as soon as the transaction is committed.
 */
export async function revokeApiKeys(db: Db, announce: Announce, userId: string, at: Date, id?: string): Promise<number> {
  const hashes = await revokeKeys(db, userId, at, id);
  for (const hash of hashes) announce(apiKeyTopic(hash), { t: 'refetch' });
  return hashes.length;
}
