import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { AlertCondition, AlertStep } from '#domain/notifications/operator-alert.ts';
import type { RejectionReason } from '#domain/withdrawals/withdrawal.ts';

/** Changes with which somebody other than the owner could take over an account, or its points. */
export const WARNING_KINDS = [
  'password_changed',
  'password_reset',
  'account_cleared',
  'email_changed',
  'wallet_changed',
  'phone_changed',
  'account_linked',
  'account_unlinked',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'data_exported',
  'deletion_requested',
  'redeem_requested',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** The outcomes of a withdrawal request. */
export const WITHDRAWAL_KINDS = ['redeem_approved', 'redeem_sent', 'redeem_rejected', 'redeem_returned'] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

/** A code of six digits, its lifetime in minutes, and, where needed, a link that proves that the recipient reads the message. */
export type CodeContent =
  | { kind: 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up'; code: string; minutes: number; codeLink?: string }
  /** A code for a withdrawal, valid only for this wallet; `wallet` as shown, shortened. */
  | { kind: 'redeem'; code: string; minutes: number; codeLink?: string; wallet: string };

/** Events among admins that admins are notified of. */
const ADMIN_EVENTS = [
  'asked_create',
  'asked_reset',
  'asked_promote',
  'asked_enable',
  'created',
  'reset',
  'promoted',
  'demoted',
  'enabled',
  'disabled',
  'factor_off',
] as const;
export type AdminEventKind = (typeof ADMIN_EVENTS)[number];

/** The content of a message. A kind without texts in all three languages does not compile (src/texts). */
export type MessageContent =
  | CodeContent
  | {
      kind: WithdrawalKind;
      points: number;
      /** With two decimal places. */
      usdt: string;
      /** Shortened. */
      wallet: string;
      /** Null unless rejected. */
      reason: RejectionReason | null;
      /** The operator's note. */
      note: string | null;
      txHash: string | null;
    }
  /**
   * Bets that ended since the last digest; `points` is the total paid out and refunded. `unsubscribe`: a page that ends the digest, and where
   * mail programs do so with one click.
   */
  | {
      kind: 'bets_digest';
      bets: number;
      won: number;
      refunded: number;
      points: number;
      unsubscribe: { page: string; oneClick: string };
    }
  /** A webhook that was disabled: to this host, because nothing arrived for days or the address is gone. */
  | { kind: 'webhook_disabled'; host: string; because: 'failing' | 'gone' }
  /** To admins, about one of them: `admin` and `by` are addresses; `by` may be the command line. */
  | { kind: 'admin_event'; event: AdminEventKind; admin: string; role: string; by: string; at: string }
  /**
   * To admins, about a condition of the site: `count` of what it concerns, of which `ids` names a few. Nothing else about users is in it;
   * `page` of the console shows the rest.
   */
  | { kind: 'operator_alert'; alert: AlertCondition; step: AlertStep; count: number; ids: string[]; since: string; page: string }
  /** A change of the account, sent to every contact that was linked before it. `link` ends all sessions and holds withdrawals. */
  | {
      kind: WarningKind;
      at: string;
      /** "Chrome" and "Windows"; null if the browser does not say. */
      device: { browser: string | null; system: string | null };
      /** Two capital letters; null if unknown. */
      country: string | null;
      timeZone: string;
      link: string;
    };

export type MessageKind = MessageContent['kind'];

export interface Message {
  /** Messages with the same key are sent once, however often they are queued: "password_changed:<event>". */
  key: string;
  /** The user; null if there is no account. */
  userId: string | null;
  channel: MessageChannel;
  /**
   * An address, a chat id or a phone number. Null if no such user exists: the message waits in the queue like any other, so that it takes
   * as long, but is not sent.
   */
  to: string | null;
  locale: Locale;
  content: MessageContent;
}
