import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { rateLimited } from './app-error.ts';

/** A counter of attempts: at most `max` in `seconds` under this key. The window begins with its first attempt. */
export interface Tally {
  name: string;
  key: string;
  max: number;
  seconds: number;
}

/** The value of a counter, and the time until its window ends. */
export interface Counted {
  tally: Tally;
  count: number;
  waitMs: number;
}

type LimitDeps = Pick<Deps, 'pool' | 'limitStore'>;

/**
 * Counts an attempt in several counters at once and returns their values, in the order given; `by` is -1 to take an attempt back. Counts
 * are in Redis, or without it in the database, so that all processes share them: one round trip however many counters there are. Only
 * hashes of the keys are stored. Never call it within a transaction: it takes a connection of its own.
 */
export async function addToTallies(deps: LimitDeps, tallies: readonly Tally[], by: 1 | -1): Promise<Counted[]> {
  if (tallies.length === 0) return [];
  const { limitStore } = deps;
  if (limitStore?.isReady) {
    try {
      return await Promise.all(tallies.map(async (tally) => ({ tally, ...(await addInRedis(limitStore, tally, hashed(tally), by)) })));
    } catch {
      // Redis is unavailable: the database counts until it is back.
    }
  }
  return inDatabase(deps, ADD, tallies, [by]);
}

/** Returns the values of these counters without counting. */
export async function readTallies(deps: LimitDeps, tallies: readonly Tally[]): Promise<Counted[]> {
  const { limitStore } = deps;
  if (limitStore?.isReady) {
    try {
      return await Promise.all(tallies.map(async (tally) => ({ tally, ...(await readInRedis(limitStore, tally, hashed(tally))) })));
    } catch {
      // As above: falls back to the database.
    }
  }
  return inDatabase(deps, READ, tallies, []);
}

/** Returns the refusal of the exceeded counter with the longest wait; null if none is exceeded. */
export function refusalOf(counted: readonly Counted[]): Error | null {
  const over = counted.filter(({ tally, count }) => count > tally.max);
  return over.length === 0 ? null : rateLimited(Math.max(...over.map(({ waitMs }) => waitMs)));
}

/** Deletes counters whose window is over, by the same clock that counts them; returns how many. Run it hourly. */
export async function purgeTallies({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
  return rowCount ?? 0;
}

/**
 * Adds to all keys of an attempt in one statement, locked in key order so that attempts that share keys cannot deadlock. Uses the clock of
 * the process, which may be set back: no window ends later than a whole one from now.
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

/** Hashes a key: it may be longer than the column, and the table does not become a list of who attempted what. */
const hashed = ({ key }: Tally): string => createHash('sha256').update(key).digest('base64url');

/** The parts of Redis that limits use. */
export interface LimitStore {
  /** Whether Redis is available; if not, callers do not wait for it. */
  readonly isReady: boolean;
  /** The prefix of every key of this installation. */
  prefix: string;
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
}

/** The value of a counter in Redis, and the milliseconds until its window ends. */
interface StoredCount {
  count: number;
  waitMs: number;
}

interface Window {
  name: string;
  seconds: number;
}

/**
 * Adds ARGV[1] to KEYS[1] for ARGV[2] seconds from the first addition; never below 0. If the clock of Redis was set back, a window may end
 * too late: it is then reset to its full length. Returns the sum and the milliseconds left.
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

/** Adds to a counter in Redis, and returns its new value. Throws if Redis does not answer. */
export const addInRedis = (store: LimitStore, { name, seconds }: Window, key: string, by: number): Promise<StoredCount> =>
  ask(store, ADD_SCRIPT, name, key, [String(by), String(seconds)]);

/** Returns the value of a counter in Redis; 0 if there is none. Throws if Redis does not answer. */
const readInRedis = (store: LimitStore, { name }: Window, key: string): Promise<StoredCount> => ask(store, READ_SCRIPT, name, key, []);

async function ask(store: LimitStore, script: string, name: string, key: string, args: string[]): Promise<StoredCount> {
  const [count, waitMs] = (await store.eval(script, { keys: [`${store.prefix}limit:${name}:${key}`], arguments: args })) as [
    number,
    number,
  ];
  return { count, waitMs: Math.max(0, waitMs) };
}
