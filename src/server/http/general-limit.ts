import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './app-error.ts';
import { limitKey } from './client-ip.ts';

/** Counts a request of an address, or refuses it. */
export type GeneralLimit = (ip: string) => Promise<void>;

/** Counted per process and in memory: a row per read in the database would cost more than it protects (docs/decisions). */
export function createGeneralLimit(requestsPerMinute: number): GeneralLimit {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return async (ip) => {
    try {
      await limiter.consume(limitKey(ip));
    } catch (error) {
      throw error instanceof RateLimiterRes ? rateLimited(error.msBeforeNext) : error;
    }
  };
}
