import { type HeardRequest, type Reply, startMessageService } from './message-services.ts';

export const BOT_TOKEN = '123456:AbCdEfGhIjKlMnOpQrStUv';
export const BOT_NAME = 'MatchpointTestBot';

/** A message of the bot's, as a chat shows it. */
export interface ShownMessage {
  text: string;
  /** What its buttons say. */
  buttons: string[];
}

interface Sent {
  id: number;
  text: string;
  keyboard: { text: string; callback_data: string }[];
}

/** What the methods are asked with. */
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
 * Telegram's Bot API, as far as our bot uses it: it holds chats, tells updates to who polls or takes them to the webhook, and can be told to
 * answer otherwise. Its rules are Telegram's: a token that is not the bot's, a chat that does not exist or is blocked, and a message that would
 * stay as it is are refused.
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

  /** Until there is an update, or so many seconds are over. */
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

  /** Tells an update to who asks for it, or takes it to the webhook; says how that was answered (0: it waits to be asked for). */
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
    /** Tells an update once more that was told before, as if that had not been heard. */
    tellAgain: (update: Update) => tell(update, repeated),
    webhook: () => webhook,
    /** Where updates are taken that go to the webhook: its own address is one of the internet's. */
    deliverTo: (url: string) => {
      deliverTo = url;
    },
    /** Answers the next calls of a method so, one each. */
    refuse: (method: string, ...replies: Reply[]) => void refusals.set(method, replies),
    calls: (method: string) => service.heard.filter(({ path }) => path.endsWith(`/${method}`)),
    /** Somebody with a Telegram account. Each deed is an update, which is given back so that it can be told again. */
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
        blocks: () => {
          blocked.add(id);
          const member = (status: string) => ({ status, user: { id: 123456, is_bot: true, first_name: 'Matchpoint' } });
          return act({ my_chat_member: { from, chat, date: 1, old_chat_member: member('member'), new_chat_member: member('kicked') } });
        },
        unblocks: () => void blocked.delete(id),
        forgetsMessages: () => void sentOf().splice(0),
        /** What the bot has said to them, as it stands now. */
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
