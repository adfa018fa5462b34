/** Redis, as far as limits need it. */
export interface LimitStore {
  /** Whether it answers: where it does not, nobody waits for it. */
  readonly isReady: boolean;
  /** Of every key of this installation. */
  prefix: string;
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
}

/** What stands in a counter of Redis, and for how many milliseconds still. */
export interface StoredCount {
  count: number;
  waitMs: number;
}

interface Window {
  name: string;
  seconds: number;
}

/**
 * Adds ARGV[1] to KEYS[1] for ARGV[2] seconds from the first time; never below 0. A window that ends later than it can, as the clock of Redis was
 * set back, is made as long as it is meant to be. Returns the sum and the milliseconds left.
 */
const ADD = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local counted = redis.call('incrby', KEYS[1], ARGV[1])
if counted < 0 then
  counted = redis.call('incrby', KEYS[1], -counted)
end
local left = redis.call('pttl', KEYS[1])
if left == -1 or left > 1000 * ARGV[2] then
  redis.call('expire', KEYS[1], ARGV[2])
  left = 1000 * ARGV[2]
end
return {counted, left}`;

const READ = `return {tonumber(redis.call('get', KEYS[1]) or 0), redis.call('pttl', KEYS[1])}`;

/** Adds to a counter in Redis, and returns what stands in it then. Throws where Redis does not answer. */
export const addInRedis = (store: LimitStore, { name, seconds }: Window, key: string, by: number): Promise<StoredCount> =>
  ask(store, ADD, name, key, [String(by), String(seconds)]);

/** What stands in a counter in Redis; 0 where there is none. Throws where Redis does not answer. */
export const readInRedis = (store: LimitStore, { name }: Window, key: string): Promise<StoredCount> => ask(store, READ, name, key, []);

async function ask(store: LimitStore, script: string, name: string, key: string, args: string[]): Promise<StoredCount> {
  const [count, waitMs] = (await store.eval(script, { keys: [`${store.prefix}limit:${name}:${key}`], arguments: args })) as [
    number,
    number,
  ];
  return { count, waitMs: Math.max(0, waitMs) };
}
