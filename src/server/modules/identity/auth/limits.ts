import type { CaptchaAction } from '#contract/auth.ts';
import { DAY_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { addToTallies, type Counted, refusalOf, type Tally } from '#server/platform/http/limit-counts.ts';
import { type NetworkLoad, networkLoad, workOf } from '#server/platform/http/network-load.ts';
import { tierTallies } from '#server/platform/http/request-limit.ts';

/** Where passwords are tried: the site or the console. Each has counts of its own. */
export type Door = 'login' | 'admin-login';

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords allowed per account and day from browsers that it does not know, from anywhere. */
const ACCOUNT_TRIES_PER_DAY = 100;

/** Failures at the place or the account after which the console requires a captcha. */
const FREE_FAILURES = 3;

/** A sign-in attempt: the account, the place, and the device that the browser claims to be. */
export interface LoginAttempt {
  email: string;
  ip: string;
  /** Device cookie; null without one. */
  device: string | null;
}

export interface LoginVerdict {
  /** Error for a browser that the account does not know; null if it may try. */
  refusal: Error | null;
  /** Error for a browser that the account knows; null if it may try. */
  ownRefusal: Error | null;
  /** Work factor that the captcha must have. */
  work: number;
  /** Whether there were more than a few failures at this place or account before. */
  hasFailures: boolean;
}

/** Counts sign-in attempts at the site or the console. */
export interface LoginTries {
  /** Counts an attempt before anything is looked up, so that simultaneous attempts cannot exceed a limit. */
  count: (attempt: LoginAttempt) => Promise<LoginVerdict>;
  /**
   * Subtracts an attempt that was no guess: from all counts, or with `keepsAddress` from all but the count of this address at this place.
   */
  giveBack: (attempt: LoginAttempt, options?: { keepsAddress: boolean }) => Promise<void>;
  /** Returns the work factor of a captcha for an IP address. */
  work: (ip: string) => Promise<number>;
}

/**
 * Creates the limits of a door. Every attempt that does not succeed counts, in one round trip:
 * - at this place (host, site, block), both at any account and at this one;
 * - at this account, from anywhere: above 100 a day only browsers that the account knows may try, and each of these has an allowance of
 *   its own that nobody else can use up. The console has no such maximum, as admins cannot sign in by email instead: it requires a captcha;
 * - in the whole network: captchas grow harder there, and nothing is refused.
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

/** Returns the allowance of a browser that the account knows, independent of attempts elsewhere. */
const ownTallies = (door: Door, email: string, device: string, perAddress: number): Tally[] => [
  { name: `${door}-own`, key: `${email} ${device}`, max: perAddress, seconds: WINDOW_SECONDS },
  { name: `${door}-own-day`, key: `${email} ${device}`, max: ACCOUNT_TRIES_PER_DAY, seconds: DAY_SECONDS },
];

const REGISTRATION_SECONDS = 60 * 60;

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
  const load = networkLoad(deps, 'register', hostMax, REGISTRATION_SECONDS);
  return {
    count: async (ip) => {
      const tiers = tierTallies('register', ip, hostMax, REGISTRATION_SECONDS);
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

/** Work factor of console captchas. Higher than usual, as the console asks for a captcha only after failures, and has few users. */
const CONSOLE_WORK = 4;
const FORGOT_PER_HOUR = 20;

/**
 * Counts password reset requests of a network. No place is blocked, as an account's owner may be there, too; captchas grow harder instead.
 */
export const forgotLoad = (deps: Deps): NetworkLoad => networkLoad(deps, 'forgot', FORGOT_PER_HOUR, 60 * 60, { ofAllTiers: true });

/** Returns a function that gives the work factor of a captcha for an action, requested from an IP address. */
export function captchaWork(deps: Deps): (action: CaptchaAction, ip: string) => Promise<number> {
  const [users, admins] = [loginTries(deps, 'login'), loginTries(deps, 'admin-login')];
  const by: Record<CaptchaAction, (ip: string) => Promise<number>> = {
    login: users.work,
    register: registrationLimit(deps).work,
    forgot: forgotLoad(deps).work,
    admin_login: async (ip) => consoleWork(await admins.work(ip)),
  };
  return (action, ip) => by[action](ip);
}

/** Returns the work factor of a console captcha for a network that requires this factor. */
export const consoleWork = (work: number): number => CONSOLE_WORK * work;
