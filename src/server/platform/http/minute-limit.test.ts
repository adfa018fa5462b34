import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMinuteLimit } from './minute-limit.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const one = (max: number) => createMinuteLimit({ name: 'test', countersOf: (id) => [{ id, max }] });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('counts down to the limit, and says when to come back', async () => {
  const limit = one(2);
  const counts = [{ ...(await limit('a')) }, { ...(await limit('a')) }];
  expect(counts.map(({ count, max }) => max - count)).toEqual([1, 0]);
  later(20_000);
  await expect(limit('a')).rejects.toMatchObject({ code: 'rate_limited', params: { seconds: 40 } });
});

it('a window ends a minute after its first request', async () => {
  const limit = one(1);
  await limit('a');
  later(59_999);
  await expect(limit('a')).rejects.toMatchObject({ code: 'rate_limited' });
  later(1);
  expect((await limit('a')).count).toBe(1);
});

it('counts each key for itself', async () => {
  const limit = one(1);
  await limit('a');
  expect((await limit('b')).count).toBe(1);
});

it('a request that one counter refuses counts in none', async () => {
  const limit = createMinuteLimit({
    name: 'test',
    countersOf: (id) => [
      { id: `host ${id}`, max: 2 },
      { id: 'block', max: 3 },
    ],
  });
  await limit('a');
  await limit('a');
  await expect(limit('a')).rejects.toMatchObject({ code: 'rate_limited' });
  // The refused request did not use the last place of the block.
  expect(await limit('b')).toMatchObject({ id: 'block', count: 3 });
  await expect(limit('b')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('tells the counter with the fewest left', async () => {
  const limit = createMinuteLimit({
    name: 'test',
    countersOf: (id) => [
      { id, max: 10 },
      { id: 'all', max: 5 },
    ],
  });
  expect((await limit('a')).id).toBe('all');
});

it('a clock that is set back shuts nobody out for longer than a minute', async () => {
  const limit = one(1);
  await limit('a');
  later(-3_600_000);
  await expect(limit('a')).rejects.toMatchObject({ params: { seconds: 60 } });
  later(60_000);
  expect((await limit('a')).count).toBe(1);
});
