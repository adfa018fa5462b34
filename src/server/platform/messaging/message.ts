import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { RejectionReason } from '#domain/withdrawals/withdrawal.ts';

/** Changes that whoever has them tried without being the owner could take an account, or its points, away with. */
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

/** What became of a request for a payout. */
export const WITHDRAWAL_KINDS = ['redeem_approved', 'redeem_sent', 'redeem_rejected', 'redeem_returned'] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

/** A code of six digits, how long it is good for, and a link that proves that somebody reads the message, where it may be needed. */
export type CodeContent =
  | { kind: 'confirm_email' | 'confirm_phone' | 'reset_password' | 'step_up'; code: string; minutes: number; codeLink?: string }
  /** A code for a withdrawal, good with this wallet only; `wallet` as it is shown, shortened. */
  | { kind: 'redeem'; code: string; minutes: number; codeLink?: string; wallet: string };

/** What happens among admins, and is told to them. */
export const ADMIN_EVENTS = [
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

/** What there is to tell, with what its words need. A kind without words in all three languages does not compile (src/texts). */
export type MessageContent =
  | CodeContent
  | {
      kind: WithdrawalKind;
      points: number;
      /** Two places. */
      usdt: string;
      /** Shortened. */
      wallet: string;
      /** Null unless rejected. */
      reason: RejectionReason | null;
      /** What an operator wrote. */
      note: string | null;
      txHash: string | null;
    }
  /** Bets that ended since the last digest: `points` were paid out and given back. */
  | { kind: 'bets_digest'; bets: number; won: number; refunded: number; points: number }
  /** To admins, of one of them: `admin` and `by` are addresses, `by` may be the command line. */
  | { kind: 'admin_event'; event: AdminEventKind; admin: string; role: string; by: string; at: string }
  /** A change of the account, told to every contact that was bound before it. `link` ends all sessions and holds withdrawals. */
  | {
      kind: WarningKind;
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
