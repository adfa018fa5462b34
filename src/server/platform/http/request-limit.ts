import type { Deps } from '#server/deps.ts';
import { addToTallies, refusalOf, type Tally } from './limit-counts.ts';
import { type NetworkTier, networkTiers } from './network-tiers.ts';

/** At most this many attempts in this many seconds per key; all processes share the count. */
export interface RequestLimit {
  /** Counts a try, or refuses it with `rate_limited`. */
  count: (key: string) => Promise<void>;
  /** Takes back a try that should not count. */
  giveBack: (key: string) => Promise<void>;
}

/** Creates a limit by one key; its name must be unique among limits. */
export function requestLimit(deps: Pick<Deps, 'pool' | 'limitStore'>, name: string, max: number, seconds: number): RequestLimit {
  const tallyOf = (key: string): Tally => ({ name, key, max, seconds });
  return {
    count: async (key) => {
      const refusal = refusalOf(await addToTallies(deps, [tallyOf(key)], 1));
      if (refusal) throw refusal;
    },
    giveBack: async (key) => {
      await addToTallies(deps, [tallyOf(key)], -1);
    },
  };
}

/**
 * The limits of wider networks, as multiples of a host's. An IPv6 site or block usually has one owner, who could otherwise use each of its
 * hosts; an IPv4 block holds 256 strangers. The whole network has no limit: a mobile carrier has millions of users, and none of them is
 * refused for what others do there (see `loginTries` for what is required of them instead).
 */
const MULTIPLES = { ipv6: { host: 1, site: 1.5, block: 2 }, ipv4: { host: 1, site: 1, block: 4 } } as const;

/** Returns how many tries a tier may have if a host has `hostMax`; null for the network, which has no such limit. */
function tierMax({ tier, network }: NetworkTier, hostMax: number): number | null {
  if (tier === 'network') return null;
  return Math.max(1, Math.floor(hostMax * MULTIPLES[network.includes(':') ? 'ipv6' : 'ipv4'][tier]));
}

/** Returns the counters of a try from an address: its host, its site and its block. A `key` separates different targets. */
export const tierTallies = (name: string, ip: string, hostMax: number, seconds: number, key = ''): Tally[] =>
  networkTiers(ip).flatMap((tier) => {
    const max = tierMax(tier, hostMax);
    return max === null ? [] : [{ name: `${name}-${tier.tier}`, key: `${tier.network} ${key}`, max, seconds }];
  });

/** At most this many tries in this many seconds from a host, and more from the networks around it; all processes share the counts. */
export interface TierLimit {
  /** Counts a try, or refuses it with `rate_limited`; a refused try counts nowhere. */
  count: (ip: string, key?: string) => Promise<void>;
  /** Takes back a try that should not count. */
  giveBack: (ip: string, key?: string) => Promise<void>;
}

/** Creates a limit by the networks of an address; its name must be unique among limits. */
export function tierLimit(deps: Pick<Deps, 'pool' | 'limitStore'>, name: string, hostMax: number, seconds: number): TierLimit {
  const talliesOf = (ip: string, key?: string) => tierTallies(name, ip, hostMax, seconds, key);
  return {
    count: (ip, key) => countOrThrow(deps, talliesOf(ip, key)),
    giveBack: async (ip, key) => {
      await addToTallies(deps, talliesOf(ip, key), -1);
    },
  };
}

/** Counts a try in all of these counters. Throws `rate_limited` if one is full, and then counts it in none. */
export async function countOrThrow(deps: Pick<Deps, 'pool' | 'limitStore'>, tallies: readonly Tally[]): Promise<void> {
  const refusal = refusalOf(await addToTallies(deps, tallies, 1));
  if (refusal === null) return;
  await addToTallies(deps, tallies, -1);
  throw refusal;
}
