import type { Transaction } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { deviceIdOf } from '#server/modules/identity/auth/device.ts';
import type { requireUser } from '#server/modules/identity/auth/service.ts';
import { endSessionsWithin } from '#server/modules/identity/auth/sessions.ts';
import { revokeCodes } from '#server/modules/identity/codes/service.ts';
import { hasUnprovenAddress, isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import { holdRedeem, lockUser } from '#server/modules/identity/security/queries.ts';
import { codeSubjects, warn } from '#server/modules/identity/security/warnings.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Announce } from '#server/platform/transact.ts';
import * as confirming from './queries.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

/** Same duration as after any change of a password (docs/rules.md#withdrawals). */
const HOLD_MS = 24 * 3_600_000;

/** How an address is being confirmed. */
export interface Proof {
  request: RequestContext;
  /** The session that the code was typed into; undefined if the address was confirmed by a code or a provider without a session. */
  sessionId?: string;
}

/**
 * Locks a user whose address is about to be confirmed, in the order of docs/architecture.md: first their withdrawals and balance if it is
 * the first confirmation. Returns undefined if there is no such user.
 */
export async function lockToConfirm({ wiring }: Pick<Deps, 'wiring'>, db: Transaction<DB>, userId: string): Promise<User | undefined> {
  if (await hasUnprovenAddress(db, userId)) {
    await wiring.lockPendingWithdrawals(db, [userId]);
    await lockBalances(db, [userId]);
  }
  return lockUser(db, { id: userId });
}

/**
 * Removes everything that was set up before the first confirmation of an account's address, in whichever way it is confirmed, as the person
 * who registered may not be the address's owner (docs/decisions/044). Removes sessions except the one that the code was typed into, linked
 * accounts, Telegram, second factor, recovery codes, phone, present and past wallets, push devices, codes, links of warnings, withdrawals
 * (their points are returned) and a deletion request; if the code was not typed into a session, also the password; and in a browser unknown
 * to the account, also exclusions, limits and the invitation. A mail to the address reports it. `user` comes from `lockToConfirm`. Returns
 * the updated user, and the ids of the ended sessions, which the caller passes to `deps.endedSessions.add` after the commit. Does nothing
 * if the address was confirmed before.
 */
export async function disarm(
  deps: Deps,
  db: Transaction<DB>,
  announce: Announce,
  user: User,
  { request, sessionId }: Proof,
): Promise<{ user: User; ended: string[] }> {
  if (!isAddressUnproven(user)) return { user, ended: [] };
  const now = deps.now();
  const isRegistrant = sessionId !== undefined || (await confirming.isKnownBrowser(db, user.id, deviceIdOf(deps, request)));
  const pending = await deps.wiring.lockPendingWithdrawals(db, [user.id]);
  for (const row of pending) await deps.wiring.rejectWithdrawal(deps, db, announce, row, { by: null, reason: 'identity', note: null });
  await revokeCodes(deps, db, ...codeSubjects(user));
  const ended = await endSessionsWithin(deps, db, user.id, { except: sessionId, because: 'password' });
  const hadArms = await confirming.deleteArms(db, user.id);
  const bare = await confirming.makeBare(db, user.id, { password: sessionId !== undefined, invitation: isRegistrant }, now);
  const hadCare = !isRegistrant && (await deps.wiring.endUnprovenPlayLimits(deps, db, user.id));
  if (sessionId === undefined) await holdRedeem(deps, db, user.id, new Date(now.getTime() + HOLD_MS), now);
  const isChanged = pending.length > 0 || ended.length > 0 || hadArms || hadCare || hadSettings(user);
  // Goes to the address only, as every other contact was removed.
  if (isChanged) await warn(deps, db, bare, 'account_cleared', request);
  announce(`me:${user.id}`, { t: 'account' });
  return { user: bare, ended };
}

const hadSettings = ({ totp_enabled_at, phone, wallet_address, deletion_due_at }: User): boolean =>
  [totp_enabled_at, phone, wallet_address, deletion_due_at].some((value) => value !== null);

/** Same period as for a user who requests the deletion of their account. */
const UNPROVEN_LIFE_MS = 7 * 86_400_000;

/**
 * Frees a mailbox that this user has just confirmed from accounts that hold it unconfirmed: they are signed out, lose the address, and are
 * erased in seven days. Returns the ids of the ended sessions.
 */
export async function freeAddress(deps: Deps, db: Transaction<DB>, userId: string, email: string, identity: string): Promise<string[]> {
  const ended: string[] = [];
  for (const id of await confirming.findUnprovenHolders(db, email, identity, userId)) {
    await lockUser(db, { id });
    await revokeCodes(deps, db, id, identity);
    ended.push(...(await endSessionsWithin(deps, db, id, { because: 'left' })));
    await confirming.takeAddress(db, id, new Date(deps.now().getTime() + UNPROVEN_LIFE_MS));
  }
  return ended;
}
