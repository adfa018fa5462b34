import { type HeardRequest, type Reply, startMessageService } from './message-services.ts';

export const BOT_TOKEN = '123456:AbCdEfGhIjKlMnOpQrStUv';
export const BOT_NAME = 'MatchpointTestBot';

/** A message of the bot as a chat shows it. */
export interface ShownMessage {
  text: string;
  /** The texts of its buttons. */
  buttons: string[];
}

interface Sent {
  id: number;
  text: string;
  keyboard: { text: string; callback_data: string }[];
}

/** Parameters of the methods. */
interface Asked {
  offset: number;
  timeout: number;
  chat_id: number | string;
  message_id: number;
  text: string;
  reply_markup?: unknown;
}

type Update = { update_id: number } & Record<string, unknown>;

export type TelegramApi = Awaited<ReturnType<typeof startTelegramApi>>;

/**
 * Starts a stand-in for the part of Telegram's Bot API that our bot uses. It holds chats, delivers updates by polling or to the webhook,
 * and can be given other replies. Like Telegram, it refuses a token that is not the bot's, a chat that does not exist or is blocked, and an
 * edit that changes nothing.
 */
export async function startTelegramApi() {
  const chats = new Map<number, Sent[]>();
  const blocked = new Set<number>();
  const refusals = new Map<string, Reply[]>();
  const updates: Update[] = [];
  const repeated: Update[] = [];
  let webhook: { url: string; secret_token: string } | null = null;
  let deliverTo = '';
  let lastId = 0;
  let wake = () => {};

  const methods: Record<string, (body: Asked) => Reply | Promise<Reply>> = {
    getMe: () => ok({ id: 123456, is_bot: true, first_name: 'Matchpoint', username: BOT_NAME }),
    setMyCommands: () => ok(true),
    answerCallbackQuery: () => ok(true),
    deleteWebhook: () => {
      webhook = null;
      return ok(true);
    },
    setWebhook: (body) => {
      webhook = body as unknown as typeof webhook;
      return ok(true);
    },
    getUpdates: async ({ offset, timeout }) => {
      if (webhook) return refusal(409, "Conflict: can't use getUpdates method while webhook is active");
      updates.splice(0, updates.filter(({ update_id }) => update_id < offset).length);
      if (updates.length + repeated.length === 0) await asked(timeout);
      return ok([...repeated.splice(0), ...updates]);
    },
    sendMessage: ({ chat_id, text, reply_markup }) => {
      const chat = chats.get(Number(chat_id));
      if (!chat) return refusal(400, 'Bad Request: chat not found');
      if (blocked.has(Number(chat_id))) return refusal(403, 'Forbidden: bot was blocked by the user');
      chat.push({ id: ++lastId, text, keyboard: keyboardOf(reply_markup) });
      return ok({ message_id: lastId, date: 1, chat: { id: Number(chat_id), type: 'private' } });
    },
    editMessageText: ({ chat_id, message_id, text, reply_markup }) => {
      const sent = chats.get(Number(chat_id))?.find(({ id }) => id === message_id);
      if (!sent) return refusal(400, "Bad Request: message can't be edited");
      const keyboard = keyboardOf(reply_markup);
      if (sent.text === text && JSON.stringify(sent.keyboard) === JSON.stringify(keyboard)) {
        return refusal(400, 'Bad Request: message is not modified');
      }
      Object.assign(sent, { text, keyboard });
      return ok({ message_id, date: 1, chat: { id: Number(chat_id), type: 'private' } });
    },
  };

  /** Waits until there is an update, for at most this many seconds. */
  const asked = (seconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const service = await startMessageService(({ path, body }: HeardRequest) => {
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (token !== BOT_TOKEN) return refusal(401, 'Unauthorized');
    const told = refusals.get(method)?.shift();
    if (told !== undefined) return told;
    return methods[method]?.(body as unknown as Asked) ?? refusal(404, 'Not Found');
  });

  /** Delivers an update by polling or to the webhook; returns the status of the webhook's reply, 0 when it waits for polling. */
  async function tell(update: Update, list = updates): Promise<number> {
    if (!webhook) {
      list.push(update);
      wake();
      return 0;
    }
    const response = await fetch(new URL(new URL(webhook.url).pathname, deliverTo), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': webhook.secret_token },
      body: JSON.stringify(update),
    });
    return response.status;
  }

  return {
    url: service.url,
    heard: service.heard,
    close: service.close,
    tell,
    /** Delivers an update again, as if the first delivery had failed. */
    tellAgain: (update: Update) => tell(update, repeated),
    webhook: () => webhook,
    /** Sets where updates for the webhook go, because its own address is on the internet. */
    deliverTo: (url: string) => {
      deliverTo = url;
    },
    /** Sets the replies to the next calls of a method, one each. */
    refuse: (method: string, ...replies: Reply[]) => void refusals.set(method, replies),
    calls: (method: string) => service.heard.filter(({ path }) => path.endsWith(`/${method}`)),
    /** Creates a group chat that the bot is in; those who write there are given by their id. */
    groupChat: (id: number, title = 'Sunday football') => {
      const chat = { id, type: 'group', title };
      chats.set(id, []);
      const act = async (deed: Record<string, unknown>): Promise<Update> => {
        const update = { update_id: ++lastId, ...deed };
        await tell(update);
        return update;
      };
      const from = (who: number) => ({ id: who, is_bot: false, first_name: 'Test', language_code: 'en' });
      return {
        id,
        hears: (who: number, text: string) =>
          act({ message: { message_id: ++lastId, date: 1, from: from(who), chat, text, entities: commandsIn(text) } }),
        presses: (who: number, data: string) =>
          act({
            callback_query: { id: String(++lastId), from: from(who), chat_instance: '1', data, message: { message_id: 1, date: 1, chat } },
          }),
        removesBot: (who: number) => {
          blocked.add(id);
          return act({ my_chat_member: { from: from(who), chat, date: 1, new_chat_member: { status: 'left' } } });
        },
        /** The bot can no longer write there, and was not told. */
        falls: () => void blocked.add(id),
        /** It becomes a supergroup with another id; returns its update. */
        becomes: (other: number) => {
          chats.set(other, chats.get(id)!);
          return act({ message: { message_id: ++lastId, date: 1, from: from(1), chat, migrate_to_chat_id: other } });
        },
        sees: (): string[] => chats.get(id)!.map(({ text }) => text),
      };
    },
    /** Creates a Telegram user. Each of their actions returns its update, so that it can be delivered again. */
    person: (id: number, { username = `tester${id}`, language = 'en' }: { username?: string | null; language?: string } = {}) => {
      const from = { id, is_bot: false, first_name: 'Test', ...(username && { username }), language_code: language };
      const chat = { id, type: 'private', first_name: 'Test' };
      chats.set(id, []);
      const sentOf = () => chats.get(id)!;
      const act = async (deed: Record<string, unknown>): Promise<Update> => {
        const update = { update_id: ++lastId, ...deed };
        await tell(update);
        return update;
      };
      return {
        id,
        says: (text: string) => act({ message: { message_id: ++lastId, date: 1, from, chat, text, entities: commandsIn(text) } }),
        presses: (label: string) => {
          const message = sentOf().findLast(({ keyboard }) => keyboard.some(({ text }) => text === label));
          const data = message?.keyboard.find(({ text }) => text === label)?.callback_data;
          if (data === undefined) throw new Error(`no button says ${label}`);
          const pressed = { message_id: message!.id, date: 1, chat, text: message!.text };
          return act({ callback_query: { id: String(++lastId), from, chat_instance: '1', data, message: pressed } });
        },
        /** Presses a button that the bot never showed them, under a message that can no longer be edited. */
        sends: (data: string) => {
          const message = { message_id: 1, date: 1, chat, text: '' };
          return act({ callback_query: { id: String(++lastId), from, chat_instance: '1', data, message } });
        },
        /** Presses as another user, in this chat. */
        pressedBy: (other: number, data: string) => {
          const message = { message_id: 1, date: 1, chat, text: '' };
          return act({ callback_query: { id: String(++lastId), from: { ...from, id: other }, chat_instance: '1', data, message } });
        },
        blocks: () => {
          blocked.add(id);
          const member = (status: string) => ({ status, user: { id: 123456, is_bot: true, first_name: 'Matchpoint' } });
          return act({ my_chat_member: { from, chat, date: 1, old_chat_member: member('member'), new_chat_member: member('kicked') } });
        },
        unblocks: () => void blocked.delete(id),
        forgetsMessages: () => void sentOf().splice(0),
        /** Returns the bot's messages to them, in their present state. */
        sees: (): ShownMessage[] => sentOf().map(({ text, keyboard }) => ({ text, buttons: keyboard.map((button) => button.text) })),
      };
    },
  };
}

export const refusal = (error_code: number, description: string, parameters: Record<string, number> = {}): Reply => ({
  status: error_code,
  body: { ok: false, error_code, description, parameters },
});

const ok = (result: unknown): Reply => ({ status: 200, body: { ok: true, result } });

const keyboardOf = (markup: unknown): Sent['keyboard'] =>
  ((markup as { inline_keyboard?: Sent['keyboard'][] })?.inline_keyboard ?? []).flat();

function commandsIn(text: string) {
  const [command] = /^\/\w+(@\w+)?/.exec(text) ?? [];
  return command ? [{ type: 'bot_command', offset: 0, length: command.length }] : [];
}
