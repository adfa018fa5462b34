import { type Api, GrammyError } from 'grammy';
import { z } from 'zod';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { formatMessage } from '#server/modules/notifications/telegram-bot/commands.ts';
import { fixturesForChat, tableForChat } from '#server/modules/tipping/public.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { bindGroupChat, forgetGroupChat, groupsOfChat, moveGroupChat, stopGroupChat } from './chats.ts';
import { fixturesText, plainName, tableText } from './group-texts.ts';

const groupChat = z.object({ id: z.int().negative(), type: z.enum(['group', 'supergroup']), title: z.string().min(1).max(256) });
const sender = z.object({
  id: z.int().positive(),
  is_bot: z.literal(false),
  language_code: z.string().max(35).optional().catch(undefined),
});

/** A command to this bot or to any: "/table", "/table@Bot", "/start@Bot code". */
const COMMAND = /^\/(start|stop|table|next)(?:@(\w{1,64}))?(?:\s+([\w-]{1,64}))?\s*$/;

const told = z.union([
  z.object({ message: z.object({ chat: groupChat, from: sender, text: z.string().max(200).regex(COMMAND) }) }),
  z.object({ message: z.object({ chat: groupChat, migrate_to_chat_id: z.int().negative() }) }),
  z.object({ my_chat_member: z.object({ chat: groupChat, new_chat_member: z.object({ status: z.string().max(32) }) }) }),
]);
export type GroupUpdate = z.infer<typeof told>;

/**
 * Parses an update into what the bot hears in group chats: its commands, that the chat has moved, and that the bot was removed. Returns null
 * for everything else: what people say to each other, and buttons, which the bot puts into private chats only.
 */
export function readGroupUpdate(raw: unknown): GroupUpdate | null {
  const { success, data } = told.safeParse(raw);
  return success ? data : null;
}

export const groupChatOf = (update: GroupUpdate): number => ('message' in update ? update.message : update.my_chat_member).chat.id;

/**
 * Per minute, more is ignored: questions answered in a chat; those of one person in all chats, who could otherwise use up those of the chat;
 * codes and stops of a person.
 */
const [PER_CHAT, PER_ASKER, PER_PERSON] = [6, 3, 10];

/** Creates the function that handles updates of group chats. `self` is the bot's name. */
export function createGroupConversation(deps: Deps, api: Api): (update: GroupUpdate, self: string) => Promise<void> {
  const limits = {
    chat: requestLimit(deps, 'telegram-group', PER_CHAT, 60),
    asker: requestLimit(deps, 'telegram-group-asker', PER_ASKER, 60),
    person: requestLimit(deps, 'telegram-group-person', PER_PERSON, 60),
  };
  return async (update, self) => {
    if ('my_chat_member' in update) {
      const { chat, new_chat_member: now } = update.my_chat_member;
      if (now.status === 'left' || now.status === 'kicked') await forgetGroupChat(deps.db, chat.id);
      return;
    }
    if ('migrate_to_chat_id' in update.message) return moveGroupChat(deps.db, update.message.chat.id, update.message.migrate_to_chat_id);
    const [, command, name, code] = COMMAND.exec(update.message.text)!;
    if (name !== undefined && name.toLowerCase() !== self.toLowerCase()) return;
    const text = await replyTo(deps, limits, update.message, { command: command!, code });
    if (text !== null) await sayInGroup(deps, api, update.message.chat.id, text);
  };
}

type Heard = Extract<Extract<GroupUpdate, { message: object }>['message'], { text: string }>;

/** Returns the answer to a command; null if there is none. */
async function replyTo(
  deps: Deps,
  limits: { chat: RequestLimit; asker: RequestLimit; person: RequestLimit },
  { chat, from }: Heard,
  { command, code }: { command: string; code: string | undefined },
): Promise<string | null> {
  const own = matchLocale(from.language_code ?? '') ?? DEFAULT_LOCALE;
  const subject = String(from.id);
  if (command === 'start' || command === 'stop') {
    // "/start" alone is what a chat says to any bot that it adds.
    if (command === 'start' && code === undefined) return null;
    await limits.person.count(subject);
    if (command === 'stop') {
      const stopped = await stopGroupChat(deps.db, subject, chat.id);
      return stopped > 0 ? formatMessage(own, 'chat_stopped') : formatMessage(own, 'chat_stop_refused');
    }
    const bound = await bindGroupChat(deps, code!, subject, chat);
    if (bound.kind === 'bound') return formatMessage(bound.locale, 'chat_bound', { group: plainName(bound.group) });
    return formatMessage(own, bound.kind === 'full' ? 'chat_full' : 'chat_link_gone');
  }
  await limits.asker.count(subject);
  await limits.chat.count(String(chat.id));
  const parts: string[] = [];
  for (const { group_id, locale, time_zone } of await groupsOfChat(deps.db, chat.id)) {
    const table = command === 'table' ? await tableForChat(deps, group_id) : null;
    const next = command === 'next' ? await fixturesForChat(deps, group_id) : null;
    if (table) parts.push(tableText(deps, locale, group_id, table));
    else if (next) parts.push(fixturesText(deps, locale, time_zone, group_id, next));
  }
  if (parts.length > 0) return parts.join('\n\n');
  return formatMessage(own, command === 'next' ? 'chat_nothing_open' : 'chat_not_bound');
}

/**
 * Says something in a group chat. If the bot may no longer write there, the chat is disconnected; if it has another number by now, the bot
 * follows it. Throws Telegram's other errors.
 */
export async function sayInGroup(deps: Deps, api: Api, chatId: number, text: string): Promise<void> {
  const say = (to: number) => api.sendMessage(to, text, { link_preview_options: { is_disabled: true } });
  try {
    await say(chatId);
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    const movedTo = error.parameters.migrate_to_chat_id;
    if (movedTo !== undefined) {
      await moveGroupChat(deps.db, chatId, movedTo);
      await say(movedTo);
    } else if (error.error_code === 403 || /chat not found/i.test(error.description)) await forgetGroupChat(deps.db, chatId);
    else throw error;
  }
}
