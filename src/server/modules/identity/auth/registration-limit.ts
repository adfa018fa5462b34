import type { Deps } from '#server/deps.ts';
import { addToTallies, refusalOf } from '#server/platform/http/limit-counts.ts';
import { networkLoad, workOf } from '#server/platform/http/network-load.ts';
import { tierTallies } from '#server/platform/http/tier-limit.ts';

const SECONDS = 60 * 60;

/** How many accounts are made from where. */
export interface RegistrationLimit {
  /** Counts a registration, or refuses it with `rate_limited`; returns how many times the usual work its captcha has to have taken. */
  count: (ip: string) => Promise<number>;
  /** How many times the usual work a captcha takes for who is here. */
  work: (ip: string) => Promise<number>;
}

/** Host, site and block have an end an hour; in a network where many register captchas grow harder. */
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
