import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts';

const OPTIONS = { atOnce: 1, waitingMax: 1_000, waitingMaxEach: 1_000 } satisfies FairQueueOptions;

/** Runs tasks in this order, and returns the order of completion; refused ones are recorded as the name of their error. */
async function orderOf(requesters: readonly string[], options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ ...OPTIONS, ...options });
  const done: string[] = [];
  const asked = requesters.map((requester) => queue.run(requester, async () => void done.push(requester)));
  const outcomes = (await Promise.allSettled(asked)).map((one) =>
    one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code,
  );
  return { done, outcomes, queue };
}
const many = (requester: string, count: number): string[] => Array<string>(count).fill(requester);

it('gives each requester a turn, however much others asked for before', async () => {
  const { done } = await orderOf([...many('203.0.113.1', 200), '198.51.100.1', '192.0.2.1']);
  expect(done.slice(0, 4)).toEqual(['203.0.113.1', '203.0.113.1', '198.51.100.1', '192.0.2.1']);
  expect(done).toHaveLength(202);
});

it.each([
  ['a /64', (n: number) => `2001:db8:1:1::${n.toString(16)}`],
  ['a /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
])('takes all addresses of %s for one', async (_, address) => {
  const crowd = Array.from({ length: 100 }, (_, n) => address(n + 1));
  const { done } = await orderOf([...crowd, '2001:db8:2::1']);
  expect(done.indexOf('2001:db8:2::1')).toBeLessThanOrEqual(2);
});

it('lets addresses of one network take turns as well', async () => {
  const { done } = await orderOf([...many('203.0.113.1', 50), '203.0.113.2']);
  expect(done.indexOf('203.0.113.2')).toBeLessThanOrEqual(2);
});

it('refuses who has too many waiting, and where it is full the last of who has most', async () => {
  const { outcomes } = await orderOf(many('203.0.113.1', 12), { waitingMaxEach: 10 });
  expect(outcomes).toEqual([...many('done', 11), 'rate_limited']);
  const full = await orderOf([...many('203.0.113.1', 11), '198.51.100.1'], { waitingMax: 10 });
  expect(full.outcomes).toEqual([...many('done', 10), 'rate_limited', 'done']);
  const crowd = Array.from({ length: 12 }, (_, n) => `203.${n}.113.1`);
  expect((await orderOf(crowd, { waitingMax: 10 })).outcomes).toEqual([...many('done', 11), 'unavailable']);
});

it('refuses the last of the network that has most, however many addresses it asks from', async () => {
  const block = Array.from({ length: 11 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);
  const { done, outcomes } = await orderOf([...block, '198.51.100.1', '192.0.2.1'], { waitingMax: 10 });
  expect(outcomes).toEqual([...many('done', 9), ...many('rate_limited', 2), 'done', 'done']);
  expect(done.indexOf('198.51.100.1')).toBeLessThanOrEqual(2);
  // If only that network has tasks waiting, it is refused as `rate_limited`, not `unavailable`.
  expect((await orderOf([...block, '2001:db8:1:ffff::1'], { waitingMax: 10 })).outcomes).toEqual([...many('done', 11), 'rate_limited']);
});

it('runs no more than the share of one requester at once', async () => {
  const queue = createFairQueue({ ...OPTIONS, atOnce: 4, atOnceEach: 2 });
  const begun: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked = [...many('203.0.113.1', 3), '198.51.100.1'].map((requester) =>
    queue.run(requester, () => {
      begun.push(requester);
      return gate;
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['203.0.113.1', '203.0.113.1', '198.51.100.1']);
  expect(queue.waiting()).toBe(1);
  open();
  await Promise.all(asked);
  expect(begun).toHaveLength(4);
});

it('continues after failed work, and neither loses nor repeats any', async () => {
  const requester = fc.constantFrom('203.0.113.1', '203.0.113.2', '198.51.100.1', '2001:db8::1', 'no address');
  await fc.assert(
    fc.asyncProperty(
      fc.array(requester, { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 20 }),
      async (asked, atOnce, waitingMax) => {
        const queue = createFairQueue({ atOnce, waitingMax, waitingMaxEach: 15 });
        let [begun, beside] = [0, 0];
        const outcomes = await Promise.allSettled(
          asked.map((one, index) =>
            queue.run(one, async () => {
              begun += 1;
              beside += 1;
              expect(beside).toBeLessThanOrEqual(atOnce);
              await Promise.resolve();
              beside -= 1;
              if (index % 3 === 0) throw new Error('work that fails');
            }),
          ),
        );
        const refused = outcomes.filter((one) => one.status === 'rejected' && 'code' in (one.reason as object));
        expect(begun + refused.length).toBe(asked.length);
        expect([queue.waiting(), beside]).toEqual([0, 0]);
      },
    ),
  );
});
