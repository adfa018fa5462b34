import type pg from 'pg';
import type { Deps } from '#server/deps.ts';
import { requestLimit } from '#server/http/request-limit.ts';

export type CodePurpose = 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up' | 'redeem';

export const CODE_RESEND_SECONDS = 60;

export interface CodeLimits {
  /**
   * Counts a code that is about to be sent, or refuses it with `rate_limited`: one a minute and purpose, and CODES_PER_HOUR an hour to the same destination.
   * Never call it within a transaction: it takes a connection of its own.
   */
  count: (purpose: CodePurpose, destination: string) => Promise<void>;
}

/** How many codes may be sent to one destination; the same object for the same database, as the counters clean up behind themselves by timers. */
export function codeLimits(deps: Pick<Deps, 'pool' | 'limitStore' | 'config'>): CodeLimits {
  const known = limitsOf.get(deps.pool);
  if (known) return known;
  const fresh = createLimits(deps);
  limitsOf.set(deps.pool, fresh);
  return fresh;
}

const limitsOf = new WeakMap<pg.Pool, CodeLimits>();

function createLimits(deps: Pick<Deps, 'pool' | 'limitStore' | 'config'>): CodeLimits {
  const resends = requestLimit(deps, 'code-resend', 1, CODE_RESEND_SECONDS);
  const hourly = requestLimit(deps, 'code-hour', deps.config.rates.codesPerHour, 60 * 60);
  return {
    count: async (purpose, destination) => {
      await resends.count(`${purpose} ${destination}`);
      await hourly.count(`${ASKED_BY[purpose]} ${destination}`);
    },
  };
}

/** Anybody can ask for a reset in somebody's name: that must not use up what the owner, who is signed in, may ask for. */
const ASKED_BY: Record<CodePurpose, 'anybody' | 'owner'> = {
  reset_password: 'anybody',
  confirm_email: 'owner',
  confirm_phone: 'owner',
  step_up: 'owner',
  redeem: 'owner',
};
