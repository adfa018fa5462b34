import type { AlertCondition, AlertStep } from '#domain/notifications/operator-alert.ts';
import type { RejectionReason } from '#domain/withdrawals/withdrawal.ts';
import type { AdminEventKind, MessageKind, WithdrawalKind } from '#server/platform/messaging/message.ts';

/** Texts of one kind of message. */
interface KindWords {
  subject: string;
  /** The large words at the top of a mail. */
  title: string;
  /** The sentence below. */
  lead: string;
  /** The whole message in few words, for Telegram and SMS. */
  short: string;
}

/**
 * Everything that messages say in one language, as ICU messages without markup. Messages with a code take `{code}` and `{minutes}`, for a
 * withdrawal also `{wallet}`; warnings take `{when}`, `{from}` (device and country) and `{link}`; the outcome of a withdrawal takes
 * `{points}`, `{usdt}` and `{wallet}`; the digest takes `{bets}`, `{won}` and `{points}`; a disabled webhook
 * takes `{host}` and `{because}`. A mail begins with the normal case: what to do if
 * it was not the reader comes after.
 */
export interface MessageWords {
  kinds: Record<MessageKind, KindWords>;
  /** Events among admins: `{admin}` is the admin concerned, `{role}` their role, `{by}` the acting one. */
  admin_events: Record<AdminEventKind, string>;
  /** What to do if such an event is not right. */
  admin_event_wrong: string;
  /** Conditions of the site, to admins: what holds, with its `{count}`, and that it does not hold any more. */
  operator_alerts: Record<AlertCondition, { present: string; ended: string }>;
  /** Why admins are told: the condition is new, concerns something more, lasts, is over. */
  alert_steps: Record<AlertStep, string>;
  /** Labels for that reason, for the time when the condition began, and for the ids that it concerns; the button; and how to unsubscribe. */
  alert_state: string;
  alert_since: string;
  alert_ids: string;
  alert_open: string;
  alert_off: string;
  /** Labels for a withdrawal's details: its amount, wallet, note, transaction and the reason of a rejection. */
  withdrawal_amount: string;
  /** `{points}` and their value, `{usdt}`. */
  withdrawal_worth: string;
  withdrawal_wallet: string;
  withdrawal_note: string;
  withdrawal_transaction: string;
  withdrawal_reason: string;
  withdrawal_reasons: Record<RejectionReason, string>;
  /** Labels for the numbers of a digest, and how to unsubscribe. */
  digest_bets: string;
  digest_won: string;
  digest_refunded: string;
  digest_points: string;
  digest_off: string;
  digest_end: string;
  /** How long a code works. */
  code_valid: string;
  code_secret: string;
  code_not_asked: string;
  /** The button of a code's mail, and the text above it: for a new password, and for all others. */
  reset_link: string;
  reset_link_lead: string;
  code_link: string;
  code_link_lead: string;
  /** Follows a code that only a signed-in user can request: what to do if it was not the reader. */
  step_up_not_asked: string;
  when: string;
  device: string;
  country: string;
  /** The device used: `{browser}` and `{system}`. */
  device_on: string;
  unknown_device: string;
  /** The same within a sentence: "from an unknown device". */
  unknown_device_in_text: string;
  unknown_country: string;
  /** A device and its country. */
  from: string;
  was_me: string;
  was_not_me: string;
  not_me: string;
  /** Above the button's link, written in full. */
  link_in_full: string;
  automatic: string;
}

/**
 * The texts of notifications in one language, as ICU messages without markup. The title shows the match and its score; these are the lines
 * below it.
 */
