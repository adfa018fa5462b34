import type { Deps } from '#server/deps.ts';
import { addToTallies, type Counted, readTallies, type Tally } from './limit-counts.ts';
import { networkTiers } from './network-tiers.ts';

/** A network counts as busy above this multiple of the attempts allowed to one host. */
const NETWORK_MULTIPLE = 20;
/** The maximum multiple of work: about eight seconds on a phone with the default of CAPTCHA_WORK. */
const WORK_MAX = 16;

/** Makes captchas harder in networks with many attempts. It refuses nobody: the network may be a mobile carrier's. */
export interface NetworkLoad {
  /** The counters of an attempt, for callers that count several things at once. */
  tallies: (ip: string) => Tally[];
  /** Counts an attempt. */
  count: (ip: string) => Promise<Counted[]>;
  /** The current work of a captcha, as a multiple of the usual. */
  work: (ip: string) => Promise<number>;
}

/**
 * Counts attempts by network, under a name that no other limit has. In `seconds`, a network may make as many attempts without extra work as
 * 20 hosts at `hostMax` each. With `ofAllTiers`, host, site and block count as well, with `hostMax` for a host: use it where there is no
 * limit by host.
 */
export function networkLoad(
  deps: Pick<Deps, 'pool' | 'limitStore'>,
  name: string,
  hostMax: number,
  seconds: number,
  { ofAllTiers = false } = {},
): NetworkLoad {
  const tallies = (ip: string): Tally[] =>
    networkTiers(ip)
      .filter(({ tier }) => ofAllTiers || tier === 'network')
      .map(({ tier, network }) => ({
        name: `${name}-load-${tier}`,
        key: network,
        max: hostMax * (tier === 'network' ? NETWORK_MULTIPLE : LOAD_MULTIPLES[tier]),
        seconds,
      }));
  return {
    tallies,
    count: (ip) => addToTallies(deps, tallies(ip), 1),
    work: async (ip) => workOf(await readTallies(deps, tallies(ip))),
  };
}

const LOAD_MULTIPLES = { host: 1, site: 2, block: 4 } as const;

/** The multiple of the usual work in these networks: 1 up to the allowance, then doubling each time that attempts double. */
export function workOf(counted: readonly Counted[]): number {
  const excess = Math.max(0, ...counted.map(({ tally, count }) => count / tally.max));
  return excess <= 1 ? 1 : Math.min(WORK_MAX, 2 ** Math.ceil(Math.log2(excess)));
}

/** Returns whether a captcha took the required work, or at least half of it, as the load may have grown since it was issued. */
export const isEnoughWork = (done: number, asked: number): boolean => done * 2 >= asked;
