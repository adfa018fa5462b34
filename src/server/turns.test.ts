import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs so many at once, the others in the order in which they came', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 7 }, (_, n) =>
      inTurn(async () => {
        begun.push(n);
        most = Math.max(most, ++running);
        await nextTick();
        running -= 1;
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(results).toEqual(begun);
});

it('goes on after work that failed, and begins at once when nobody is there', async () => {
  const inTurn = createTurns(1);
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  let isBegun = false;
  void inTurn(async () => {
    isBegun = true;
  });
  expect(isBegun).toBe(true);
});
