import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import type { LiveChange } from '#contract/live.ts';
import { createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { countryOf } from '#server/platform/country.ts';
import { createSiteBoard } from '#server/platform/feature-flags/feature-flags.ts';
import { createActivity } from '#server/platform/http/activity.ts';
import { createEndedSessions } from '#server/platform/http/ended-sessions.ts';
import { createCachedReplies } from '#server/platform/http/response-cache.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { wiring } from '#server/wiring.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { type Connections, createTestDatabase, type TestDatabase } from './database.ts';

/** A clock that stops until it is moved. */
export interface TestClock {
  now: () => Date;
  set: (at: Date | string) => void;
  advance: (ms: number) => void;
}

export function testClock(start: string): TestClock {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to);
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}

export interface TestApp {
  app: Hono;
  deps: Deps;
  clock: TestClock;
  database: TestDatabase;
  /** Everything published so far, oldest first. */
  published: { topic: string; change: LiveChange }[];
}

export const TEST_NOW = '2026-11-20T12:00:00.000Z';

/** Creates the app on a new database for the tests of one file, without mocks. Read `.current` inside tests only. */
export function useTestApp(settings: Record<string, string> = {}, connections?: Connections): { readonly current: TestApp } {
  let current: TestApp | undefined;
  beforeAll(async () => {
    current = await createTestApp(settings, await createTestDatabase(connections));
  });
  afterAll(async () => {
    await current?.database.drop();
  });
  return {
    get current() {
      if (!current) throw new Error('the test app is there only inside tests');
      return current;
    },
  };
}

/** Creates the app on a new database, or on the given one, which is migrated. */
export async function createTestApp(settings: Record<string, string> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await createTestDatabase());
  const clock = testClock(TEST_NOW);
  const published: TestApp['published'] = [];
  const replies = createCachedReplies();
  const deps: Deps = {
    db: database.db,
    pool: database.pool,
    limitStore: null,
    config: testConfig(settings),
    serverKeys: [new Uint8Array(32).fill(7)],
    now: clock.now,
    randomBytes: (count) => randomBytes(count),
    passwords: cheapPasswords,
    log: createLog('silent'),
    countryOf,
    replies,
    endedSessions: createEndedSessions(clock.now),
    site: createSiteBoard(),
    activity: createActivity(),
    wiring,
    isStopping: () => false,
    publish: (topic, change) => {
      replies.touch(topic);
      published.push({ topic, change });
    },
  };
  return { app: createApp(deps), deps, clock, database, published };
}

/** Sets high limits, so that only tests of limits reach them, and captchas solved in three tries at most. */
const testConfig = (settings: Record<string, string>): Config =>
  readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    API_PER_MINUTE: '1000000',
    API_KEY_PER_MINUTE: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS: '1000000',
    REGISTER_PER_HOUR: '1000',
    BETS_PER_MINUTE: '1000',
    CAPTCHA_WORK: '3',
    ...settings,
  });

export interface CallOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as `Idempotency-Key`. */
  key?: string;
}

export type Answer<E extends Endpoint> = { status: number; headers: Headers; reply: ReplyOf<E>; problem: Problem };

/** Calls an endpoint as a browser would, without a socket. Returns successes in `reply`, and refusals in `problem`. */
export async function callApp<E extends Endpoint>(
  app: Hono,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const fields = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]));
    delete fields[name];
    return value;
  });
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query = isQuery
    ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]))}`
    : '';
  const response = await app.request(path + query, {
    method: endpoint.method,
    headers: {
      ...(!isQuery && { 'Content-Type': 'application/json' }),
      ...(options.token && { Authorization: `Bearer ${options.token}` }),
      ...(options.key && { 'Idempotency-Key': options.key }),
      Origin: 'http://localhost',
      Host: 'localhost',
      ...options.headers,
    },
    ...(!isQuery && { body: JSON.stringify(fields) }),
  });
  // Reads a file to its end and discards it.
  const text = await response.text();
  const body = response.headers.get('content-type')?.match(/[/+]json\b/) ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, reply: body as ReplyOf<E>, problem: body as Problem };
}
