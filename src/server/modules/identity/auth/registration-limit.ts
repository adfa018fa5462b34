import type { Deps } from '#server/deps.ts';
import { addToTallies, refusalOf } from '#server/platform/http/limit-counts.ts';
import { networkLoad, workOf } from '#server/platform/http/network-load.ts';
import { tierTallies } from '#server/platform/http/tier-limit.ts';

const SECONDS = 60 * 60;

/** Limits registrations per place. */
export interface RegistrationLimit {
  /** Counts a registration, or throws `rate_limited`; returns the work factor that its captcha must have. */
  count: (ip: string) => Promise<number>;
  /** Returns the work factor of a captcha for an IP address. */
  work: (ip: string) => Promise<number>;
}

/** Creates the limit: an hourly maximum per host, site and block; in a network with many registrations captchas grow harder. */
export function registrationLimit(deps: Deps): RegistrationLimit {
  const hostMax = deps.config.rates.registrationsPerHour;
  const load = networkLoad(deps, 'register', hostMax, SECONDS);
  return {
    count: async (ip) => {
      const tiers = tierTallies('register', ip, hostMax, SECONDS);
      const network = load.tallies(ip);
      const counted = await addToTallies(deps, [...tiers, ...network], 1);
      const refusal = refusalOf(counted.slice(0, tiers.length));
      if (refusal === null) return workOf(counted.slice(tiers.length));
      await addToTallies(deps, [...tiers, ...network], -1);
      throw refusal;
    },
    work: load.work,
  };
}
