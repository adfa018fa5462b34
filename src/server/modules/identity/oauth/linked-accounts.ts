import type { Insertable, Transaction } from 'kysely';
import { z } from 'zod';
import { type LinkedAccount, type Provider, provider } from '#contract/oauth.ts';
import { emailIdentity, maskEmail } from '#domain/identity/email.ts';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { holdRedeem } from '#server/modules/identity/security/queries.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB, LinkedAccounts } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Announce } from '#server/platform/transact.ts';

/** A user's identity at a provider, as the provider has just reported it. */
export const identity = z.object({
  type: provider,
  /** Permanent id at the provider. */
  subject: z.string(),
  /** Label by which the owner recognises the account: an address or a name. */
  identifier: z.string(),
  /** Address that the provider has verified; null if it has none or has not verified it. */
  email: z.string().nullable(),
  /** Display name at the provider; null if it is not valid here. */
  displayName: z.string().nullable(),
  /** Telegram: whether our bot is known to be allowed to write to the user. */
  reachable: z.boolean(),
});
export type Identity = z.infer<typeof identity>;

/** Returns a user's linked accounts as shown to the user, and whether our Telegram bot may write to them. */
export async function linkedAccountsOf(db: Db, userId: string): Promise<{ accounts: LinkedAccount[]; isTelegramBound: boolean }> {
  const rows = await findLinkedAccounts(db, userId);
  return {
    accounts: rows.map(({ id, type, identifier, created_at, verified_at }) => ({
      id,
      type: provider.parse(type),
      identifier: maskIdentifier(identifier),
      created_at: created_at.toISOString(),
      verified_at: verified_at.toISOString(),
    })),
    isTelegramBound: rows.some(({ type, reachable }) => type === 'telegram' && reachable),
  };
}

/** A provider account that its owner has just proven. */
export interface NewLink {
  userId: string;
  type: Provider;
  /** Permanent id at the provider. */
  subject: string;
  /** Label by which the owner recognises the account. */
  identifier: string;
  /** Telegram: whether our bot is known to be allowed to write to the user. */
  reachable: boolean;
}

/** Returns the id of the user with this linked account; null if there is none. */
export const findUserByLink = async (db: Db, type: Provider, subject: string): Promise<string | null> =>
  (await findOwner(db, type, subject))?.user_id ?? null;

/**
 * Links a provider account to a user; if it is already linked to that user, updates when it was last verified. Throws
 * `oauth_already_linked` (Telegram: `telegram_already_bound`) if it belongs to another user, or the user has another account of the same
 * provider. Send the security warning first.
 */
export async function linkAccount(deps: Deps, db: Transaction<DB>, link: NewLink): Promise<void> {
  const now = deps.now();
  if (await touchLink(db, link, now)) return;
  const { userId, type, subject, identifier, reachable } = link;
  const row = { id: newId(deps), user_id: userId, type, subject, identifier, reachable, created_at: now, verified_at: now };
  if (!(await insertLink(db, row))) throw new AppError(type === 'telegram' ? 'telegram_already_bound' : 'oauth_already_linked');
}

/**
 * Unlinks one of a user's provider accounts. The caller holds the lock on the user. Throws `not_found`, and `last_sign_in_method` for the
 * only sign-in method. Send the security warning first.
 */
export async function unlinkAccount(
  db: Transaction<DB>,
  user: { id: string; password_hash: string | null },
  which: { id: string } | { type: Provider },
): Promise<void> {
  const rows = await findLinkedAccounts(db, user.id);
  const found = rows.find((row) => ('id' in which ? row.id === which.id : row.type === which.type));
  if (!found) throw new AppError('not_found');
  if (user.password_hash === null && rows.length === 1) throw new AppError('last_sign_in_method');
  await deleteLink(db, found.id);
}

/** Masks the label of a provider account or an address, so that only its owner recognises it: "m***@gmail.com", "@m***", "M***". */
export function maskIdentifier(identifier: string): string {
  if (identifier.includes('@', 1)) return maskEmail(identifier);
  const [first = '', second = ''] = identifier;
  return `${first === '@' ? first + second : first}***`;
}

const findLinkedAccounts = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['id', 'type', 'subject', 'identifier', 'reachable', 'created_at', 'verified_at'])
    .where('user_id', '=', userId)
    .orderBy('type')
    .execute();

/** Returns the owner of a provider account; undefined if it is not linked. */
const findOwner = (db: Db, type: string, subject: string) =>
  db.selectFrom('linked_accounts').select('user_id').where('type', '=', type).where('subject', '=', subject).executeTakeFirst();

/**
 * Links an account that is not linked yet to a user who has none of this provider; returns whether it did. Simultaneous calls wait for each
 * other.
 */
async function insertLink(db: Db, link: Insertable<LinkedAccounts>): Promise<boolean> {
  const inserted = await db
    .insertInto('linked_accounts')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

interface Seen {
  userId: string;
  type: string;
  subject: string;
  identifier: string;
  reachable: boolean;
}

/** Updates when a linked account was last verified, and its label; returns whether it is linked to this user. */
async function touchLink(db: Db, { userId, type, subject, identifier, reachable }: Seen, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('linked_accounts')
    .set((eb) => ({ identifier, verified_at: at, reachable: reachable ? true : eb.ref('reachable') }))
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function deleteLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('linked_accounts').where('id', '=', id).execute();
}

/**
 * Duration of the withdrawal hold after a contact or a sign-in method is added, as a thief may have added it (docs/rules.md#withdrawals).
 */
const HOLD_MS = WITHDRAWAL_HOLD_HOURS.contact * HOUR_MS;

/**
 * Links an OAuth identity to a user; self-exclusions known by that identity then apply. Throws `oauth_already_linked`,
 * `telegram_already_bound`.
 */
export async function bind(deps: Deps, db: Transaction<DB>, userId: string, identity: Identity): Promise<void> {
  await linkAccount(deps, db, { userId, ...identity });
  await deps.wiring.carryExclusions(deps, db, userId, traitsOf(identity));
}

/** Same for an existing user: also puts withdrawals on hold and notifies open tabs. Send the security warning first. */
export async function bindLater(deps: Deps, db: Transaction<DB>, announce: Announce, userId: string, identity: Identity): Promise<void> {
  await bind(deps, db, userId, identity);
  const now = deps.now();
  await holdRedeem(deps, db, userId, new Date(now.getTime() + HOLD_MS), now);
  announce(`me:${userId}`, { t: 'account' });
}

/** Returns the traits that self-exclusions match: the provider account, and the mailbox that the provider has verified. */
const traitsOf = ({ type, subject, email }: Identity): Trait[] => [
  { kind: type, value: subject },
  ...(email === null ? [] : [{ kind: 'email' as const, value: emailIdentity(email) }]),
];
