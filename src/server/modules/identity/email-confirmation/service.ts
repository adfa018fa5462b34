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

/** As after any change of a password (docs/rules.md#withdrawals). */
const HOLD_MS = 24 * 3_600_000;

/** Somebody is proving an address. */
export interface Proof {
  request: RequestContext;
  /** The session that the code was typed into; undefined for who came by a code or a provider without being signed in. */
  sessionId?: string;
}

/**
 * Locks a user whose address is about to be proven, in the order of docs/architecture.md: their requests for payouts and their balance first
 * where it would be for the first time. Undefined where there is no such user.
 */
export async function lockToConfirm({ wiring }: Pick<Deps, 'wiring'>, db: Transaction<DB>, userId: string): Promise<User | undefined> {
  if (await hasUnprovenAddress(db, userId)) {
    await wiring.lockPendingWithdrawals(db, [userId]);
    await lockBalances(db, [userId]);
  }
  return lockUser(db, { id: userId });
}

/**
 * What the first proof of an account's address does first, whichever way it comes: whoever registered may not be the owner, so everything
 * that was set up before goes. Sessions but the one that the code was typed into, linked accounts, Telegram, second factor, recovery codes,
 * phone, wallet and past ones, push devices, codes, links of warnings, requests for payouts (their points come back) and a wish to leave; where the code was not typed into a session
 * also the password, and in a browser that the account never knew the exclusions, limits and invitation. The mail to the address says so.
 * `user` comes from lockToConfirm. Returns them as they are then, and whose sessions ended: hand those to `deps.endedSessions.add` after the commit.
 * Does nothing where the address was proven before. (docs/decisions/044)
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
  // To the address alone: nothing else that was set up is left.
  if (isChanged) await warn(deps, db, bare, 'account_cleared', request);
  announce(`me:${user.id}`, { t: 'account' });
  return { user: bare, ended };
}

const hadSettings = ({ totp_enabled_at, phone, wallet_address, deletion_due_at }: User): boolean =>
  [totp_enabled_at, phone, wallet_address, deletion_due_at].some((value) => value !== null);

/** As long as somebody has who asks for their account to be erased. */
const UNPROVEN_LIFE_MS = 7 * 86_400_000;

/**
 * Frees a mailbox that this user has just proven from accounts that hold it without having proven it: they are signed out, have no address any
 * more, and are erased in seven days. Returns whose sessions ended.
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
