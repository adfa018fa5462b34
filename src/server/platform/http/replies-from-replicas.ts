import type { ReadDatabase } from '#server/platform/db/replicas/read-database.ts';
import type { CachedReplies } from './response-cache.ts';

/**
 * Returns the same cached replies, except that public ones are made on a replica. A value that replies share is made on the primary: the
 * replica was chosen before the value was asked for, and may lack a change that has dropped the value since. While the primary is away, it
 * is made on the replica, and not kept.
 */
export const repliesFromReplicas = (replies: CachedReplies, { read, readPrimary, isAlone }: ReadDatabase): CachedReplies => ({
  ...replies,
  get: (plan, alias, nowMs, write, policy) => replies.get({ ...plan, make: () => read(plan.make) }, alias, nowMs, write, policy),
  share: (plan, nowMs) => (isAlone() ? plan.make() : replies.share({ ...plan, make: () => readPrimary(plan.make) }, nowMs)),
});
