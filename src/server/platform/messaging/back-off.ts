const FIRST_MS = 5_000;
const LONGEST_MS = 15 * 60_000;

/** How long to wait after so many tries (1 and more): twice as long each time, up to a quarter of an hour, and shortened by chance by up to half, so that not all come back at once. */
export function retryMs(tries: number, randomBytes: (count: number) => Uint8Array): number {
  const fullMs = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS);
  const [high = 0, low = 0] = randomBytes(2);
  const chance = (high * 256 + low) / 65_536;
  return Math.round(fullMs * (1 - chance / 2));
}
