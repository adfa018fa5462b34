import { normal, randomFrom } from '#demo/seeded-random.ts';

/** Standard deviation of the logarithm of a step, and the share of it that is gone at the end of the search. */
const STEP = 0.35;
const COOLING = 0.7;

/**
 * Random coordinate search for positive parameters with the lowest loss: each step multiplies one or two of them by a random factor and
 * keeps what is better. The same seed gives the same result.
 */
export function searchParameters<T extends Readonly<Record<keyof T & string, number>>>(
  start: T,
  keys: readonly (keyof T & string)[],
  loss: (parameters: T) => number,
  { steps, seed }: { steps: number; seed: string },
): { best: T; loss: number } {
  const random = randomFrom(seed);
  let [best, least] = [start, loss(start)];
  for (let i = 0; i < steps; i++) {
    const next: Record<string, number> = { ...best };
    for (let n = random() < 0.4 ? 2 : 1; n > 0; n--) {
      const key = keys[Math.floor(random() * keys.length)]!;
      next[key] = next[key]! * Math.exp(STEP * (1 - (COOLING * i) / steps) * normal(random));
    }
    const found = loss(next as T);
    if (found < least) [best, least] = [next as T, found];
  }
  return { best, loss: least };
}
