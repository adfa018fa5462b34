/** Returns the value that `percent` (0 to 100) of the values lie below: one of `values`, NaN if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** Returns the milliseconds until it is done. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/**
 * Runs rounds of both, each first in turn: the first one's leftovers slow the second, and other programs on the machine disturb single
 * rounds.
 */
export async function inTurn<A, B>(rounds: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A[], B[]]> {
  const [ones, others]: [A[], B[]] = [[], []];
  const steps = [async () => ones.push(await one()), async () => others.push(await other())];
  for (let round = 0; round < rounds; round++) for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  return [ones, others];
}
