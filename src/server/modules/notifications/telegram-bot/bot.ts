import { Api, Bot, type Composer, GrammyError, HttpError, InlineKeyboard } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { Deps } from '#server/deps.ts';
import {
  createGroupConversation,
  type GroupUpdate,
  groupChatOf,
  readGroupUpdate,
} from '#server/modules/notifications/telegram-groups/group-updates.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { asProblem } from '#server/platform/messaging/channel.ts';
import { telegramClient } from '#server/platform/messaging/telegram.ts';
import { alertConversation } from './alert-conversation.ts';
import { accountName, type Binding, bindChat, setReachable, validateToken } from './binding.ts';
import { answer, answerInPlace, type Chat, commands, formatMessage, isOwn, recognise } from './commands.ts';
import { tipCommands } from './tip-chat.ts';
import { type BotUpdate, createLanes, personOf, readUpdate } from './updates.ts';

export interface TelegramBot {
  /** Returns the bot's own Telegram account; retried until Telegram answers once, then cached. */
  self: () => Promise<UserFromGetMe>;
  /** Handles any update from Telegram. Never throws: failures are logged and not retried. */
  take: (raw: unknown) => Promise<void>;
  /** Waits until all accepted updates are handled. */
  idle: () => Promise<void>;
}

/** Timeout of the request for the bot's account: a user waits for it. */
const SELF_MS_MAX = 5_000;
/** Messages and presses handled per chat and minute; more are ignored. A tip is chosen by many presses. */
const PER_MINUTE = { message: 30, press: 90 };

/** Returns the bot; null if none is configured. The same instance for the same settings, because it caches its account. */
export function telegramBot(deps: Deps): TelegramBot | null {
  const known = bots.get(deps.config);
  if (known !== undefined) return known;
  const bot = deps.config.telegram && createBot(deps, deps.config.telegram);
  bots.set(deps.config, bot);
  return bot;
}

const bots = new WeakMap<Deps['config'], TelegramBot | null>();

function createBot(deps: Deps, settings: NonNullable<Deps['config']['telegram']>): TelegramBot {
  const self = rememberSelf(new Api(settings.token, telegramClient({ ...settings, answerMs: SELF_MS_MAX })));
  const bot = new Bot<Chat>(settings.token, { client: telegramClient(settings) });
  const limits = {
    message: requestLimit(deps, 'telegram-chat', PER_MINUTE.message, 60),
    press: requestLimit(deps, 'telegram-press', PER_MINUTE.press, 60),
  };
  const lanes = createLanes();
  const inGroup = createGroupConversation(deps, bot.api);
  const arrivals = new WeakMap<object, Date>();
  converse(bot, deps, (update) => arrivals.get(update) ?? deps.now());

  async function handle(update: BotUpdate): Promise<void> {
    try {
      if ('message' in update) await limits.message.count(String(personOf(update).id));
      if ('callback_query' in update) await limits.press.count(String(personOf(update).id));
      bot.botInfo = await self();
      await bot.handleUpdate(update as Update);
    } catch (error) {
      logFailure(deps, error);
    }
  }
  async function handleInGroup(update: GroupUpdate): Promise<void> {
    try {
      await inGroup(update, (await self()).username);
    } catch (error) {
      logFailure(deps, error);
    }
  }
  return {
    self,
    take: async (raw) => {
      const ofGroup = readGroupUpdate(raw);
      if (ofGroup) return lanes.run(groupChatOf(ofGroup), () => handleInGroup(ofGroup));
      const update = readUpdate(raw);
      if (!update) return;
      arrivals.set(update, deps.now());
      await lanes.run(personOf(update).id, () => handle(update));
    },
    idle: lanes.idle,
  };
}

function rememberSelf(api: Api): TelegramBot['self'] {
  let asked: Promise<UserFromGetMe> | null = null;
  return () => {
    asked ??= api.getMe().catch((error) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

/** Registers all handlers of the bot. */
function converse(bot: Bot<Chat>, deps: Deps, arrivalOf: (update: object) => Date): void {
  bot.use(async (chat, next) => {
    try {
      chat.arrivedAt = arrivalOf(chat.update);
      await recognise(deps, chat, personOf(chat.update as BotUpdate));
      await next();
    } catch (error) {
      if (!isTelegrams(error)) await answer(chat, formatMessage(chat.locale, 'failed'));
      throw error;
    }
  });
  bot.on('callback_query', async (chat, next) => {
    await next();
    // Ends the button's loading state; the action is done whether or not this succeeds.
    await chat.answerCallbackQuery();
  });
  alertConversation(bot, deps);
  bindConversation(bot, deps);
  tipCommands(bot.filter(isOwn), deps);
  commands(bot, deps);
}

const isTelegrams = (error: unknown): error is GrammyError | HttpError => error instanceof GrammyError || error instanceof HttpError;

/** Logs a failure without the text and identity of the user, both of which grammY's own errors contain. */
function logFailure({ log }: Deps, thrown: unknown): void {
  const error = thrown instanceof Error && 'ctx' in thrown && 'error' in thrown ? thrown.error : thrown;
  if (error instanceof AppError && error.code === 'rate_limited') return;
  if (isTelegrams(error)) log.warn({ problem: asProblem(error.message) }, 'the bot could not send an answer');
  else log.error({ err: error }, 'the bot could not handle an update');
}

/** Longer than our tokens; the maximum Telegram allows in a link. */
const TOKEN = /^[\w-]{1,64}$/;

/** Handles linking: "/start <token>" asks for confirmation, and the token is consumed when the user confirms. */
function bindConversation(bot: Composer<Chat>, deps: Deps): void {
  bot.command('start', (chat) => (chat.match === '' ? greet(deps, chat) : ask(deps, chat, chat.match)));
  bot.callbackQuery(/^bind:([\w-]{1,59})$/, async (chat) => {
    await answerInPlace(chat, inWords(chat, await bindChat(deps, chat.match[1]!, chat.account)));
  });
  bot.callbackQuery('no', (chat) => answerInPlace(chat, formatMessage(chat.locale, 'declined')));
  bot.on('my_chat_member', async (chat) => {
    if (chat.myChatMember.new_chat_member.status === 'kicked') await setReachable(deps, chat.account.subject, false);
  });
}

/** Greets a user who opens a chat that is already linked, which allows the bot to write to it (again). */
async function greet(deps: Deps, chat: Chat): Promise<void> {
  const { user, locale } = chat;
  if (!user) return answer(chat, formatMessage(locale, 'welcome'));
  if (user.status !== 'normal') return answer(chat, formatMessage(locale, 'disabled'));
  await setReachable(deps, chat.account.subject, true);
  await answer(chat, formatMessage(locale, 'already_bound', { account: accountName(user) }));
}

async function ask(deps: Deps, chat: Chat, token: string): Promise<void> {
  const binding: Binding = TOKEN.test(token) ? await validateToken(deps, token, chat.account) : { kind: 'link_gone' };
  if (binding.kind !== 'ask_bind') return answer(chat, inWords(chat, binding));
  const buttons = new InlineKeyboard()
    .text(formatMessage(chat.locale, 'yes'), `bind:${token}`)
    .text(formatMessage(chat.locale, 'no'), 'no');
  await answer(chat, inWords(chat, binding), { buttons });
}

const inWords = ({ locale }: Chat, binding: Binding): string =>
  formatMessage(locale, binding.kind, 'account' in binding ? { account: binding.account } : {});
