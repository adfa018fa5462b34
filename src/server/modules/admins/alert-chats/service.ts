import { createHash } from 'node:crypto';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { maskEmail } from '#domain/identity/email.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Author, actorOf, recordAudit } from '#server/modules/admins/audit/service.ts';
import { lockAdmin } from '#server/modules/admins/sign-in/queries.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import * as chats from './queries.ts';

/** Starts the token in "/start op_<token>", which tells it from a user's. */
export const ALERT_TOKEN_PREFIX = 'op_';

const TOKEN_LIFE_MS = 10 * MINUTE_MS;
const TOKEN_BYTES = 32;

/** A Telegram account, as its messages show it. */
interface TelegramAccount {
  /** Its id, which is also that of its private chat with the bot. */
  subject: string;
  /** "@name", or the display name. */
  identifier: string;
}

/** What a token would do with a Telegram account, or what it did. `account` is the admin's address, masked: a chat may show it. */
export type AlertChatState =
  | { kind: 'alerts_ask' | 'alerts_bound' | 'alerts_already'; account: string }
  | { kind: 'alerts_link_gone' | 'alerts_bound_elsewhere' | 'alerts_other_bound' };

/**
 * Generates the token that links a chat to an admin's alerts; it is valid once, for ten minutes, or until the requesting session ends, and
 * revokes the previous one. Only its hash is stored. Throws `telegram_already_bound` while a reachable chat is linked.
 */
export async function issueAlertToken(
  deps: Deps,
  { id, sessionId }: Pick<SignedInAdmin, 'id' | 'sessionId'>,
): Promise<{ token: string; expiresAt: Date }> {
  if ((await chats.findChat(deps.db, id))?.reachable) throw new AppError('telegram_already_bound');
  const now = deps.now();
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
  await chats.replaceToken(deps.db, { tokenHash: hashOf(token), adminId: id, sessionId, expiresAt }, now);
  return { token: ALERT_TOKEN_PREFIX + token, expiresAt };
}

/** Returns what a token, without its prefix, would do, without changing anything. */
export async function readAlertToken(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string,
  { subject }: Pick<TelegramAccount, 'subject'>,
): Promise<AlertChatState> {
  const [asked, known] = await Promise.all([chats.findAsked(deps.db, hashOf(token), deps.now()), chats.findServed(deps.db, subject)]);
  if (!asked) return standing(known);
  if (known && known.id !== asked.id) return { kind: 'alerts_bound_elsewhere' };
  if (known?.reachable) return standing(known);
  if (!known && (await chats.findChat(deps.db, asked.id))) return { kind: 'alerts_other_bound' };
  return { kind: 'alerts_ask', account: maskEmail(asked.email) };
}

/**
 * Consumes a token and links the Telegram account to its admin, whose alerts go there from now on; mails the admin. A repeated call finds
 * the chat linked, because Telegram may deliver an update twice. A token that cannot link this account is not consumed.
 */
export async function linkAlertChat(deps: Deps, token: string, account: TelegramAccount): Promise<AlertChatState> {
  const tokenHash = hashOf(token);
  const name = account.identifier.replace(/\s+/g, ' ');
  try {
    return await transact(deps, async (db) => {
      const first = await chats.findAsked(db, tokenHash, deps.now());
      // A reset and a disabling lock the admin before the token, and so does this. The token may be gone once the admin is locked.
      if (first) await lockAdmin(db, first.id);
      const asked = first && (await chats.findAsked(db, tokenHash, deps.now()));
      const known = await chats.findServed(db, account.subject);
      if (!asked || (known?.id === asked.id && known.reachable)) return standing(known);
      await chats.deleteToken(db, tokenHash);
      const added = await chats.saveChat(db, { admin_id: asked.id, subject: account.subject, name, linked_at: deps.now() });
      if (!added) throw new AppError('telegram_already_bound');
      await chats.chooseTelegram(db, asked.id, deps.now());
      await note(deps, db, { ...asked, role: asked.role as AdminRole }, 'linked', name);
      return { kind: 'alerts_bound', account: maskEmail(asked.email) };
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'telegram_already_bound')) throw error;
    return readAlertToken(deps, token, account);
  }
}

/** Unlinks the caller's chat: alerts go by mail again, and the caller is mailed. Throws `not_found` if there is none. */
export async function unlinkAlertChat(deps: Deps, caller: SignedInAdmin, request: RequestContext): Promise<void> {
  await transact(deps, async (db) => {
    const admin = await lockAdmin(db, caller.id);
    if (admin?.status !== 'normal') throw new AppError('session_expired');
    const name = await chats.removeChat(db, caller.id);
    if (name === undefined) throw new AppError('not_found');
    await note(deps, db, actorOf(caller, request), 'unlinked', name);
  });
}

/** Returns the masked address of the admin whom a Telegram account serves; null if it serves none. */
export async function alertAccountOf({ db }: Pick<Deps, 'db'>, subject: string): Promise<string | null> {
  const served = await chats.findServed(db, subject);
  return served ? maskEmail(served.email) : null;
}

/** Records that the bot may write to a chat, or was blocked there. Does nothing for a Telegram account that serves no admin. */
export const setAlertChatReachable = ({ db }: Pick<Deps, 'db'>, subject: string, reachable: boolean): Promise<void> =>
  chats.setReachable(db, subject, reachable);

/** Returns the chat of an admin as they see it: its name, since when, and whether the bot may write to it; null if there is none. */
export async function alertChatOf(db: Db, adminId: string): Promise<{ name: string; linked_at: string; is_reachable: boolean } | null> {
  const chat = await chats.findChat(db, adminId);
  return chat ? { name: chat.name, linked_at: chat.linked_at.toISOString(), is_reachable: chat.reachable } : null;
}

/** Deletes expired tokens; returns how many. Run daily. */
export const purgeAlertTokens = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => chats.deleteTokens(db, now());

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The answer where there is no valid token: the chat may already be linked. */
const standing = (known: { email: string; reachable: boolean } | undefined): AlertChatState =>
  known?.reachable ? { kind: 'alerts_already', account: maskEmail(known.email) } : { kind: 'alerts_link_gone' };

/** Writes a change to the audit log and mails it to the admin whom it concerns. */
async function note(
  deps: Deps,
  db: Db,
  { id, email, role, ip }: Extract<Author, { id: string }>,
  change: 'linked' | 'unlinked',
  name: string,
): Promise<void> {
  const at = deps.now();
  const changed = change === 'linked' ? { after: { name } } : { before: { name } };
  await recordAudit(db, { id, email, role, ip }, { action: `admin.telegram_${change}`, subject: { kind: 'admin', id }, ...changed }, at);
  const locale = await chats.findAlertLocale(db, id);
  await queueMessage(deps, db, {
    ...{ key: `admin_event:${newId(deps)}:${id}:email`, userId: null, channel: 'email', to: email, locale },
    content: { kind: 'admin_event', event: `alert_chat_${change}`, admin: email, role, by: name, at: at.toISOString() },
  });
}
