import { type Context, GrammyError, type InlineKeyboard } from 'grammy';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { TelegramAccount } from './binding.ts';
import * as telegram from './queries.ts';
import type { Person } from './updates.ts';

/** A private chat of the bot, with the Telegram account and the user it is linked to. */
export type Chat = Context & {
  account: TelegramAccount;
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
