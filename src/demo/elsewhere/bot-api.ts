import { z } from 'zod';
import { type ElsewherePerson, findPerson } from './people.ts';

/** A message in a chat with the bot, with the buttons that the bot put under it. */
export interface ChatEntry {
  id: number;
  at: Date;
  from: 'bot' | 'person';
  text: string;
  /** `row`: the buttons of a row stand beside each other. */
  buttons: { text: string; data: string; row: number }[];
}

type Update = { update_id: number } & Record<string, unknown>;
/** What Telegram answers: its status and its JSON. */
export interface ApiAnswer {
  status: number;
  body: unknown;
}

export type BotApi = ReturnType<typeof createBotApi>;

const BOT = { id: 1, is_bot: true, first_name: 'Matchpoint', username: 'MatchpointDemoBot' };
/** Messages kept in a chat, and updates that the bot has not fetched. */
const ENTRIES_MAX = 100;
const UPDATES_MAX = 100;
const WAIT_SECONDS_MAX = 30;

const keyboard = z.object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))) }).optional();
const asked = {
  getUpdates: z.object({ offset: z.int().catch(0), timeout: z.number().min(0).max(WAIT_SECONDS_MAX).catch(0) }),
  sendMessage: z.object({ chat_id: z.coerce.string(), text: z.string().max(4_096), reply_markup: keyboard }),
  editMessageText: z.object({ chat_id: z.coerce.string(), message_id: z.int(), text: z.string().max(4_096), reply_markup: keyboard }),
};

/**
 * Plays the part of Telegram's Bot API that the bot uses, in memory: the bot asks for updates by polling, and people write to it on a page
 * of the demo.
 */
export function createBotApi(token: string, now: () => Date) {
  const chats = new Map<number, ChatEntry[]>();
  const updates: Update[] = [];
  const waiting = new Set<() => void>();
  let lastId = 0;

  const chatOf = ({ id }: ElsewherePerson): ChatEntry[] => {
    const chat = chats.get(id) ?? [];
    chats.set(id, chat);
    return chat;
  };
  const add = (person: ElsewherePerson, entry: Pick<ChatEntry, 'from' | 'text' | 'buttons'>): ChatEntry => {
    const chat = chatOf(person);
    const added = { id: ++lastId, at: now(), ...entry };
    chat.push(added);
    chat.splice(0, chat.length - ENTRIES_MAX);
    return added;
  };
  const tell = (deed: Record<string, unknown>): void => {
    updates.push({ update_id: ++lastId, ...deed });
    updates.splice(0, updates.length - UPDATES_MAX);
    for (const wake of waiting) wake();
  };
  const somethingToTell = (seconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, seconds * 1_000);
      waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });

  /** Answers a call of the bot. `signal` ends a wait for updates. */
  async function call(calledWith: string, method: string, body: unknown, signal: AbortSignal): Promise<ApiAnswer> {
    if (calledWith !== token) return refusal(401, 'Unauthorized');
    switch (method) {
      case 'getMe':
        return ok(BOT);
      case 'setMyCommands':
      case 'deleteWebhook':
      case 'answerCallbackQuery':
        return ok(true);
      case 'getUpdates': {
        const { offset, timeout } = asked.getUpdates.parse(body);
        updates.splice(0, updates.filter(({ update_id: id }) => id < offset).length);
        if (updates.length === 0 && timeout > 0) await somethingToTell(timeout, signal);
        return ok(updates);
      }
      case 'sendMessage': {
        const { success, data } = asked.sendMessage.safeParse(body);
        const person = success ? findPerson(data.chat_id) : undefined;
        if (!success || !person) return refusal(400, 'Bad Request: chat not found');
        const { id } = add(person, { from: 'bot', text: data.text, buttons: buttonsOf(data.reply_markup) });
        return ok({ message_id: id, date: dateOf(now()), chat: { id: person.id, type: 'private' } });
      }
      case 'editMessageText': {
        const { success, data } = asked.editMessageText.safeParse(body);
        const person = success ? findPerson(data.chat_id) : undefined;
        const entry = success && person ? chatOf(person).find(({ id, from }) => id === data.message_id && from === 'bot') : undefined;
        if (!success || !person || !entry) return refusal(400, "Bad Request: message can't be edited");
        Object.assign(entry, { text: data.text, buttons: buttonsOf(data.reply_markup) });
        return ok({ message_id: entry.id, date: dateOf(now()), chat: { id: person.id, type: 'private' } });
      }
      default:
        return refusal(404, 'Not Found');
    }
  }

  const userOf = ({ id, firstName, username, language }: ElsewherePerson) => ({
    ...{ id, is_bot: false, first_name: firstName, username, language_code: language },
  });
  const privateChat = ({ id, firstName }: ElsewherePerson) => ({ id, type: 'private', first_name: firstName });

  return {
    call,
    entriesOf: (person: ElsewherePerson): readonly ChatEntry[] => chatOf(person),
    says(person: ElsewherePerson, text: string): void {
      const { id, at } = add(person, { from: 'person', text, buttons: [] });
      const [command] = /^\/\w+/.exec(text) ?? [];
      const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : [];
      tell({ message: { message_id: id, date: dateOf(at), from: userOf(person), chat: privateChat(person), text, entities } });
    },
    /** Presses a button under a message. Returns false if there is none. */
    presses(person: ElsewherePerson, messageId: number, data: string): boolean {
      const entry = chatOf(person).find(({ id, buttons }) => id === messageId && buttons.some((button) => button.data === data));
      if (!entry) return false;
      const message = { message_id: entry.id, date: dateOf(entry.at), chat: privateChat(person), text: entry.text };
      tell({ callback_query: { id: String(++lastId), from: userOf(person), chat_instance: '1', data, message } });
      return true;
    },
  };
}

const ok = (result: unknown): ApiAnswer => ({ status: 200, body: { ok: true, result } });
const refusal = (code: number, description: string): ApiAnswer => ({ status: code, body: { ok: false, error_code: code, description } });
const dateOf = (at: Date): number => Math.floor(at.getTime() / 1_000);
const buttonsOf = (markup: z.infer<typeof keyboard>): ChatEntry['buttons'] =>
  (markup?.inline_keyboard ?? []).flatMap((row, index) => row.map(({ text, callback_data: data }) => ({ text, data, row: index })));
