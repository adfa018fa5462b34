import { describe, expect, it } from 'vitest';
import { gathering, type Lanes } from './batcher.ts';

/** Creates batch work that ends on demand and records the batches it received. */
function slowWork(desks: Lanes<number> = { max: 3 }) {
  const batches: number[][] = [];
  const ends: ((how?: Error) => void)[] = [];
  const place = gathering<number, string>((items) => {
    batches.push([...items]);
    return new Promise((resolve, reject) => {
      ends.push((how) => (how ? reject(how) : resolve(items.map((item) => (item < 0 ? new RangeError(`${item}`) : `did ${item}`)))));
    });
  }, desks);
  return { batches, ends, place };
}

const whatBecame = async (promises: Promise<string>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));

describe('gathering', () => {
  it('processes a single item at once', async () => {
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

  it('processes items that arrived meanwhile together, in order and at most `max` at a time', async () => {
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

  it('starts the next batch before it answers the finished one', async () => {
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

  it('merges small queues into one batch and runs two lanes in parallel when both are long enough', async () => {
    const { batches, ends, place } = slowWork({ max: 3, desks: 2, deskOf: (item) => item % 2, enough: 2 });
    const done = [1, 2, 3].map(place);
    expect(batches).toEqual([[1]]);
    ends[0]!();
    await expect.poll(() => batches.slice(1)).toEqual([[2, 3]]);
    done.push(...[4, 5, 6, 7, 8, 10, 12].map(place));
    expect(batches).toHaveLength(2);
    ends[1]!();
    const besides = [
      [4, 6, 8],
      [5, 7],
    ];
    await expect.poll(() => batches.slice(2)).toEqual(besides);
    // Too few for a batch beside the other lane's, then enough.
    done.push(place(9));
    ends[3]!();
    await done[4];
    expect(batches).toHaveLength(4);
    done.push(place(11));
    expect(batches.slice(4)).toEqual([[9, 11]]);
    ends[4]!();
    await done.at(-1);
    done.push(place(13));
    ends[2]!();
    await expect.poll(() => batches.slice(5)).toEqual([[10, 12, 13]]);
    ends[5]!();
    expect(await whatBecame(done)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 9, 11, 13].map((item) => `did ${item}`));
  });

  it('processes every item when there are more than fit into one batch', async () => {
    const { batches, ends, place } = slowWork({ max: 3, desks: 2, deskOf: (item) => item % 2, enough: 9 });
    const done = [1, 2, 3, 4, 5, 6].map(place);
    for (const end of [0, 1, 2]) {
      await expect.poll(() => ends.length).toBe(end + 1);
      ends[end]!();
    }
    await Promise.all(done);
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  it('returns each item its own result and continues after a batch that failed as a whole', async () => {
    const { batches, ends, place } = slowWork();
    const became = whatBecame([1, 2, -3, 4, 5].map(place));
    for (const [end, how] of [undefined, undefined, new Error('batch failed')].entries()) {
      await expect.poll(() => ends.length).toBe(end + 1);
      ends[end]!(how);
    }
    expect(await became).toEqual(['did 1', 'did 2', '-3', 'did 4', 'batch failed']);
    expect(batches).toEqual([[1], [2, -3, 4], [5]]);
    const after = place(6);
    await expect.poll(() => ends.length).toBe(4);
    ends[3]!();
    expect(await after).toBe('did 6');
  });
});
