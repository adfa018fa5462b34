import type { LimitStore } from './limit-counts.ts';
import { createMinuteLimit, type MinuteLimit } from './minute-limit.ts';
import { networkTiers } from './network-tiers.ts';

/** Counts a request of an address. Throws `rate_limited` if it is over the limit. */
export type GeneralLimit = (ip: string) => Promise<unknown>;

/**
 * The limits of wider networks, as multiples of a host's. They are higher than for password attempts, as most requests only read. An IPv4
 * block is 256 strangers. A whole network has no limit: it may be a mobile carrier's.
 */
const MULTIPLES = { ipv6: { host: 1, site: 2, block: 4 }, ipv4: { host: 1, site: 1, block: 16 } } as const;

/** Creates the limit of requests by address; `name` is unique among limits. */
export const createGeneralLimit = (requestsPerMinute: number, store: LimitStore | null = null, name = 'general'): MinuteLimit =>
  createMinuteLimit({ name, store, countersOf: (ip) => tiersOf(ip, requestsPerMinute) });

const tiersOf = (ip: string, hostMax: number): { id: string; max: number }[] =>
  networkTiers(ip).flatMap(({ tier, network }) =>
    tier === 'network' ? [] : [{ id: network, max: hostMax * MULTIPLES[network.includes(':') ? 'ipv6' : 'ipv4'][tier] }],
  );
