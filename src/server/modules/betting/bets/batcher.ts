/** Does many things at once; for each of them, in their order, what came of it. An error rejects that one alone; throwing rejects all. */
export type DoAll<T, R> = (items: readonly T[]) => Promise<readonly (R | Error)[]>;

/** How much is done together, and what beside each other. */
export interface Lanes<T> {
  /** Of one batch. */
  max: number;
  /** From 0, fewer than `desks`. Only what has the same one can be in each other's way. */
  deskOf?: (item: T) => number;
  desks?: 1 | 2;
  /** Of one desk: fewer are not worth a batch beside another's, and go with those of the other desk as soon as nothing is under way. */
  enough?: number;
}

/**
 * Gathers what comes while something is being done, and does it together next, in its order. With nobody in the way it is done at once: nothing
 * waits for company. Where many wait, desks work beside each other, each on one batch at a time. Who has waited is begun before those are
 * answered who are done: an answer is work here, what is done is work of the database.
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

  /** Begins what can be, and says whether there was any. */
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
  /** In the order of all. */
  place: number;
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Does a batch, and returns what tells each what came of it. */
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
