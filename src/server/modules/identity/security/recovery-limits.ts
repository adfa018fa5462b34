import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { forgotLoad } from '#server/modules/identity/auth/captcha-work.ts';
import { CODE_MINUTES } from '#server/modules/identity/codes/issue.ts';
import { requesterTallies } from '#server/modules/identity/codes/limits.ts';
import { addToTallies, refusalOf, type Tally } from '#server/platform/http/limit-counts.ts';
import { workOf } from '#server/platform/http/network-load.ts';
import { countOrRefuse } from '#server/platform/http/tier-limit.ts';

/**
 * How long a code is good for once strangers have had many sent to an address: longer than the hour in which no other is sent, so that whoever reads
 * the mailbox always finds one whose link opens the account, whoever asked for it.
 */
const SPARSE_MINUTES = 70;

/** Who asks for a new password. */
export interface Requester {
  /** The `emailIdentity` of the address: all spellings have one allowance. */
  mailbox: string;
  /** The browser's cookie for codes. */
  holder: string;
  /** Its device cookie, where the account knows it; else null. */
  knownDevice: string | null;
}

/** What becomes of a request for a code. */
export interface CodeGrant {
  /** For how long the code is good; null: none is made, as the mailbox has one that is good still. The answer is the same. */
  minutes: number | null;
}

/**
 * Counts a request, or refuses it with `rate_limited` for what this very browser asked for before. A browser that the account knows has an allowance
 * of its own. What all others ask for together has a bound by the address: CODES_PER_HOUR a day and then one an hour. Nothing here depends on
 * whether there is such an account.
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

/** Counts a request by where it comes from; returns how many times the usual work its captcha has to have taken. */
export const countForgotten = async (deps: Deps, ip: string): Promise<number> => workOf(await forgotLoad(deps).count(ip));
