import type { placeBet } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { PICKS } from '#domain/matches/sport.ts';
import { MARKETS } from '#domain/settlement/contest.ts';
import { HOUR_MS } from '#domain/time.ts';
import { useSession } from '#web/data/session.ts';
import { nowMs } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';

/*
 * Stakes that were sent and whose outcome is not known. They are kept in the browser's storage with their keys, so that trying again after a
 * reload or from another page cannot place a second stake.
 */

export interface Stake {
  input: InputOf<typeof placeBet>;
  /** Identifies one intended stake; the same for all its retries. */
  idempotencyKey: string;
}

/** The server knows a key for 24 hours (docs/rules.md#idempotency). An hour less: sending again later would place a second stake. */
const KNOWN_MS = 23 * HOUR_MS;

/** The storage key of the user's open stake on a match. */
const keyOf = (matchId: number): string => `stake:${useSession.getState().user?.id ?? ''}:${matchId}`;

/** Keeps a stake that is about to be sent, in place of an earlier one on the same match. */
export const keepStake = (stake: Stake): void => remember(keyOf(stake.input.match_id), JSON.stringify({ ...stake, sentMs: nowMs() }));

/** Removes a stake whose outcome is known; one that was sent after it stays. */
export function dropStake({ input, idempotencyKey }: Stake): void {
  if (recallStake(input.match_id)?.idempotencyKey === idempotencyKey) remember(keyOf(input.match_id), null);
}

/** Returns the user's open stake on a match; null if there is none that the server would still recognise. */
export function recallStake(matchId: number): Stake | null {
  try {
    const { input, idempotencyKey, sentMs } = JSON.parse(recall(keyOf(matchId)) ?? '{}');
    const isKnown = nowMs() - sentMs < KNOWN_MS;
    return isKnown && input.match_id === matchId && isStake({ input, idempotencyKey }) ? { input, idempotencyKey } : null;
  } catch {
    return null;
  }
}

/** Storage may contain anything; what remains wrong is refused by the server. */
const isStake = ({ input, idempotencyKey }: Stake): boolean =>
  typeof idempotencyKey === 'string' &&
  MARKETS.includes(input.market) &&
  PICKS.includes(input.pick!) &&
  Number.isSafeInteger(input.stake) &&
  input.stake > 0;
