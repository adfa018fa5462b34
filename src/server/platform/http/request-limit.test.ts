import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { useTestApp } from '#test/support/app.ts';
import { type Process, startProcess } from '#test/support/fan-out.ts';
import { describeWithRedis, type RedisServer, startRedis } from '#test/support/redis-server.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type RequestLimit, requestLimit } from './request-limit.ts';

const test = useTestApp({ FEED: 'none' });
const WINDOW_S = 60;

/** The limits use the clock of the process: stops it, this many seconds from the true time. */
const setClock = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + seconds * 1_000 });
afterEach(() => {
  vi.useRealTimers();
});

const limitOf = (max: number, deps: Pick<Deps, 'pool' | 'limitStore'> = test.current.deps) =>
  requestLimit(deps, randomUUID(), max, WINDOW_S);

/** Returns how many seconds the client must wait; null if the request is accepted. */
async function waitOf(limit: RequestLimit): Promise<number | null> {
  try {
    await limit.count('mai');
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate_limited' });
    return Number((error as { params: { seconds: number } }).params.seconds);
  }
}

it('a clock that is set back locks out no user for longer than a window, and gives no attempts back', async () => {
  const limit = limitOf(2);
  setClock(0);
  expect([await waitOf(limit), await waitOf(limit)]).toEqual([null, null]);
  setClock(-HOUR_SECONDS);
  expect(await waitOf(limit)).toBe(WINDOW_S);
  setClock(-HOUR_SECONDS + WINDOW_S - 10);
  expect(await waitOf(limit)).toBeLessThanOrEqual(10);
  setClock(-HOUR_SECONDS + WINDOW_S + 1);
  expect(await waitOf(limit)).toBeNull();
});

it('nor does a clock that was set forward and then corrected', async () => {
  const limit = limitOf(1);
  setClock(HOUR_SECONDS);
  expect([await waitOf(limit), await waitOf(limit)]).toEqual([null, WINDOW_S]);
  setClock(0);
  expect(await waitOf(limit)).toBe(WINDOW_S);
  setClock(WINDOW_S + 1);
  expect(await waitOf(limit)).toBeNull();
});

it('a clock that is set forward ends windows, as time does', async () => {
  const limit = limitOf(1);
  setClock(0);
  expect([await waitOf(limit), (await waitOf(limit))! > WINDOW_S - 5]).toEqual([null, true]);
  setClock(HOUR_SECONDS);
  expect(await waitOf(limit)).toBeNull();
});

it('the general limit never asks a client to wait for longer than a minute', async () => {
  const limit = createGeneralLimit(1);
  setClock(0);
  await limit('203.0.113.9');
  setClock(-HOUR_SECONDS);
  await expect(limit('203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited', params: { seconds: 60 } });
});

describeWithRedis('in Redis', () => {
  let redis: RedisServer;
  let process: Process;
  beforeAll(async () => {
    redis = await startRedis();
    process = await startProcess(test.current.deps, { redisUrls: [redis.url] });
  });
  afterAll(async () => {
    await process?.stop();
    await redis?.remove();
  });

  it('its own clock, set back, locks out no user for longer than a window either', async () => {
    await expect.poll(() => process.deps.limitStore?.isReady).toBe(true);
    const limit = limitOf(1, process.deps);
    expect([await waitOf(limit), (await waitOf(limit))! <= WINDOW_S]).toEqual([null, true]);
    const later =
      "local keys = redis.call('keys', '*limit:*') for _, key in ipairs(keys) do redis.call('expire', key, ARGV[1]) end return #keys";
    expect(await process.deps.limitStore!.eval(later, { keys: [], arguments: [String(HOUR_SECONDS)] })).toBe(1);
    expect(await waitOf(limit)).toBe(WINDOW_S);
    const left = "return redis.call('ttl', redis.call('keys', '*limit:*')[1])";
    expect(await process.deps.limitStore!.eval(left, { keys: [], arguments: [] })).toBeLessThanOrEqual(WINDOW_S);
  });
});
