/** What the bot says in one language: ICU messages without markup. */
export interface BotWords {
  /** To a chat that belongs to nobody here. */
  welcome: string;
  /** `account`: a masked address, or a handle. */
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
  /** What each command does, for Telegram's own menu. */
  commands: Record<BotCommand, string>;
}

export const BOT_COMMANDS = ['balance', 'bets', 'notices', 'language', 'unbind', 'help'] as const;
export type BotCommand = (typeof BOT_COMMANDS)[number];
