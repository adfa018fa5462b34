import { sql, type Transaction } from 'kysely';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { revokeApiKeys } from '#server/modules/identity/api-keys/revoke.ts';
import { deviceIdOf } from '#server/modules/identity/auth/cookies.ts';
import type { requireUser } from '#server/modules/identity/auth/service.ts';
import { endSessionsWithin } from '#server/modules/identity/auth/sessions.ts';
import { revokeCodes } from '#server/modules/identity/codes/service.ts';
import { hasUnprovenAddress, isAddressUnproven } from '#server/modules/identity/contacts/service.ts';
import { holdRedeem, lockUser } from '#server/modules/identity/security/queries.ts';
import { codeSubjects, warn } from '#server/modules/identity/security/warnings.ts';
import { lockBalances } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Announce } from '#server/platform/transact.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

/** Same duration as after any change of a password (docs/rules.md#withdrawals). */
const HOLD_MS = WITHDRAWAL_HOLD_HOURS.password * HOUR_MS;

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
 * accounts, Telegram, API keys, second factor, recovery codes, phone, present and past wallets, push devices, codes, links of warnings, withdrawals
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
  const isRegistrant = sessionId !== undefined || (await isKnownBrowser(db, user.id, deviceIdOf(deps, request)));
  const pending = await deps.wiring.lockPendingWithdrawals(db, [user.id]);
  for (const row of pending) await deps.wiring.rejectWithdrawal(deps, db, announce, row, { by: null, reason: 'identity', note: null });
  await revokeCodes(deps, db, ...codeSubjects(user));
  const ended = await endSessionsWithin(deps, db, user.id, { except: sessionId, because: 'password' });
  const keys = await revokeApiKeys(db, announce, user.id, now);
  const hadArms = await deleteArms(db, user.id);
  const bare = await makeBare(db, user.id, { password: sessionId !== undefined, invitation: isRegistrant }, now);
  const hadCare = !isRegistrant && (await deps.wiring.endUnprovenPlayLimits(deps, db, user.id));
  if (sessionId === undefined) await holdRedeem(deps, db, user.id, new Date(now.getTime() + HOLD_MS), now);
  const isChanged = pending.length > 0 || ended.length > 0 || keys > 0 || hadArms || hadCare || hadSettings(user);
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
  for (const id of await findUnprovenHolders(db, email, identity, userId)) {
    await lockUser(db, { id });
    await revokeCodes(deps, db, id, identity);
    ended.push(...(await endSessionsWithin(deps, db, id, { because: 'left' })));
    await takeAddress(db, id, new Date(deps.now().getTime() + UNPROVEN_LIFE_MS));
  }
  return ended;
}

/** Returns whether an account was registered, or ever signed in to, in this browser. */
async function isKnownBrowser(db: Db, userId: string, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from users where id = ${userId} and registration_device_id = ${deviceId})
      or exists (select from sessions where user_id = ${userId} and device_id = ${deviceId}) as known`.execute(db);
  return rows[0]!.known;
}

/** Tables with rows by which an impostor could come back to an account or be reached. */
const ARMS = ['linked_accounts', 'recovery_codes', 'telegram_bind_tokens', 'push_devices'] as const;

/** Deletes these rows and the links of warnings, which were sent to the same contacts; returns whether there was a way to come back. */
async function deleteArms(db: Db, userId: string): Promise<boolean> {
  let deleted = 0n;
  for (const table of ARMS) deleted += (await db.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst()).numDeletedRows;
  await db.deleteFrom('security_links').where('user_id', '=', userId).execute();
  return deleted > 0n;
}

/** Columns of a user without any settings. */
const BARE = {
  ...{ totp_secret: null, totp_enabled_at: null, totp_step: null, totp_next_secret: null },
  ...{ phone: null, phone_verified_at: null, wallet_address: null, deletion_due_at: null, recovery_device_id: null },
} as const;
const UNINVITED = { invited_by: null, invited_with: null, invited_through: null } as const;

export interface RetainedParts {
  password: boolean;
  invitation: boolean;
}

/** Removes the second factor, phone, wallet, past wallets and a deletion request, and everything else that is not to be kept. */
async function makeBare(db: Db, userId: string, kept: RetainedParts, at: Date) {
  const user = await db
    .updateTable('users')
    .set((eb) => ({
      ...BARE,
      wallet_changed_at: eb.case().when('wallet_address', 'is', null).then(eb.ref('wallet_changed_at')).else(at).end(),
      ...(!kept.password && { password_hash: null, password_changed_at: at }),
      ...(!kept.invitation && UNINVITED),
    }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Runs after the update, whose trigger stores the removed wallet as a past one.
  await db.deleteFrom('past_wallets').where('user_id', '=', userId).execute();
  return user;
}

/** Returns the ids of other users who hold this mailbox without having confirmed it, ordered by id. */
async function findUnprovenHolders(db: Db, email: string, identity: string, exceptUserId: string): Promise<string[]> {
  const holders = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email), eb('email_identity', '=', identity)]))
    .where('email_verified_at', 'is', null)
    .where('id', '!=', exceptUserId)
    .orderBy('id')
    .execute();
  return holders.map(({ id }) => id);
}

/** Removes an unconfirmed address from a user, and schedules the erasure of the account. */
async function takeAddress(db: Db, userId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, email_identity: null, deletion_due_at: dueAt })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}
