import { expect, it } from 'vitest';
import { sharedAnswer } from './shared-answer.ts';

/** Questions that are answered by hand, with how many there were. */
function asked() {
  const waiting: { resolve: (n: number) => void; reject: (error: Error) => void }[] = [];
  const ask = sharedAnswer(() => new Promise<number>((resolve, reject) => void waiting.push({ resolve, reject })));
  return { ask, waiting };
}

it('asks once for all who come while another question is under way, and only when that is answered', async () => {
  const { ask, waiting } = asked();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(waiting).toHaveLength(1);
  waiting[0]!.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(waiting).toHaveLength(2);
  waiting[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  void ask();
  expect(waiting).toHaveLength(3);
});

it('tells those who asked that it failed, and asks again for the next', async () => {
  const { ask, waiting } = asked();
  const [first, next] = [ask(), ask()];
  waiting[0]!.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  waiting[1]!.resolve(2);
  expect(await next).toBe(2);
});