export interface NotificationWords {
  lineups: string;
  /** The start in football, and in other sports. */
  kickoff: string;
  start: string;
  /** `team`; if the scorer is known also `player`. Preceded by the minute. */
  goal: string;
  goal_by: string;
  goal_back: string;
  red_card: string;
  red_card_of: string;
  half_time: string;
  full_time: string;
  after_extra_time: string;
  /** `home` and `away`: goals of the shoot-out. */
  after_penalties: string;
  /** The end in other sports than football. */
  final: string;
  after_overtime: string;
  /** `team`, and its win probability `before` and `after`, as numbers from 0 to 1. */
  swing: string;
  /** `tips`: how many are missing. */
  tips_missing: string;
  /** `group`, or the number of `groups`; `time`: when the first tips close, as "15:30". */
  tips_missing_in: string;
  tips_missing_in_groups: string;
  /** The end of a round of a `group`. Below it are the `place`, with the one `before`, the points, and who won the round, with `points`. */
  round_over: string;
  round_place: string;
  round_place_kept: string;
  round_place_moved: string;
  round_points: string;
  round_won: string;
  round_won_by: string;
  /** `points`. */
  bet_won: string;
  bet_lost: string;
  bet_refunded: string;
  /** Precedes the new result of a bet, in the same line: ends with a colon. */
  corrected: string;
  withdrawal: string;
  /** `points`. */
  withdrawals: Record<WithdrawalKind, string>;
  summary: string;
  /** `bets`, the numbers `won` and `refunded`, and the `points` of both. */
  summary_bets: string;
  test: string;
  test_body: string;
}

/** The bot's texts in one language, as ICU messages without markup. */
export interface BotWords {
  /** Shown in a chat that is not linked. */
  welcome: string;
  /** `account`: a masked email, or a username. */
  ask_bind: string;
  yes: string;
  no: string;
  bound: string;
  already_bound: string;
  declined: string;
  link_gone: string;
  bound_elsewhere: string;
  other_bound: string;
  disabled: string;
  failed: string;
  help: string;
  unbind: string;
  balance: string;
  bets: string;
  /** `home` and `away`, the kick-off as `when`, the `pick` by its name, and the `stake`. */
  bet: string;
  more_bets: string;
  no_bets: string;
  draw: string;
  notices_on: string;
  notices_off: string;
  turn_on: string;
  turn_off: string;
  language: string;
  language_set: string;
  /** Of a match to tip: `home`, `away`, `league`, when tips close (`when`), a `tip`, and the `groups` in which it counts. */
  tip_ask: string;
  tip_chosen: string;
  /** A `group` in which the match has another `tip` already. */
  tip_group_known: string;
  /** A basketball tip: the `team` that wins, and by how much (`margin`). */
  tip_margin: string;
  tip_save: string;
  tip_skip: string;
  tip_next: string;
  tip_saved: string;
  tip_late: string;
  tip_closed: string;
  /** Nothing is missing. `url`: the page of groups. */
  tip_none: string;
  /** Only matches are missing that were skipped. */
  tip_end: string;
  /** In a group chat: what the bot does there once it is connected to a `group`. */
  chat_bound: string;
  chat_full: string;
  chat_link_gone: string;
  chat_stopped: string;
  chat_stop_refused: string;
  chat_not_bound: string;
  chat_nothing_open: string;
  /** Heads the table of a `group`: as it is, with matches in play, and after a round. */
  chat_table: string;
  chat_table_live: string;
  chat_round_over: string;
  chat_table_empty: string;
  /** How many `matches` of a `group` close `when`. */
  chat_deadline: string;
  /** Heads the next matches of a `group`, with kick-offs in a time `zone`; each by `home`, `away` and `when`, open or closed to tips. */
  chat_next: string;
  chat_next_match: string;
  chat_next_closed: string;
  /** The same as the deadline, below those matches. */
  chat_next_deadline: string;
  /** Rows of a table without a username: an imported name is not shown. */
  chat_member: string;
  chat_place: string;
  chat_model: string;
  chat_crowd: string;
  /** Description of each command, for Telegram's command menu. */
  commands: Record<BotCommand, string>;
  /** The same for group chats. */
  group_commands: Record<GroupCommand, string>;
}

export const BOT_COMMANDS = ['tip', 'balance', 'bets', 'notices', 'language', 'unbind', 'help'] as const;
export type BotCommand = (typeof BOT_COMMANDS)[number];
export const GROUP_COMMANDS = ['next', 'table', 'stop'] as const;
export type GroupCommand = (typeof GROUP_COMMANDS)[number];
