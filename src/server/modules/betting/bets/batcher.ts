/**
 * Processes a batch and returns a result for each item, in order. An Error in the results rejects that item alone; throwing rejects all.
 */
export type DoAll<T, R> = (items: readonly T[]) => Promise<readonly (R | Error)[]>;

/** Batch size and parallel lanes. */
export interface Lanes<T> {
  /** Maximum number of items in one batch. */
  max: number;
  /** Returns an item's lane, from 0 to `desks` - 1. Only items of the same lane can conflict. */
  deskOf?: (item: T) => number;
  desks?: 1 | 2;
  /** Minimum queue length for a lane to run beside the other. Shorter queues of both lanes are merged as soon as nothing is running. */
  enough?: number;
}

/**
 * Batches items: an item that arrives while nothing is running starts at once; items that arrive meanwhile form the next batch, in order.
 * Under load, lanes run in parallel with one batch each. The next batch starts before the finished one is answered, because answering uses
 * this process while the work itself uses the database.
 */
export function gathering<T, R>(doAll: DoAll<T, R>, { max, deskOf = () => 0, desks = 1, enough = 1 }: Lanes<T>): (item: T) => Promise<R> {
  const queues = Array.from({ length: desks }, (): Waiting<T, R>[] => []);
  const busy = new Set<number>();
  let came = 0;

  const work = async (at: readonly number[], batch: readonly Waiting<T, R>[]) => {
    for (const desk of at) busy.add(desk);
    const answer = await doBatch(doAll, batch);
    for (const desk of at) busy.delete(desk);
    if (begin()) setImmediate(answer);
    else answer();
  };

  /** Starts every batch that can start and returns whether there was one. */
  const begin = (): boolean => {
    const free = [...queues.keys()].filter((desk) => !busy.has(desk));
    const full = free.filter((desk) => queues[desk]!.length >= enough);
    const batches = busy.size === 0 && full.length < 2 ? [free] : full.map((desk) => [desk]);
    const begun = batches.map((at) => ({ at, batch: take(at) })).filter(({ batch }) => batch.length > 0);
    for (const { at, batch } of begun) void work(at, batch);
    return begun.length > 0;
  };

  const take = (at: readonly number[]): Waiting<T, R>[] => {
    const all = at.flatMap((desk) => queues[desk]!.splice(0)).sort((a, b) => a.place - b.place);
    for (const left of all.splice(max)) queues[deskOf(left.item)]!.push(left);
    return all;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queues[deskOf(item)]!.push({ place: ++came, item, resolve, reject });
      if (busy.size < desks) begin();
    });
}

interface Waiting<T, R> {
  /** Order of arrival across all lanes. */
  place: number;
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Processes a batch and returns a function that resolves or rejects each of its items. */
async function doBatch<T, R>(doAll: DoAll<T, R>, batch: readonly Waiting<T, R>[]): Promise<() => void> {
  try {
    const results = await doAll(batch.map(({ item }) => item));
    return () => {
      for (const [i, { resolve, reject }] of batch.entries()) {
        const result = results[i];
        if (result instanceof Error) reject(result);
        else resolve(result as R);
      }
    };
  } catch (error) {
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}
