import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '#domain/identity/locale.ts';
import type { MessageKind } from '#server/platform/messaging/message.ts';
import { en as messagesEn } from '#texts/en/messages.ts';
import { en as notificationsEn } from '#texts/en/notifications.ts';
import { en as botEn } from '#texts/en/telegram-bot.ts';
import type { BotWords, MessageWords, NotificationWords } from '#texts/shapes.ts';
import { vi as messagesVi } from '#texts/vi/messages.ts';
import { vi as notificationsVi } from '#texts/vi/notifications.ts';
import { vi as botVi } from '#texts/vi/telegram-bot.ts';
import { zhCN as messagesZh } from '#texts/zh-CN/messages.ts';
import { zhCN as notificationsZh } from '#texts/zh-CN/notifications.ts';
import { zhCN as botZh } from '#texts/zh-CN/telegram-bot.ts';

// The server's words by their key, as its users read them: tests expect them, and do not repeat the wording.

const BOT: Record<Locale, BotWords> = { en: botEn, 'zh-CN': botZh, vi: botVi };
const NOTIFICATIONS: Record<Locale, NotificationWords> = { en: notificationsEn, 'zh-CN': notificationsZh, vi: notificationsVi };
const MESSAGES: Record<Locale, MessageWords> = { en: messagesEn, 'zh-CN': messagesZh, vi: messagesVi };

type Values = Record<string, string | number>;

const formatted = (message: string, locale: Locale, values: Values): string =>
  String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values));

/** Returns what the bot says, or the words of one of its buttons. */
export const botWords = (key: Exclude<keyof BotWords, 'commands' | 'group_commands'>, values: Values = {}, locale: Locale = 'en'): string =>
  formatted(BOT[locale][key], locale, values);

/** Returns a line of a notification. */
export const notificationWords = (
  key: Exclude<keyof NotificationWords, 'withdrawals'>,
  values: Values = {},
  locale: Locale = 'en',
): string => formatted(NOTIFICATIONS[locale][key], locale, values);

/** Returns the line of a notification about a withdrawal. */
export const withdrawalWords = (kind: keyof NotificationWords['withdrawals'], points: number, locale: Locale = 'en'): string =>
  formatted(NOTIFICATIONS[locale].withdrawals[kind], locale, { points });

/** Returns a part of a kind of message: its subject, or all that it says on a phone. */
export const messageWords = (kind: MessageKind, part: 'subject' | 'short', values: Values, locale: Locale = 'en'): string =>
  formatted(MESSAGES[locale].kinds[kind][part], locale, values);
