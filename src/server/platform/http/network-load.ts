import type { Deps } from '#server/deps.ts';
import { addToTallies, type Counted, readTallies, type Tally } from './limit-counts.ts';
import { networkTiers } from './network-tiers.ts';

/** A network is taken to be busy with attempts where there are so many times as many as one host may make. */
const NETWORK_MULTIPLE = 20;
/** The most work that is asked for: about eight seconds of a phone with the default of CAPTCHA_WORK. */
const WORK_MAX = 16;

/** What happens too often in a network makes captchas harder there. It refuses nobody: the network may be a mobile carrier's. */
export interface NetworkLoad {
  /** The counters of an attempt, for who counts several things at once. */
  tallies: (ip: string) => Tally[];
  /** Counts an attempt. */
  count: (ip: string) => Promise<Counted[]>;
  /** How many times the usual work a captcha takes now. */
  work: (ip: string) => Promise<number>;
}

/**
 * Attempts by network, under a name that no other limit has: as many are free in `seconds` as 20 hosts may make that are allowed `hostMax` each. With
 * `ofAllTiers` host, site and block count as well, a host at `hostMax`: for what has no limit by host.
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

/** How many times the usual work attempts in these networks take: 1 up to what is free, then it doubles each time that they do. */
export function workOf(counted: readonly Counted[]): number {
  const excess = Math.max(0, ...counted.map(({ tally, count }) => count / tally.max));
  return excess <= 1 ? 1 : Math.min(WORK_MAX, 2 ** Math.ceil(Math.log2(excess)));
}

/** Whether a captcha took the work that is asked for, or did so a moment ago: the load may have grown since it was given. */
export const isEnoughWork = (done: number, asked: number): boolean => done * 2 >= asked;
