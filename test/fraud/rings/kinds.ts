import { integer, type Random } from '#demo/seeded-random.ts';
import { chainDump, poolDump, thinDump } from './dumps.ts';
import { checkInFarm, datacenter, deviceFarm, one48 } from './farms.ts';
import { inviteTree, oneSided } from './invites.ts';
import { hired, slowBurn } from './patient.ts';
import type { Ring, RingMaker } from './ring.ts';

/** The kinds of rings, by the name under which the report counts them. */
export const RINGS = {
  'one-sided pools': oneSided,
  'pool dump': poolDump,
  'thin dump': thinDump,
  'chain dump': chainDump,
  'check-in farm': checkInFarm,
  'invite tree': inviteTree,
  'one /48': one48,
  datacenter,
  'device farm': deviceFarm,
  'slow burn': slowBurn,
  hired,
} satisfies Record<string, RingMaker>;
export type RingKind = keyof typeof RINGS;
export const RING_KINDS = Object.keys(RINGS) as RingKind[];

/**
 * Creates a small and a large ring of each kind: 5 to 30 and 31 to 200 accounts, small sizes more often, which begin in the first weeks.
 */
export function createRings(
  random: Random,
  days: number,
  kinds: readonly RingKind[],
  sizes: readonly (readonly [number, number])[],
): Ring[] {
  return kinds.flatMap((kind) =>
    sizes.map(([least, most], n) => {
      const size = Math.round(least * (most / least) ** random());
      return RINGS[kind](random, { kind, group: `${kind} ${n}`, size, firstDay: integer(random, 0, Math.floor(days / 4)), days });
    }),
  );
}
