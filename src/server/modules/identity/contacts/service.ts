import type { MessageChannel } from '#contract/outbox.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A channel to reach a user. */
export interface Contact {
  channel: MessageChannel;
  /** An address, a chat id or a phone number. */
  to: string;
  /** Label shown to the owner: the address, the number, or the name of the Telegram account. */
  name: string;
  /** Whether the user has proven that it is theirs. */
  isConfirmed: boolean;
}

/** The fields of a user that contacts are built from. */
export interface Reachable {
  id: string;
  email: string | null;
  email_verified_at: Date | null;
  phone: string | null;
  phone_verified_at: Date | null;
}

/** Returns whether the account has an address that is not confirmed. */
export const isAddressUnproven = ({ email, email_verified_at }: Pick<Reachable, 'email' | 'email_verified_at'>): boolean =>
  email !== null && email_verified_at === null;

/** Same by the user's id, without a lock; returns false if there is no such user. */
export async function hasUnprovenAddress(db: Db, userId: string): Promise<boolean> {
  const address = await findAddress(db, userId);
  return address !== undefined && isAddressUnproven(address);
}

/**
 * Returns all contacts of a user, those for codes first: the address, Telegram, the phone; empty if there is none. No contact counts as
 * confirmed while the account's address is unconfirmed: an impostor may have added them, waiting for the address's owner.
 */
export async function contactsOf(db: Db, user: Reachable): Promise<Contact[]> {
  const chat = await findTelegramChat(db, user.id);
  const isConfirmed = !isAddressUnproven(user);
  return [
    ...(user.email === null ? [] : [{ channel: 'email' as const, to: user.email, name: user.email, isConfirmed }]),
    ...(chat ? [{ channel: 'telegram' as const, to: chat.subject, name: chat.identifier, isConfirmed }] : []),
    ...(user.phone === null || user.phone_verified_at === null
      ? []
      : [{ channel: 'sms' as const, to: user.phone, name: user.phone, isConfirmed }]),
  ];
}

/** Returns the Telegram chat that our bot may write to and the account's label; undefined if there is none. */
const findTelegramChat = (db: Db, userId: string) =>
  db
    .selectFrom('linked_accounts')
    .select(['subject', 'identifier'])
    .where('user_id', '=', userId)
    .where('type', '=', 'telegram')
    .where('reachable', '=', true)
    .executeTakeFirst();

/** Returns a user's address and when it was confirmed, without a lock. */
const findAddress = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', userId).executeTakeFirst();
