import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { rateLimited } from './app-error.ts';

/** One counter that a try counts in: at most `max` in `seconds` under this key. The window begins with its first try. */
export interface Tally {
  name: string;
  key: string;
  max: number;
  seconds: number;
}

/** What stands in a counter, and for how long still. */
export interface Counted {
  tally: Tally;
  count: number;
  waitMs: number;
}

type LimitDeps = Pick<Deps, 'pool' | 'limitStore'>;

/**
 * Counts one try in several counters at once and returns what stands in each, in the order given; `by` is -1 to take a try back. Counted in
 * Redis, or without it in the database, so that every process sees the same: one round trip however many counters there are. No keys are kept,
 * only hashes of them. Never call it within a transaction: it takes a connection of its own.
 */
export async function addToTallies(deps: LimitDeps, tallies: readonly Tally[], by: 1 | -1): Promise<Counted[]> {
  if (tallies.length === 0) return [];
  const { limitStore } = deps;
  if (limitStore?.isReady) {
    try {
      return await Promise.all(tallies.map(async (tally) => ({ tally, ...(await addInRedis(limitStore, tally, hashed(tally), by)) })));
    } catch {
      // It went away meanwhile: the database counts until it is back.
    }
  }
  return inDatabase(deps, ADD, tallies, [by]);
}

/** What stands in these counters, without counting anything. */
export async function readTallies(deps: LimitDeps, tallies: readonly Tally[]): Promise<Counted[]> {
  const { limitStore } = deps;
  if (limitStore?.isReady) {
    try {
      return await Promise.all(tallies.map(async (tally) => ({ tally, ...(await readInRedis(limitStore, tally, hashed(tally))) })));
    } catch {
      // As above.
    }
  }
  return inDatabase(deps, READ, tallies, []);
}

/** The refusal for the counter that is over its allowance for longest; null where none is. */
export function refusalOf(counted: readonly Counted[]): Error | null {
  const over = counted.filter(({ tally, count }) => count > tally.max);
  return over.length === 0 ? null : rateLimited(Math.max(...over.map(({ waitMs }) => waitMs)));
}

/** Removes counters whose window is over, by the clock that they count by; returns how many. Run it hourly. */
export async function purgeTallies({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
  return rowCount ?? 0;
}

/**
 * All keys of a try in one statement, locked in one order, so that two tries with several keys in common never wait for each other. By the
 * process' clock, which may be set back: no window ends later than a whole one from now.
 */
const ADD = `
insert into rate_limits as kept (key, points, expire)
select key, greatest($4::int, 0), $3::bigint + ms from unnest($1::text[], $2::bigint[]) as t (key, ms) order by key
on conflict (key) do update set
  points = case when kept.expire <= $3 then excluded.points else greatest(kept.points + $4, 0) end,
  expire = case when kept.expire <= $3 then excluded.expire else least(kept.expire, excluded.expire) end
returning key, points, expire`;

const READ =
  'select key, points, least(expire, $3::bigint + ms) as expire from rate_limits join unnest($1::text[], $2::bigint[]) as t (key, ms) using (key) where expire > $3';

async function inDatabase({ pool }: LimitDeps, text: string, tallies: readonly Tally[], more: number[]): Promise<Counted[]> {
  const now = Date.now();
  const keys = tallies.map((tally) => `${tally.name}:${hashed(tally)}`);
  const values = [keys, tallies.map(({ seconds }) => seconds * 1_000), now, ...more];
  const { rows } = await pool.query<{ key: string; points: number; expire: number | string }>({
    name: text === ADD ? 'add_tallies' : 'read_tallies',
    text,
    values,
  });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return tallies.map((tally, i) => {
    const row = byKey.get(keys[i]!);
    return { tally, count: row?.points ?? 0, waitMs: row ? Number(row.expire) - now : 0 };
  });
}

/** A key may be longer than a column, and nobody has to keep a list of who tried. */
const hashed = ({ key }: Tally): string => createHash('sha256').update(key).digest('base64url');

/** Redis, as far as limits need it. */
export interface LimitStore {
  /** Whether it answers: where it does not, nobody waits for it. */
  readonly isReady: boolean;
  /** Of every key of this installation. */
  prefix: string;
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
}

/** What stands in a counter of Redis, and for how many milliseconds still. */
interface StoredCount {
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
const ADD_SCRIPT = `
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

const READ_SCRIPT = `return {tonumber(redis.call('get', KEYS[1]) or 0), redis.call('pttl', KEYS[1])}`;

/** Adds to a counter in Redis, and returns what stands in it then. Throws where Redis does not answer. */
export const addInRedis = (store: LimitStore, { name, seconds }: Window, key: string, by: number): Promise<StoredCount> =>
  ask(store, ADD_SCRIPT, name, key, [String(by), String(seconds)]);

/** What stands in a counter in Redis; 0 where there is none. Throws where Redis does not answer. */
const readInRedis = (store: LimitStore, { name }: Window, key: string): Promise<StoredCount> => ask(store, READ_SCRIPT, name, key, []);

async function ask(store: LimitStore, script: string, name: string, key: string, args: string[]): Promise<StoredCount> {
  const [count, waitMs] = (await store.eval(script, { keys: [`${store.prefix}limit:${name}:${key}`], arguments: args })) as [
    number,
    number,
  ];
  return { count, waitMs: Math.max(0, waitMs) };
}
