import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { forgotLoad } from '#server/modules/identity/auth/captcha-work.ts';
import { CODE_MINUTES } from '#server/modules/identity/codes/issue.ts';
import { requesterTallies } from '#server/modules/identity/codes/limits.ts';
import { addToTallies, refusalOf, type Tally } from '#server/platform/http/limit-counts.ts';
import { workOf } from '#server/platform/http/network-load.ts';
import { countOrRefuse } from '#server/platform/http/tier-limit.ts';

/**
 * Lifetime of a code once strangers have requested many for an address: longer than the hour in which no other is sent, so that the reader
 * of the mailbox always finds one whose link opens the account, whoever requested it.
 */
const SPARSE_MINUTES = 70;

/** The requester of a password reset. */
export interface Requester {
  /** The `emailIdentity` of the address: all spellings share one allowance. */
  mailbox: string;
  /** The browser's cookie for codes. */
  holder: string;
  /** The device cookie if the account knows the browser; else null. */
  knownDevice: string | null;
}

/** The decision on a request for a code. */
export interface CodeGrant {
  /** Lifetime of the code in minutes; null: none is issued, as the mailbox has one that is still valid. The answer is the same. */
  minutes: number | null;
}

/**
 * Counts a request, or throws `rate_limited` because of earlier requests by this browser. A browser that the account knows has an allowance
 * of its own. Requests of all other browsers together are limited per address: CODES_PER_HOUR a day and then one an hour. The decision does
 * not depend on whether the account exists.
 */
export async function grantCode(deps: Deps, { mailbox, holder, knownDevice }: Requester): Promise<CodeGrant> {
  const tallies = requesterTallies(deps, { purpose: 'reset_password', destination: mailbox, holder: knownDevice ?? holder });
  await countOrRefuse(deps, tallies);
  if (knownDevice !== null) return { minutes: CODE_MINUTES };
  const daily: Tally = { name: 'recovery-day', key: mailbox, max: deps.config.rates.codesPerHour, seconds: DAY_SECONDS };
  const sparse: Tally = { name: 'recovery-hour', key: mailbox, max: 1, seconds: HOUR_SECONDS };
  if (!refusalOf(await addToTallies(deps, [daily], 1))) return { minutes: CODE_MINUTES };
  return { minutes: refusalOf(await addToTallies(deps, [sparse], 1)) ? null : SPARSE_MINUTES };
}

/** Counts a request by its place; returns the work factor that its captcha must have. */
export const countForgotten = async (deps: Deps, ip: string): Promise<number> => workOf(await forgotLoad(deps).count(ip));
