import { toBePlayed } from '#domain/play-through.ts';
import { REDEEM_CHANNELS, type RedeemChannel } from '#domain/withdrawal.ts';
import { limitsSince, type RedeemFacts, type RedeemRules, waitingOf } from '#domain/withdrawal-request.ts';
import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { requireUser } from '#server/modules/identity/public.ts';
import { type Contact, contactsOf } from '#server/modules/identity/public.ts';
import { isInOneOf } from '#server/platform/country.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import { findPlayThrough } from './play-through-queries.ts';
import * as withdrawals from './queries.ts';

export type User = Awaited<ReturnType<typeof requireUser>>;
export type RedeemContact = Contact & { channel: RedeemChannel };

/** Who wants to redeem what they have, and where they are. */
export interface Redeemer {
  user: User;
  balance: number;
  ip: string;
}

/** What a request is judged by, and what the form is told by: read under the lock of the balance it is what holds until the commit. */
export async function readFacts(
  deps: Deps,
  db: Db,
  { user, balance, ip }: Redeemer,
  now: Date,
): Promise<{ facts: RedeemFacts; contacts: RedeemContact[]; pending: withdrawals.WithdrawalRow | undefined }> {
  const { limits, redeemBlockedCountries } = deps.config;
  const used = await withdrawals.findUsed(db, user.id, limitsSince(now));
  const pending = await withdrawals.findPending(db, user.id);
  const contacts = (await contactsOf(db, user)).filter(isForRedeeming);
  const facts = {
    ...{ isOpen: isOn(deps, 'redeem'), isRegionBlocked: isInOneOf(redeemBlockedCountries, deps, ip) },
    ...{ hasWallet: user.wallet_address !== null, contacts, heldUntil: user.redeem_held_until, hasPending: pending !== undefined },
    ...{ balance, usedToday: used.day, used30Days: used.days30, rules: rulesOf(limits), now },
    toBePlayed: limits.redeem_playthrough === 0 ? 0 : toBePlayed(await findPlayThrough(db, user.id)),
    waiting: await waitingPoints(db, user.id, limits.redeem_won_hours_min, now),
  };
  return { facts, contacts, pending };
}

/** Codes for withdrawals go by mail or Telegram only. */
const isForRedeeming = (contact: Contact): contact is RedeemContact => REDEEM_CHANNELS.some((channel) => channel === contact.channel);

const rulesOf = ({ redeem_step, redeem_min, redeem_per_day, redeem_per_30_days }: Limits): RedeemRules => ({
  step: redeem_step,
  min: redeem_min,
  dayMax: redeem_per_day,
  days30Max: redeem_per_30_days,
});

const waitingPoints = async (db: Db, userId: string, hours: number, now: Date) =>
  hours === 0 ? [] : waitingOf(await withdrawals.findLateWins(db, userId, new Date(now.getTime() - hours * 3_600_000)), hours);
