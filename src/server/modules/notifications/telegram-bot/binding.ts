import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { maskEmail } from '#domain/identity/email.ts';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import {
  type ChangedFrom,
  findUserByLink,
  holdRedeem,
  isAddressUnproven,
  linkAccount,
  lockUser,
  warn,
} from '#server/modules/identity/public.ts';
import { carryExclusions } from '#server/modules/play-limits/public.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import * as telegram from './queries.ts';

const TOKEN_LIFE_MS = 10 * 60_000;
const TOKEN_BYTES = 32;

/** Duration of the withdrawal hold after a contact is added, as a thief may have added it (docs/rules.md#withdrawals). */
const HOLD_MS = WITHDRAWAL_HOLD_HOURS.contact * HOUR_MS;

/** A Telegram account, as its messages show it. */
export interface TelegramAccount {
  /** Telegram user id, which is also the id of its private chat with the bot. */
  subject: string;
  /** "@name", or the display name if it has no user name. */
  identifier: string;
}

/** The state of a token and a Telegram account, or the result of linking them. `account` may be shown in a chat. */
export type Binding =
  | { kind: 'ask_bind' | 'bound' | 'already_bound'; account: string }
  | { kind: 'link_gone' | 'bound_elsewhere' | 'other_bound' | 'disabled' };

/**
 * Generates the token that links a chat to a user; it is valid once, for ten minutes, or until the requesting session ends, and revokes the
 * previous one. Only its hash is stored.
 */
export async function issueToken(deps: Deps, userId: string, sessionId: string): Promise<{ token: string; expiresAt: Date }> {
  const now = deps.now();
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
  await telegram.replaceToken(deps.db, { tokenHash: hashOf(token), userId, sessionId, expiresAt }, now);
  return { token, expiresAt };
}

/** Returns what linking with this token would do, without changing anything. */
export async function validateToken(deps: Deps, token: string, { subject }: TelegramAccount): Promise<Binding> {
  const [asked, known] = await Promise.all([
    telegram.findAsked(deps.db, hashOf(token), deps.now()),
    telegram.findLinkedUser(deps.db, subject),
  ]);
  if (!asked) return standing(known);
  if (asked.status !== 'normal') return { kind: 'disabled' };
  if (known) return known.id === asked.id ? askUnless(known) : { kind: 'bound_elsewhere' };
  if (await telegram.findLink(deps.db, asked.id)) return { kind: 'other_bound' };
  return { kind: 'ask_bind', account: accountName(asked) };
}

/**
 * Consumes a token and links the Telegram account to its user: warns the user's previous contacts, puts withdrawals on hold and notifies
 * open pages. A repeated call finds the account already linked, because Telegram may deliver an update twice.
 */
export async function bindChat(deps: Deps, token: string, account: TelegramAccount): Promise<Binding> {
  try {
    return await transact(deps, async (db, announce) => {
      const taken = await telegram.takeToken(db, hashOf(token), deps.now());
      const known = await telegram.findLinkedUser(db, account.subject);
      if (!taken) return standing(known);
      const before = await lockUser(db, { id: taken.user_id });
      if (before?.status !== 'normal') return { kind: 'disabled' };
      if (isAddressUnproven(before)) return { kind: 'link_gone' };
      if (known?.id === before.id && known.reachable) return { kind: 'already_bound', account: accountName(before) };
      await warn(deps, db, before, 'account_linked', askedFrom(taken));
      await linkAccount(deps, db, { userId: before.id, type: 'telegram', ...account, reachable: true });
      await hold(deps, db, before.id);
      await carryExclusions(deps, db, before.id, [{ kind: 'telegram', value: account.subject }]);
      announce(`me:${before.id}`, { t: 'account' });
      return { kind: 'bound', account: accountName(before) };
    });
  } catch (error) {
    // The token was not consumed: after the other account is unlinked, the same token links this one.
    if (!(error instanceof AppError && error.code === 'telegram_already_bound')) throw error;
    return { kind: (await findUserByLink(deps.db, 'telegram', account.subject)) === null ? 'other_bound' : 'bound_elsewhere' };
  }
}

/**
 * Records that the user allowed the bot to write to their chat, or blocked it. A restored contact is treated as new, because it may belong
 * to a thief.
 */
export async function setReachable(deps: Deps, subject: string, reachable: boolean): Promise<void> {
  await transact(deps, async (db, announce) => {
    const userId = await telegram.setReachable(db, subject, reachable);
    if (userId === null) return;
    if (reachable) await hold(deps, db, userId);
    announce(`me:${userId}`, { t: 'account' });
  });
}

/** Deletes expired tokens; returns how many. Run daily. */
export const purgeBindTokens = (deps: Deps): Promise<number> => telegram.deleteTokens(deps.db, deps.now());

/** Returns the account's name in the form that a chat may see. */
export const accountName = ({ email, public_handle }: { email: string | null; public_handle: string }): string =>
  email === null ? `@${public_handle}` : maskEmail(email);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const hold = (deps: Deps, db: Transaction<DB>, userId: string) =>
  holdRedeem(deps, db, userId, new Date(deps.now().getTime() + HOLD_MS), deps.now());

/** The result for an invalid token: the chat may already be linked. */
const standing = (known: telegram.LinkedUser | undefined): Binding =>
  known?.reachable ? { kind: 'already_bound', account: accountName(known) } : { kind: 'link_gone' };

const askUnless = (known: telegram.LinkedUser): Binding => ({
  kind: known.reachable ? 'already_bound' : 'ask_bind',
  account: accountName(known),
});

/** Telegram does not report locations, so the warning shows the browser that requested the token. */
const askedFrom = ({ user_agent, ip }: { user_agent: string | null; ip: string | null }): ChangedFrom => ({
  ip: ip ?? '',
  userAgent: user_agent,
  origin: null,
  host: null,
});
