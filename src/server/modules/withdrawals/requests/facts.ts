import { sql } from 'kysely';
import type { PointSource } from '#domain/ledger/ledger.ts';
import { type PlayThroughEvent, toBePlayed } from '#domain/withdrawals/play-through.ts';
import { REDEEM_CHANNELS, type RedeemChannel } from '#domain/withdrawals/withdrawal.ts';
import { limitsSince, type RedeemFacts, type RedeemRules, waitingOf } from '#domain/withdrawals/withdrawal-request.ts';
import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { type Contact, contactsOf, type requireUser } from '#server/modules/identity/public.ts';
import { isInOneOf } from '#server/platform/country.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isOn } from '#server/platform/feature-flags/feature-flags.ts';
import * as withdrawals from './queries.ts';
export type User = Awaited<ReturnType<typeof requireUser>>;
export type RedeemContact = Contact & { channel: RedeemChannel };

/** A user who wants to redeem points, with balance and IP address. */
export interface Redeemer {
  user: User;
  balance: number;
  ip: string;
}

/** Returns what a request is validated against and what the form shows; read under the lock of the balance, it holds until the commit. */
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

/** Codes for withdrawals are sent by email or Telegram only. */
const isForRedeeming = (contact: Contact): contact is RedeemContact => REDEEM_CHANNELS.some((channel) => channel === contact.channel);

const rulesOf = ({ redeem_step, redeem_min, redeem_per_day, redeem_per_30_days }: Limits): RedeemRules => ({
  step: redeem_step,
  min: redeem_min,
  dayMax: redeem_per_day,
  days30Max: redeem_per_30_days,
});

const waitingPoints = async (db: Db, userId: string, hours: number, now: Date) =>
  hours === 0 ? [] : waitingOf(await withdrawals.findLateWins(db, userId, new Date(now.getTime() - hours * 3_600_000)), hours);

/** Sources of points that were given, not won. `admin_adjust` includes what operators took back. */
const GIVEN: readonly PointSource[] = [
  'daily_login',
  'manual_adjust',
  'admin_adjust',
  'invite_reward_inviter',
  'invite_reward_invitee',
  'invite_reward',
];

interface EventRow {
  kind: PlayThroughEvent['kind'];
  points: number;
  net: number;
  net_won: number;
}

/**
 * Returns, in order, everything that determines how many points a user must still play: gifts and deductions from the ledger, bets as
 * finally ended (a correction changes their value in place), and approved withdrawals that were not returned. At the same time, play comes
 * first: it does not clear what is given then.
 */
export async function findPlayThrough(db: Db, userId: string): Promise<PlayThroughEvent[]> {
  const { rows } = await sql<EventRow>`
    select kind, points, net, net_won from (
      select 2 as place, id::text as id, created_at as at, 'given' as kind, amount as points, 0::bigint as net, 0::bigint as net_won from transfers
        where to_kind = 'balance' and to_owner = ${userId} and source = any(${GIVEN}::text[])
      union all
      select 2, id::text, created_at, 'taken', amount, 0, 0 from transfers
        where from_kind = 'balance' and from_owner = ${userId} and source = any(${GIVEN}::text[])
      union all
      select 1, id::text, settled_at, 'bet', coalesce(at_risk, 0), payout + refund - stake, coalesce(net_won, payout + refund - stake) from bets
        where user_id = ${userId} and state = 'settled'
      union all
      select 3, id::text, decided_at, 'paid_out', points, 0, 0 from withdrawals where user_id = ${userId} and status = 'approved'
    ) event order by at, place, id`.execute(db);
  return rows.map(eventOf);
}

function eventOf({ kind, points, net, net_won }: EventRow): PlayThroughEvent {
  return kind === 'bet' ? { kind, atRisk: points, net, netWon: net_won } : { kind, points };
}
