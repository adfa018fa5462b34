import { type Composer, type Context, GrammyError, InlineKeyboard } from 'grammy';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Bet } from '#contract/bets.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, matchLocale } from '#domain/identity/locale.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import type { Deps } from '#server/deps.ts';
import { list } from '#server/modules/betting/public.ts';
import { en } from '#texts/en/telegram-bot.ts';
import type { BotWords } from '#texts/shapes.ts';
import { vi } from '#texts/vi/telegram-bot.ts';
import { writeDate, writeUsdt } from '#texts/write.ts';
import { zhCN } from '#texts/zh-CN/telegram-bot.ts';
import type { TelegramAccount } from './binding.ts';
import * as telegram from './queries.ts';
import type { Person } from './updates.ts';

const BETS_MAX = 5;

const LANGUAGES: Record<Locale, string> = { en: 'English', 'zh-CN': '中文', vi: 'Tiếng Việt' };

/** Registers the commands of a linked chat, and the reply to anything else. */
export function commands(bot: Composer<Chat>, deps: Deps): void {
  const own = bot.filter(isOwn);
  own.command('balance', async (chat) => answer(chat, await balance(deps, chat)));
  own.command('bets', async (chat) => answer(chat, await openBets(deps, chat)));
  own.command('unbind', (chat) => answer(chat, formatMessage(chat.locale, 'unbind')));
  own.command('notices', async (chat) => {
    const wanted = /^(on|off)$/i.exec(chat.match.trim())?.[1]?.toLowerCase();
    const on = wanted === undefined ? chat.user.telegram_notices : wanted === 'on';
    if (wanted !== undefined) await telegram.setUser(deps.db, chat.user.id, { telegram_notices: on });
    await answer(chat, ...noticesNow(chat.locale, on));
  });
  own.callbackQuery(/^notices:(on|off)$/, async (chat) => {
    const on = chat.match[1] === 'on';
    await telegram.setUser(deps.db, chat.user.id, { telegram_notices: on });
    await answerInPlace(chat, ...noticesNow(chat.locale, on));
  });
  own.command('language', async (chat) => {
    const meant = LOCALES.find((locale) => locale.split('-')[0] === chat.match.trim().toLowerCase().split('-')[0]);
    if (!meant) return answer(chat, formatMessage(chat.locale, 'language'), { buttons: languageButtons() });
    await setLanguage(deps, chat, meant);
    await answer(chat, formatMessage(meant, 'language_set'));
  });
  own.callbackQuery(/^language:(en|zh-CN|vi)$/, async (chat) => {
    const meant = chat.match[1] as Locale;
    await setLanguage(deps, chat, meant);
    await answerInPlace(chat, formatMessage(meant, 'language_set'));
  });
  own.on('message', (chat) => answer(chat, formatMessage(chat.locale, 'help')));
  bot.on('message', (chat) => answer(chat, formatMessage(chat.locale, chat.user ? 'disabled' : 'welcome')));
  // An old button, from when the chat was linked to another user or to none.
  bot.on('callback_query', (chat) => answerInPlace(chat, formatMessage(chat.locale, chat.user ? 'help' : 'welcome')));
}

export type OwnChat = Chat & { user: telegram.LinkedUser };

/** Whether a chat is linked to a user who may use it. */
export const isOwn = (chat: Chat): chat is OwnChat => chat.user?.status === 'normal';

async function balance({ db }: Deps, { user, locale }: OwnChat): Promise<string> {
  const points = await telegram.findBalance(db, user.id);
  return formatMessage(locale, 'balance', { points, usdt: writeUsdt(locale, usdtOf(points)) });
}

/** Lists the newest few open bets and how many more there are. */
async function openBets(deps: Deps, { user, locale }: OwnChat): Promise<string> {
  const { items, total } = await list(deps, user.id, { status: 'ongoing', page: 1, page_size: BETS_MAX });
  if (items.length === 0) return formatMessage(locale, 'no_bets');
  const told = items.map((bet) => formatMessage(locale, 'bet', betValues(bet, locale, user.time_zone)));
  const more = total > items.length ? [formatMessage(locale, 'more_bets', { count: total - items.length })] : [];
  return [formatMessage(locale, 'bets'), ...told, ...more].join('\n\n');
}

