import type { RejectionReason } from '#domain/withdrawals/withdrawal.ts';
import type { AdminEventKind, MessageKind } from '#server/platform/messaging/message.ts';

/** What one kind of message says. */
interface KindWords {
  subject: string;
  /** The large words at the top of a mail. */
  title: string;
  /** The sentence below. */
  lead: string;
  /** All of it in few words, for Telegram and SMS. */
  short: string;
}

/**
 * Everything that messages say in one language, as ICU messages without markup. Codes take `{code}` and `{minutes}`, that for a withdrawal
 * `{wallet}` too; the digest `{bets}`, `{won}` and `{points}`; warnings take `{when}`, `{from}` (device and country) and `{link}`; what became of a withdrawal `{points}`, `{usdt}` and `{wallet}`.
 */
export interface MessageWords {
  kinds: Record<MessageKind, KindWords>;
  /** What happened among admins: `{admin}` is whom it is about, `{role}` theirs, `{by}` who did it. */
  admin_events: Record<AdminEventKind, string>;
  /** What to do where that is not right. */
  admin_event_wrong: string;
  /** Before what a withdrawal is: its amount, wallet, note, transaction and the reason why it was rejected. */
  withdrawal_amount: string;
  /** `{points}` and what they are worth, `{usdt}`. */
  withdrawal_worth: string;
  withdrawal_wallet: string;
  withdrawal_note: string;
  withdrawal_transaction: string;
  withdrawal_reason: string;
  withdrawal_reasons: Record<RejectionReason, string>;
  /** Before the numbers of a digest, and how not to get it any more. */
  digest_bets: string;
  digest_won: string;
  digest_refunded: string;
  digest_points: string;
  digest_off: string;
  /** How long a code is good for. */
  code_valid: string;
  code_secret: string;
  code_not_asked: string;
  /** The button of a code's mail, and what is said above it: of one for a new password, and of all others. */
  reset_link: string;
  reset_link_lead: string;
  code_link: string;
  code_link_lead: string;
  /** What only who is signed in can ask for. */
  step_up_not_asked: string;
  when: string;
  device: string;
  country: string;
  /** What somebody used: `{browser}` and `{system}`. */
  device_on: string;
  unknown_device: string;
  unknown_country: string;
  /** A device and the country that it was in. */
  from: string;
  was_me: string;
  was_not_me: string;
  not_me: string;
  /** Above the address that the button leads to. */
  link_in_full: string;
  automatic: string;
}
