import type { MessageChannel } from '#contract/outbox.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as contacts from './queries.ts';

/** A way to reach somebody. */
export interface Contact {
  channel: MessageChannel;
  /** An address, a chat's id or a phone number. */
  to: string;
  /** What its owner knows it by: the address, the number, or the name of the Telegram account. */
  name: string;
  /** Whether they have proven that it is theirs. */
  isConfirmed: boolean;
}

/** What of a user says where they are reached. */
export interface Reachable {
  id: string;
  email: string | null;
  email_verified_at: Date | null;
  phone: string | null;
  phone_verified_at: Date | null;
}

/** Whether the account has an address that nobody has proven to be theirs yet. */
export const isAddressUnproven = ({ email, email_verified_at }: Pick<Reachable, 'email' | 'email_verified_at'>): boolean =>
  email !== null && email_verified_at === null;

/** The same of a user by their id, without a lock; false where there is no such user. */
export async function hasUnprovenAddress(db: Db, userId: string): Promise<boolean> {
  const address = await contacts.findAddress(db, userId);
  return address !== undefined && isAddressUnproven(address);
}

/**
 * All ways to reach a user, those for codes first: the address, Telegram, the phone. Empty where they have given none. Of an
 * account whose address is unproven none is confirmed: they may be those of somebody who waits for the address's owner.
 */
export async function contactsOf(db: Db, user: Reachable): Promise<Contact[]> {
  const chat = await contacts.findTelegramChat(db, user.id);
  const isConfirmed = !isAddressUnproven(user);
  return [
    ...(user.email === null ? [] : [{ channel: 'email' as const, to: user.email, name: user.email, isConfirmed }]),
    ...(chat ? [{ channel: 'telegram' as const, to: chat.subject, name: chat.identifier, isConfirmed }] : []),
    ...(user.phone === null || user.phone_verified_at === null
      ? []
      : [{ channel: 'sms' as const, to: user.phone, name: user.phone, isConfirmed }]),
  ];
}
