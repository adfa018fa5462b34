import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/locale.ts';

/** What there is to tell, with what its words need. A kind without words in all three languages does not compile (words/). */
export type MessageContent =
  /** A code of six digits, and how long it is good for. */
  | { kind: 'confirm_email' | 'reset_password' | 'step_up'; code: string; minutes: number }
  /** A change of the account, told to every contact that was bound before it. `link` ends all sessions and holds withdrawals. */
  | {
      kind: 'password_changed' | 'password_reset' | 'email_changed';
      at: string;
      /** "Chrome" and "Windows"; null where the browser does not say. */
      device: { browser: string | null; system: string | null };
      /** Two capital letters, or null where that is not known. */
      country: string | null;
      timeZone: string;
      link: string;
    };

export type MessageKind = MessageContent['kind'];

export interface Message {
  /** The same thing is told once, however often it is queued: "password_changed:<event>". */
  key: string;
  /** Whose it is; null for somebody without an account. */
  userId: string | null;
  channel: MessageChannel;
  /** An address, a chat's id or a phone number. Null for somebody who is not there: it waits in the queue like any other, so that it takes as long, and is not sent. */
  to: string | null;
  locale: Locale;
  content: MessageContent;
}
