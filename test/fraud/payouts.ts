import { sql } from 'kysely';
import { redeemPostTransfer, redeemTransfer } from '#domain/ledger/ledger.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import { toBePlayed } from '#domain/withdrawals/play-through.ts';
import { limitsSince, type RedeemFacts, redeemableNow } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { postTransfers } from '#server/modules/ledger/points.ts';
import { evidenceFlagsOf } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { transact } from '#server/platform/transact.ts';
import { type Person, uuid } from './people.ts';
import type { World } from './world.ts';
import { absorbPosted } from './write.ts';

/** Whether given points must be played before they can be redeemed (`REDEEM_PLAYTHROUGH`). */
export type PlayThrough = 'on' | 'off';

/** The number of users whose flags are requested at once, like a page of the console. */
const ASKED_AT_ONCE = 100;

interface Request {
  id: string;
  person: Person;
  points: number;
}

/**
 * Ends a day: all users who can request a payout by the rules do so, and the server returns flags against them. A request without a flag is
 * paid at once. A flagged request waits until the end, whoever made it: a reviewer's findings would help to find others, which is no merit
 * of the flags.
 */
export async function playRequests(world: World, deps: Deps, playThrough: PlayThrough): Promise<void> {
  const now = deps.now();
  const requests = world.people.filter(({ asks }) => asks).flatMap((person) => requestOf(world, deps, person, playThrough, now));
  if (requests.length === 0) return;
  await hold(deps, requests, now);
  const flags = await flagsOf(deps, requests);
  for (const { person, points } of requests) {
    const isFlagged = flags.get(person.id)!.length > 0;
    person.requests.push({ at: now.getTime(), points, isFlagged });
    person.hasPending = isFlagged;
    if (!isFlagged) person.events.push({ at: now.getTime(), place: 3, event: { kind: 'paid_out', points } });
  }
  await pay(
    deps,
    requests.filter(({ person }) => !person.hasPending),
    now,
  );
  await absorbPosted(world, deps);
}

function requestOf(world: World, deps: Deps, person: Person, playThrough: PlayThrough, now: Date): Request[] {
  if (person.wallet === null || person.hasPending || person.heldUntil > now.getTime()) return [];
  // Most users wait some days.
  if (!person.isRing && world.random() < 0.7) return [];
  const points = redeemable(world, deps, person, playThrough, now);
  return points < person.goal ? [] : [{ id: uuid(world.random, now.getTime()), person, points }];
}

/** Returns the most that a user may request now by their points and the limits. */
export function redeemable(world: World, { config: { limits } }: Deps, person: Person, playThrough: PlayThrough, now: Date): number {
  const { day, days30 } = limitsSince(now);
  const used = (since: Date) => person.requests.filter(({ at }) => at >= since.getTime()).reduce((sum, { points }) => sum + points, 0);
  const facts: RedeemFacts = {
    ...{ isOpen: true, isRegionBlocked: false, hasWallet: true, contacts: [], heldUntil: null, hasPending: false, waiting: [], now },
    ...{ balance: world.ledger.balanceOf(person.id), usedToday: used(day), used30Days: used(days30) },
    toBePlayed: playThrough === 'off' ? 0 : leftToPlay(person),
    rules: { step: limits.redeem_step, min: limits.redeem_min, dayMax: limits.redeem_per_day, days30Max: limits.redeem_per_30_days },
  };
  return redeemableNow(facts).max;
}

/** Returns the given points that a user must play before redeeming them. */
export const leftToPlay = ({ events }: Person): number =>
  toBePlayed(events.toSorted((a, b) => a.at - b.at || a.place - b.place).map(({ event }) => event));

/** Returns all points ever given to a user. */
export const givenTo = ({ events }: Person): number =>
  events.reduce((sum, { event }) => sum + (event.kind === 'given' ? event.points : 0), 0);

async function hold(deps: Deps, requests: readonly Request[], now: Date): Promise<void> {
  const since = (person: Person) => new Date(person.walletSince);
  await transact(deps, async (db) => {
    await db
      .insertInto('withdrawals')
      .values(
        requests.map(({ id, person, points }) => ({
          ...{ id, user_id: person.id, points, amount: usdtOf(points), wallet_address: person.wallet, wallet_since: since(person) },
          ...{ contact_channel: 'email', contact: person.email, created_at: now },
        })),
      )
      .execute();
    await postTransfers(
      db,
      requests.map(({ id, person, points }) => redeemTransfer(id, person.id, points)),
      now,
    );
  });
}

async function flagsOf({ db }: Deps, requests: readonly Request[]): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let first = 0; first < requests.length; first += ASKED_AT_ONCE) {
    const ids = requests.slice(first, first + ASKED_AT_ONCE).map(({ person }) => person.id);
    for (const [id, flags] of await evidenceFlagsOf(db, ids)) found.set(id, flags);
  }
  return found;
}

async function pay(deps: Deps, requests: readonly Request[], now: Date): Promise<void> {
  if (requests.length === 0) return;
  await transact(deps, async (db) => {
    const ids = requests.map(({ id }) => id);
    await sql`update withdrawals set status = 'approved', decided_at = ${now} where id = any(${ids}::uuid[])`.execute(db);
    await postTransfers(
      db,
      requests.map(({ id, person, points }) => redeemPostTransfer(id, person.id, points)),
      now,
    );
  });
}
