import { describe, expect, it } from 'vitest';
import { gathering } from './gather.ts';

/** Work that ends when it is told to, and remembers what it was given together. */
function slowWork(max = 3) {
  const batches: number[][] = [];
  const ends: ((how?: Error) => void)[] = [];
  const place = gathering<number, string>((items) => {
    batches.push([...items]);
    return new Promise((resolve, reject) => {
      ends.push((how) => (how ? reject(how) : resolve(items.map((item) => (item < 0 ? new RangeError(`${item}`) : `did ${item}`)))));
    });
  }, max);
  return { batches, ends, place };
}

const whatBecame = async (promises: Promise<string>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));

describe('gathering', () => {
  it('does at once what comes alone', async () => {
    const { batches, ends, place } = slowWork();
    const done = place(1);
    expect(batches).toEqual([[1]]);
    ends[0]!();
    expect(await done).toBe('did 1');
    const next = place(2);
    await expect.poll(() => batches).toEqual([[1], [2]]);
    ends[1]!();
    expect(await next).toBe('did 2');
  });

  it('does together what came meanwhile, in its order and no more than so many at a time', async () => {
    const { batches, ends, place } = slowWork();
    const done = [1, 2, 3, 4, 5].map(place);
    expect(batches).toEqual([[1]]);
    for (const end of [0, 1, 2]) {
      await expect.poll(() => ends.length).toBe(end + 1);
      ends[end]!();
    }
    expect(await whatBecame(done)).toEqual(['did 1', 'did 2', 'did 3', 'did 4', 'did 5']);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('begins with those who waited before it answers those who are done', async () => {
    const { batches, ends, place } = slowWork();
    const seen: number[] = [];
    const first = place(1).then(() => seen.push(batches.length));
    const second = place(2);
    ends[0]!();
    await first;
    expect(seen).toEqual([2]);
    ends[1]!();
    expect(await second).toBe('did 2');
  });

  it('tells each what came of it, and goes on after a batch that failed as a whole', async () => {
    const { batches, ends, place } = slowWork();
    const became = whatBecame([1, 2, -3, 4, 5].map(place));
    for (const [end, how] of [undefined, undefined, new Error('no more')].entries()) {
      await expect.poll(() => ends.length).toBe(end + 1);
      ends[end]!(how);
    }
    expect(await became).toEqual(['did 1', 'did 2', '-3', 'did 4', 'no more']);
    expect(batches).toEqual([[1], [2, -3, 4], [5]]);
    const after = place(6);
    await expect.poll(() => ends.length).toBe(4);
    ends[3]!();
    expect(await after).toBe('did 6');
  });
});
