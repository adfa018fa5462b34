import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#server/deps.ts';
import { rateLimited } from './app-error.ts';

/** So many tries in so many seconds per key; counted in the database, so that every process sees the same count. */
export interface RequestLimit {
  /** Counts a try, or refuses it. */
  count: (key: string) => Promise<void>;
  /** Takes a try back that turned out to be none. */
  giveBack: (key: string) => Promise<void>;
}

export function requestLimit({ pool }: Pick<Deps, 'pool'>, name: string, max: number, seconds: number): RequestLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: max,
    duration: seconds,
  });
  // Hashed: an address may be longer than a key, and nobody has to keep a list of who tried.
  const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    count: async (key) => {
      try {
        await limiter.consume(keyOf(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? rateLimited(error.msBeforeNext) : error;
      }
    },
    giveBack: async (key) => {
      await limiter.reward(keyOf(key));
    },
  };
}