function betValues({ match, pick, stake }: Bet, locale: Locale, timeZone: string) {
  const [home, away] = [nameOf(match.home, locale), nameOf(match.away, locale)];
  const picked = { home, away, draw: formatMessage(locale, 'draw') }[pick];
  return {
    home,
    away,
    pick: picked,
    stake,
    when: match.kickoff_at === null ? '–' : writeDate(locale, 'day_time', new Date(match.kickoff_at), timeZone),
  };
}

export const nameOf = ({ name, names }: Bet['match']['home'], locale: Locale): string =>
  (locale === 'en' ? undefined : names[locale]) ?? name;

const noticesNow = (locale: Locale, on: boolean): [string, { buttons: InlineKeyboard }] => {
  const buttons = new InlineKeyboard().text(formatMessage(locale, on ? 'turn_off' : 'turn_on'), on ? 'notices:off' : 'notices:on');
  return [formatMessage(locale, on ? 'notices_on' : 'notices_off'), { buttons }];
};

const languageButtons = () => {
  const buttons = new InlineKeyboard();
  for (const locale of LOCALES) buttons.text(LANGUAGES[locale], `language:${locale}`);
  return buttons;
};

/** Changes the user's language everywhere: for messages and for pages opened for the first time. */
async function setLanguage({ db, publish }: Deps, { user }: OwnChat, locale: Locale): Promise<void> {
  await telegram.setUser(db, user.id, { locale });
  publish(`me:${user.id}`, { t: 'account' });
}

/** A private chat of the bot, with the Telegram account and the user it is linked to. */
export type Chat = Context & {
  account: TelegramAccount;
  /** When the update reached us, which decides whether a tip is too late. */
  arrivedAt: Date;
  /** Null if the Telegram account is not linked to a user. */
  user: telegram.LinkedUser | null;
  /** The user's language, or else that of their Telegram account. */
  locale: Locale;
};

const NAME_MAX = 64;

/** Sets the user and the language of a context; the language is set even if the database is unavailable. */
export async function recognise(deps: Deps, chat: Chat, person: Person): Promise<void> {
  const identifier = person.username ? `@${person.username}` : person.first_name.trim().slice(0, NAME_MAX) || 'Telegram';
  chat.account = { subject: String(person.id), identifier };
  chat.user = null;
  chat.locale = matchLocale(person.language_code ?? '') ?? DEFAULT_LOCALE;
  chat.user = (await telegram.findLinkedUser(deps.db, chat.account.subject)) ?? null;
  if (chat.user) chat.locale = matchLocale(chat.user.locale) ?? chat.locale;
}

interface Offered {
  buttons?: InlineKeyboard;
}

/** Answers in plain text. Link previews are off, because Telegram would open the links. */
export async function answer(chat: Chat, text: string, { buttons }: Offered = {}): Promise<void> {
  await chat.reply(text, { link_preview_options: { is_disabled: true }, ...(buttons && { reply_markup: buttons }) });
}

/**
 * Replaces the question of a pressed button with the answer, so that it cannot be pressed again; sends a new message if Telegram no longer
 * allows edits.
 */
export async function answerInPlace(chat: Chat, text: string, { buttons }: Offered = {}): Promise<void> {
  try {
    await chat.editMessageText(text, { link_preview_options: { is_disabled: true }, ...(buttons && { reply_markup: buttons }) });
  } catch (error) {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
    // The message already has this text, because the press was delivered twice.
    if (!error.description.includes('message is not modified')) await answer(chat, text, { ...(buttons && { buttons }) });
  }
}

export const BOT_WORDS: Record<Locale, BotWords> = { en, 'zh-CN': zhCN, vi };

export type Word = Exclude<keyof BotWords, 'commands' | 'group_commands'>;

/** Returns one of the bot's texts in a language. Values are inserted unescaped: the bot sends plain text without markup. */
export const formatMessage = (locale: Locale, word: Word, values: Record<string, string | number> = {}): string =>
  String(new IntlMessageFormat(BOT_WORDS[locale][word], locale, undefined, { ignoreTag: true }).format(values));
