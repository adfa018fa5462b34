import { Api, Bot, type Composer, GrammyError, HttpError, InlineKeyboard } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { requestLimit } from '#server/platform/http/request-limit.ts';
import { asProblem } from '#server/platform/messaging/channel.ts';
import { telegramClient } from '#server/platform/messaging/telegram.ts';
import { accountName, type Binding, bindChat, setReachable, validateToken } from './binding.ts';
import { answer, answerInPlace, type Chat, recognise } from './chat.ts';
import { commands } from './commands.ts';
import { say } from './texts.ts';
import { type BotUpdate, createLanes, personOf, readUpdate } from './updates.ts';

export interface TelegramBot {
  /** Who our bot is over there; asked until Telegram has said it once, and then remembered. */
  self: () => Promise<UserFromGetMe>;
  /** Answers what Telegram tells, whatever it is. It throws nothing: what went wrong is logged, and not tried again. */
  take: (raw: unknown) => Promise<void>;
  /** Waits until all is answered that was taken. */
  idle: () => Promise<void>;
}

/** Somebody waits for the answer. */
const SELF_MS_MAX = 5_000;
/** What one chat may say in a minute: whoever says more is not answered. */
const PER_MINUTE = 30;

/** Our bot; null where the settings name none. The same one for the same settings, as it remembers who it is. */
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
  const limit = requestLimit(deps, 'telegram-chat', PER_MINUTE, 60);
  const lanes = createLanes();
  converse(bot, deps);

  async function handle(update: BotUpdate): Promise<void> {
    try {
      if (!('my_chat_member' in update)) await limit.count(String(personOf(update).id));
      bot.botInfo = await self();
      await bot.handleUpdate(update as Update);
    } catch (error) {
      logFailure(deps, error);
    }
  }
  return {
    self,
    take: async (raw) => {
      const update = readUpdate(raw);
      if (update) await lanes.run(personOf(update).id, () => handle(update));
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

/** All that the bot does with a chat. */
function converse(bot: Bot<Chat>, deps: Deps): void {
  bot.use(async (chat, next) => {
    try {
      await recognise(deps, chat, personOf(chat.update as BotUpdate));
      await next();
    } catch (error) {
      if (!isTelegrams(error)) await answer(chat, say(chat.locale, 'failed'));
      throw error;
    }
  });
  bot.on('callback_query', async (chat, next) => {
    await next();
    // Ends the button's waiting; what it did is done, whether that is heard or not.
    await chat.answerCallbackQuery();
  });
  bindConversation(bot, deps);
  commands(bot, deps);
}

const isTelegrams = (error: unknown): error is GrammyError | HttpError => error instanceof GrammyError || error instanceof HttpError;

/** What went wrong, without what somebody said and who they are: grammY's own errors hold both. */
function logFailure({ log }: Deps, thrown: unknown): void {
  const error = thrown instanceof Error && 'ctx' in thrown && 'error' in thrown ? thrown.error : thrown;
  if (error instanceof AppError && error.code === 'rate_limited') return;
  if (isTelegrams(error)) log.warn({ problem: asProblem(error.message) }, 'the bot could not answer');
  else log.error({ err: error }, 'the bot could not handle an update');
}

/** Longer than ours are, and what Telegram lets a link carry. */
const TOKEN = /^[\w-]{1,64}$/;

/** How a chat comes to be bound: "/start <token>" is asked back, and the token taken when its owner says yes. */
function bindConversation(bot: Composer<Chat>, deps: Deps): void {
  bot.command('start', (chat) => (chat.match === '' ? greet(deps, chat) : ask(deps, chat, chat.match)));
  bot.callbackQuery(/^bind:([\w-]{1,59})$/, async (chat) => {
    await answerInPlace(chat, inWords(chat, await bindChat(deps, chat.match[1]!, chat.account)));
  });
  bot.callbackQuery('no', (chat) => answerInPlace(chat, say(chat.locale, 'declined')));
  bot.on('my_chat_member', async (chat) => {
    if (chat.myChatMember.new_chat_member.status === 'kicked') await setReachable(deps, chat.account.subject, false);
  });
}

/** Somebody who opens a chat that is theirs already lets the bot write to it, be it again. */
async function greet(deps: Deps, chat: Chat): Promise<void> {
  const { user, locale } = chat;
  if (!user) return answer(chat, say(locale, 'welcome'));
  if (user.status !== 'normal') return answer(chat, say(locale, 'disabled'));
  await setReachable(deps, chat.account.subject, true);
  await answer(chat, say(locale, 'already_bound', { account: accountName(user) }));
}

async function ask(deps: Deps, chat: Chat, token: string): Promise<void> {
  const binding: Binding = TOKEN.test(token) ? await validateToken(deps, token, chat.account) : { kind: 'link_gone' };
  if (binding.kind !== 'ask_bind') return answer(chat, inWords(chat, binding));
  const buttons = new InlineKeyboard().text(say(chat.locale, 'yes'), `bind:${token}`).text(say(chat.locale, 'no'), 'no');
  await answer(chat, inWords(chat, binding), { buttons });
}

const inWords = ({ locale }: Chat, binding: Binding): string =>
  say(locale, binding.kind, 'account' in binding ? { account: binding.account } : {});
