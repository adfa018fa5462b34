import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tally } from '#server/platform/http/limit-counts.ts';
import { countOrRefuse } from '#server/platform/http/tier-limit.ts';

export type CodePurpose = 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up' | 'redeem';

export const CODE_RESEND_SECONDS = 60;

/** Codes per day to one destination, as a multiple of the hourly limit of one requester. */
const DAY_MULTIPLE = 10;

/** A code that is about to be sent. */
export interface CodeToSend {
  purpose: CodePurpose;
  destination: string;
  /** The requesting session or browser; each has an allowance of its own. */
  holder: string;
  /** Whether the destination already belongs to the requesting user. Requests by others do not use up its owner's allowance. */
  isOwn: boolean;
}

/**
 * Counts a code that is about to be sent, or throws `rate_limited`: one a minute per purpose and CODES_PER_HOUR an hour for each requester,
 * and ten times as many a day to one destination, so that a mailbox cannot be flooded. Never call it within a transaction: it takes a
 * connection of its own.
 */
export function countCode(deps: Pick<Deps, 'pool' | 'limitStore' | 'config'>, { isOwn, ...code }: CodeToSend): Promise<void> {
  const perHour = deps.config.rates.codesPerHour;
  return countOrRefuse(deps, [
    ...requesterTallies(deps, code),
    // A text message costs money and disturbs: the limit per number does not depend on the number of requesters.
    ...(code.purpose === 'confirm_phone' ? [{ name: 'code-number', key: code.destination, max: perHour, seconds: HOUR_SECONDS }] : []),
    { name: 'code-day', key: `${isOwn} ${code.destination}`, max: DAY_MULTIPLE * perHour, seconds: DAY_SECONDS },
  ]);
}

/** Returns the limits of one requester for one destination. */
export const requesterTallies = (
  { config }: Pick<Deps, 'config'>,
  { purpose, destination, holder }: Omit<CodeToSend, 'isOwn'>,
): Tally[] => [
  { name: 'code-resend', key: `${purpose} ${destination} ${holder}`, max: 1, seconds: CODE_RESEND_SECONDS },
  { name: 'code-hour', key: `${destination} ${holder}`, max: config.rates.codesPerHour, seconds: HOUR_SECONDS },
];
