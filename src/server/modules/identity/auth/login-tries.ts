import { DAY_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { addToTallies, type Counted, refusalOf, type Tally } from '#server/platform/http/limit-counts.ts';
import { networkLoad, workOf } from '#server/platform/http/network-load.ts';
import { tierTallies } from '#server/platform/http/tier-limit.ts';

/** Where passwords are tried; tries at another door count apart. */
export type Door = 'login' | 'admin-login';

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords that one account stands in a day from browsers that it does not know, wherever they are. */
export const ACCOUNT_TRIES_PER_DAY = 100;

/** Failures anywhere near that let the console ask for a captcha. */
const FREE_FAILURES = 3;

/** A try at signing in: which account, from where, and the browser that it claims to be. */
export interface LoginAttempt {
  email: string;
  ip: string;
  /** The device cookie, null without one. */
  device: string | null;
}

export interface LoginVerdict {
  /** What a browser that the account does not know is refused with; null where it may try. */
  refusal: Error | null;
  /** What a browser that the account knows is refused with; null where it may try. */
  ownRefusal: Error | null;
  /** How many times the usual work a captcha has to have taken. */
  work: number;
  /** Whether there were failures here, or at this account, before. */
  hasFailures: boolean;
}

/** Counts tries at signing in at a door. */
export interface LoginTries {
  /** Counts a try before anything is looked up: of many at once none is let through by chance. */
  count: (attempt: LoginAttempt) => Promise<LoginVerdict>;
  /** Takes back what was no guess: all of it, or with `keepsAddress` all but what counts for the address near this place. */
  giveBack: (attempt: LoginAttempt, options?: { keepsAddress: boolean }) => Promise<void>;
  /** How many times the usual work a captcha takes for who is here. */
  work: (ip: string) => Promise<number>;
}

/**
 * What may be tried at a door. Everything that is not a success counts, in one round trip:
 * - in this place (host, site, block), at any account, and at this one;
 * - at this account, from anywhere: past 100 a day only browsers that the account knows may try, and each of these has an allowance of its own
 *   that nobody else can use up. At the console there is no such end, as nobody could sign in by mail instead: a captcha is asked for;
 * - in the whole network: captchas grow harder there, and nobody is refused.
 */
export function loginTries(deps: Deps, door: Door): LoginTries {
  const { loginsPerAddressAnd15Minutes: perAddress, loginsPerIpAnd15Minutes: perHost } = deps.config.rates;
  const load = networkLoad(deps, door, perHost, WINDOW_SECONDS);

  const talliesOf = ({ email, ip, device }: LoginAttempt) => ({
    place: tierTallies(`${door}-ip`, ip, perHost, WINDOW_SECONDS),
    address: tierTallies(`${door}-address`, ip, perAddress, WINDOW_SECONDS, email),
    account: [{ name: `${door}-account`, key: email, max: ACCOUNT_TRIES_PER_DAY, seconds: DAY_SECONDS }],
    own: device === null ? [] : ownTallies(door, email, device, perAddress),
    network: load.tallies(ip),
  });

  return {
    count: async (attempt) => {
      const tallies = talliesOf(attempt);
      const counted = new Map<Tally, Counted>();
      for (const one of await addToTallies(deps, Object.values(tallies).flat(), 1)) counted.set(one.tally, one);
      const of = (some: readonly Tally[]) => some.map((tally) => counted.get(tally)!);
      const near = [...of(tallies.place), ...of(tallies.account)];
      return {
        refusal: refusalOf([...of(tallies.place), ...of(tallies.address), ...(door === 'login' ? of(tallies.account) : [])]),
        ownRefusal: refusalOf(of(tallies.own)),
        work: workOf(of(tallies.network)),
        hasFailures: near.some(({ count }) => count > FREE_FAILURES),
      };
    },
    giveBack: async (attempt, { keepsAddress } = { keepsAddress: false }) => {
      const { address, ...others } = talliesOf(attempt);
      await addToTallies(deps, [...Object.values(others).flat(), ...(keepsAddress ? [] : address)], -1);
    },
    work: load.work,
  };
}

/** What a browser that the account knows may try, whatever happens elsewhere. */
const ownTallies = (door: Door, email: string, device: string, perAddress: number): Tally[] => [
  { name: `${door}-own`, key: `${email} ${device}`, max: perAddress, seconds: WINDOW_SECONDS },
  { name: `${door}-own-day`, key: `${email} ${device}`, max: ACCOUNT_TRIES_PER_DAY, seconds: DAY_SECONDS },
];
