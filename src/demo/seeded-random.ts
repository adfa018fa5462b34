import { finishHash, hashedSoFar, hashText, type Random, randomFrom } from '#domain/seeded-random.ts';

/** Random numbers as a pure function of a key: the demo world is the same after every restart. */
export { hashedSoFar, type Random, randomFrom };

/** Returns one number in [0, 1) for a key, without a generator. */
export const fraction = (key: string): number => hashText(key) / 4_294_967_296;

/** Like `fraction`, for a key of which the beginning was hashed before: where many keys begin alike, most of the time is hashing that. */
export const fractionAfter = (begun: number, rest: string): number => finishHash(hashedSoFar(rest, begun)) / 4_294_967_296;

/** Draws from the normal distribution with mean 0 and deviation 1. */
export const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Draws an integer from `min` to `max`, both included. */
export const integer = (random: Random, min: number, max: number): number => min + Math.floor(random() * (max - min + 1));

export function pickOne<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new Error('cannot pick from an empty list');
  return items[Math.floor(random() * items.length)] as T;
}

/** Draws an index with the given weights. */
export function pickWeighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!;
    if (left < 0) return i;
  }
  return weights.length - 1;
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

/** Remainder and quotient that are also right for times before the epoch. */
export const modulo = (n: number, by: number): number => ((n % by) + by) % by;
export const floorDiv = (n: number, by: number): number => Math.floor(n / by);
