import type { MessageChannel } from '#contract/outbox.ts';
import type { Db } from '#server/db/pool.ts';
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

/** All ways to reach a user, those for codes first: the address, Telegram, the phone. Empty where they have given none. */
export async function contactsOf(db: Db, user: Reachable): Promise<Contact[]> {
  const chat = await contacts.findTelegramChat(db, user.id);
  return [
    ...(user.email === null
      ? []
      : [{ channel: 'email' as const, to: user.email, name: user.email, isConfirmed: user.email_verified_at !== null }]),
    ...(chat ? [{ channel: 'telegram' as const, to: chat.subject, name: chat.identifier, isConfirmed: true }] : []),
    ...(user.phone === null || user.phone_verified_at === null
      ? []
      : [{ channel: 'sms' as const, to: user.phone, name: user.phone, isConfirmed: true }]),
  ];
}
