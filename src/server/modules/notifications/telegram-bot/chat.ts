import { type Context, GrammyError, type InlineKeyboard } from 'grammy';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { TelegramAccount } from './binding.ts';
import * as telegram from './queries.ts';
import type { Person } from './updates.ts';

/** A private chat of the bot's, with whom it is and whose account here it belongs to. */
export type Chat = Context & {
  account: TelegramAccount;
  /** Null while the Telegram account is linked to nobody here. */
  user: telegram.LinkedUser | null;
  /** The user's, or else that of their Telegram. */
  locale: Locale;
};

const NAME_MAX = 64;

/** Notes in a context who it is; the language even where the database is away. */
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

/** Answers in plain text. A preview would have Telegram open links. */
export async function answer(chat: Chat, text: string, { buttons }: Offered = {}): Promise<void> {
  await chat.reply(text, { link_preview_options: { is_disabled: true }, ...(buttons && { reply_markup: buttons }) });
}

/** Answers a pressed button in the place of the question, so that it cannot be pressed again; below it, where Telegram lets nobody change that any more. */
export async function answerInPlace(chat: Chat, text: string, { buttons }: Offered = {}): Promise<void> {
  try {
    await chat.editMessageText(text, { link_preview_options: { is_disabled: true }, ...(buttons && { reply_markup: buttons }) });
  } catch (error) {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
    // The same was said already: the press was told twice.
    if (!error.description.includes('message is not modified')) await answer(chat, text, { ...(buttons && { buttons }) });
  }
}
