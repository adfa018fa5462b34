import { z } from 'zod';

/** The kinds of updates requested from Telegram. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member'] as const;

/** Telegram's own limit for a message. The bot expects less, but users may paste long texts. */
const TEXT_MAX = 4_096;

const person = z.object({
  id: z.int().positive(),
  is_bot: z.literal(false),
  first_name: z.string().max(256),
  username: z.string().max(64).optional(),
  language_code: z.string().max(35).optional().catch(undefined),
});
/** The bot answers private chats only, not groups and channels. */
const chat = z.object({ id: z.int().positive(), type: z.literal('private') });
const entity = z.object({ type: z.string().max(64), offset: z.int().nonnegative(), length: z.int().nonnegative() });

const message = z.object({
  message_id: z.int(),
  date: z.int(),
  from: person,
  chat,
  text: z.string().max(TEXT_MAX),
  entities: z.array(entity).max(200).optional(),
});
const callbackQuery = z.object({
  id: z.string().max(64),
  from: person,
  chat_instance: z.string().max(64),
  data: z.string().max(64),
  message: z.object({ message_id: z.int(), date: z.int(), chat }),
});
const chatMember = z.object({ from: person, chat, date: z.int(), new_chat_member: z.object({ status: z.string().max(32) }) });

const told = z.union([
  z.object({ update_id: z.int(), message }),
  z.object({ update_id: z.int(), callback_query: callbackQuery }),
  z.object({ update_id: z.int(), my_chat_member: chatMember }),
]);

export type BotUpdate = z.infer<typeof told>;
export type Person = z.infer<typeof person>;

/**
 * Parses an update into what the bot handles: a user's own messages, pressed buttons, and blocking of the bot, each in a private chat,
 * without fields we do not use. Returns null for everything else: groups, channels, other bots, edits, pictures, and other shapes.
 */
export function readUpdate(raw: unknown): BotUpdate | null {
  const { success, data } = told.safeParse(raw);
  if (!success) return null;
  return chatOf(data) === personOf(data).id ? data : null;
}

export function personOf(update: BotUpdate): Person {
  if ('message' in update) return update.message.from;
  return 'callback_query' in update ? update.callback_query.from : update.my_chat_member.from;
}

function chatOf(update: BotUpdate): number {
  if ('message' in update) return update.message.chat.id;
  return 'callback_query' in update ? update.callback_query.message.chat.id : update.my_chat_member.chat.id;
}

/**
 * Creates lanes that run work with the same key in order and work with different keys concurrently. `idle` waits for all of it. Work must
 * not throw.
 */
export function createLanes() {
  const lanes = new Map<number, Promise<void>>();
  const run = (key: number, work: () => Promise<void>): Promise<void> => {
    const lane = (lanes.get(key) ?? Promise.resolve()).then(work).finally(() => {
      if (lanes.get(key) === lane) lanes.delete(key);
    });
    lanes.set(key, lane);
    return lane;
  };
  return { run, idle: () => Promise.allSettled([...lanes.values()]).then(() => undefined) };
}
