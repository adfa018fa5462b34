import { DAY_SECONDS, HOUR_SECONDS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tally } from '#server/platform/http/limit-counts.ts';
import { countOrRefuse } from '#server/platform/http/tier-limit.ts';

export type CodePurpose = 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up' | 'redeem';

export const CODE_RESEND_SECONDS = 60;

/** Codes a day to one destination, as multiples of those an hour that one requester may ask for. */
const DAY_MULTIPLE = 10;

/** A code that is about to be sent. */
export interface CodeToSend {
  purpose: CodePurpose;
  destination: string;
  /** The session or the browser that asks: what others ask for uses nothing up of it. */
  holder: string;
  /** Whether the destination is the asking user's already. Who asks for somebody else's uses nothing up of its owner. */
  isOwn: boolean;
}

/**
 * Counts a code that is about to be sent, or refuses it with `rate_limited`: one a minute and purpose and CODES_PER_HOUR an hour for each requester,
 * ten times as many a day to one destination, as a mailbox must not be flooded. Never call it within a transaction: it takes a connection of its own.
 */
export function countCode(deps: Pick<Deps, 'pool' | 'limitStore' | 'config'>, { isOwn, ...code }: CodeToSend): Promise<void> {
  const perHour = deps.config.rates.codesPerHour;
  return countOrRefuse(deps, [
    ...requesterTallies(deps, code),
    // A text costs, and rings: a number gets no more of them however many ask.
    ...(code.purpose === 'confirm_phone' ? [{ name: 'code-number', key: code.destination, max: perHour, seconds: HOUR_SECONDS }] : []),
    { name: 'code-day', key: `${isOwn} ${code.destination}`, max: DAY_MULTIPLE * perHour, seconds: DAY_SECONDS },
  ]);
}

/** What one requester may have sent to one destination. */
export const requesterTallies = (
  { config }: Pick<Deps, 'config'>,
  { purpose, destination, holder }: Omit<CodeToSend, 'isOwn'>,
): Tally[] => [
  { name: 'code-resend', key: `${purpose} ${destination} ${holder}`, max: 1, seconds: CODE_RESEND_SECONDS },
  { name: 'code-hour', key: `${destination} ${holder}`, max: config.rates.codesPerHour, seconds: HOUR_SECONDS },
];
