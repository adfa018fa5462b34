import { v7 } from 'uuid';
import type { Deps } from '#server/deps.ts';

type Makes = Pick<Deps, 'now' | 'randomBytes'>;

const BYTES = 16;

/** Returns a UUIDv7: ids of users, bets, contests and withdrawals sort by creation time. */
export const newId = (deps: Makes): string => newIds(deps, 1)[0]!;

/** Returns many ids: drawing random bytes once is cheaper than for each. */
export function newIds({ now, randomBytes }: Makes, count: number): string[] {
  const msecs = now().getTime();
  const random = randomBytes(count * BYTES);
  return Array.from({ length: count }, (_, i) => v7({ msecs, random: random.subarray(i * BYTES, (i + 1) * BYTES) }));
}
