import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#server/deps.ts';
import { redisLimiter, refusalOf } from './limit-store.ts';

/** So many tries in so many seconds per key; counted in Redis, or without it in the database, so that every process sees the same count. */
export interface RequestLimit {
  /** Counts a try, or refuses it. */
  count: (key: string) => Promise<void>;
  /** Takes a try back that turned out to be none. */
  giveBack: (key: string) => Promise<void>;
}

export function requestLimit(
  { pool, limitStore }: Pick<Deps, 'pool' | 'limitStore'>,
  name: string,
  max: number,
  seconds: number,
): RequestLimit {
  const inDatabase = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: max,
    duration: seconds,
  });
  const windowMs = seconds * 1_000;
  const limiter = limitStore ? redisLimiter(limitStore, { name, points: max, seconds }, inDatabase) : inDatabase;
  // Hashed: an address may be longer than a key, and nobody has to keep a list of who tried.
  const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    count: async (key) => {
      try {
        await limiter.consume(keyOf(key));
      } catch (error) {
        // By the process' own clock, which was set back: the window is made as long as it is meant to be, and nothing is forgotten.
        if (error instanceof RateLimiterRes && error.msBeforeNext > windowMs)
          await inDatabase.set(keyOf(key), error.consumedPoints, seconds);
        throw refusalOf(error, { seconds });
      }
    },
    giveBack: async (key) => {
      await limiter.reward(keyOf(key));
    },
  };
}
