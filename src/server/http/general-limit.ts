import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-ip.ts';
import { type LimitStore, redisLimiter, refusalOf } from './limit-store.ts';

/** Counts a request of an address, or refuses it. */
export type GeneralLimit = (ip: string) => Promise<void>;

const SECONDS = 60;
/** How often processes tell each other what they counted. */
const SHARE_MS = 200;

/**
 * Counted in memory: a question for every read of a page would cost more than it protects (docs/decisions/004). With Redis, what each
 * process counted is added up there a few times a second, and who is above the limit in all together is refused in each: nobody waits.
 */
export function createGeneralLimit(requestsPerMinute: number, store: LimitStore | null = null): GeneralLimit {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: SECONDS });
  const note = store ? shareCounts(store, requestsPerMinute, limiter) : () => {};
  return async (ip) => {
    const key = limitKey(ip);
    try {
      await limiter.consume(key);
    } catch (error) {
      throw refusalOf(error, { seconds: SECONDS });
    }
    note(key);
  };
}

/** Returns what notes a request that was let through. */
function shareCounts(store: LimitStore, points: number, here: RateLimiterMemory): (key: string) => void {
  const together = redisLimiter(store, { name: 'general', points, seconds: SECONDS }, new RateLimiterMemory({ points, duration: SECONDS }));
  let counts = new Map<string, number>();
  const share = () => {
    const counted = counts;
    counts = new Map();
    for (const [key, count] of counted) {
      together.consume(key, count).catch((error) => {
        if (error instanceof RateLimiterRes) return here.block(key, Math.ceil(error.msBeforeNext / 1_000));
      });
    }
  };
  return (key) => {
    if (counts.size === 0) setTimeout(share, SHARE_MS).unref();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
}
