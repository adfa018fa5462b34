/** Does many things at once; for each of them, in their order, what came of it. An error rejects that one alone; throwing rejects all. */
export type DoAll<T, R> = (items: readonly T[]) => Promise<readonly (R | Error)[]>;

/**
 * Gathers what comes while something is being done, and does it together next, at most `max` at a time. With nobody in the way it is done
 * at once: nothing waits for company. Who has waited is begun before those are answered who are done: an answer is work here, what is done is
 * work of the database.
 */
export function gathering<T, R>(doAll: DoAll<T, R>, max: number): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let isBusy = false;

  const work = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const answer = await doBatch(doAll, waiting.splice(0, max));
      if (waiting.length > 0) setImmediate(answer);
      else answer();
    }
    isBusy = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy) void work();
    });
}

interface Waiting<T, R> {
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
