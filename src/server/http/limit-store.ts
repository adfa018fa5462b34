import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible';

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

/** Counts in Redis, and with `instead` while that is away. */
export const redisLimiter = (store: LimitStore, { name, points, seconds }: Allowance, instead: RateLimiterAbstract): RateLimiterRedis =>
  new RateLimiterRedis({
    storeClient: store,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `${store.prefix}limit:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: instead,
  });
