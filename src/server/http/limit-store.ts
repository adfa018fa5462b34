import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './app-error.ts';

/** Redis, as far as limits need it. */
export interface LimitStore {
  /** Whether it answers: where it does not, nobody waits for it. */
  readonly isReady: boolean;
  /** Of every key of this installation. */
  prefix: string;
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
}

/** What a limit allows: so many points in so many seconds, under a name. */
export interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

/**
 * What a limit of the library throws, as ours: a refusal asks for no longer a wait than the limit's own window, though its end may be hours away by a
 * clock that was set back. Anything else is thrown on.
 */
export const refusalOf = (error: unknown, { seconds }: Pick<Allowance, 'seconds'>): unknown =>
  error instanceof RateLimiterRes ? rateLimited(Math.min(error.msBeforeNext, seconds * 1_000)) : error;

/**
 * The library's own script, but for one thing: a window that ends later than it can, as the clock of Redis was set back, is made as long as it is
 * meant to be. Counts by KEYS[1], so many (ARGV[1]) for so many seconds (ARGV[2]); returns the sum and the milliseconds left.
 */
const COUNT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local counted = redis.call('incrby', KEYS[1], ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left == -1 or left > 1000 * ARGV[2] then
  redis.call('expire', KEYS[1], ARGV[2])
  left = 1000 * ARGV[2]
end
return {counted, left}`;

/** Counts in Redis, and with `instead` while that is away. */
export const redisLimiter = (store: LimitStore, { name, points, seconds }: Allowance, instead: RateLimiterAbstract): RateLimiterRedis =>
  new RateLimiterRedis({
    storeClient: store,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `${store.prefix}limit:${name}`,
    points,
    duration: seconds,
    customIncrTtlLuaScript: COUNT,
    insuranceLimiter: instead,
  });
