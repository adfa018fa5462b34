import { type Composer, InlineKeyboard } from 'grammy';
import type { Deps } from '#server/deps.ts';
import {
  type AlertChatState,
  alertAccountOf,
  linkAlertChat,
  readAlertToken,
  setAlertChatReachable,
} from '#server/modules/admins/public.ts';
import { answer, answerInPlace, type Chat, formatMessage } from './commands.ts';

/** The token of an admin, in "/start op_<token>" and in a button. A user's token that happens to begin like this is shorter. */
const START = /^op_([\w-]{43})$/;
const BUTTON = /^op:([\w-]{43})$/;

/**
 * Handles the chats that get the alerts of admins: "/start op_<token>" asks for confirmation, and the token is consumed when it is given.
 * Such a chat may belong to a user as well; everything else in it is left to the handlers that follow.
 */
export function alertConversation(bot: Composer<Chat>, deps: Deps): void {
  bot.command('start', async (chat, next) => {
    const token = START.exec(chat.match)?.[1];
    if (token !== undefined) return ask(deps, chat, token);
    if (chat.match !== '') return next();
    const account = await alertAccountOf(deps, chat.account.subject);
    // Whoever opens a chat allows the bot to write to it (again).
    if (account !== null) await setAlertChatReachable(deps, chat.account.subject, true);
    return account === null || chat.user ? next() : answer(chat, formatMessage(chat.locale, 'alerts_already', { account }));
  });
  bot.callbackQuery(BUTTON, async (chat) => {
    await answerInPlace(chat, inWords(chat, await linkAlertChat(deps, chat.match[1]!, chat.account)));
  });
  bot.on('my_chat_member', async (chat, next) => {
    if (chat.myChatMember.new_chat_member.status === 'kicked') await setAlertChatReachable(deps, chat.account.subject, false);
    await next();
  });
  bot
    .filter((chat) => chat.user === null && !chat.hasCommand('start'))
    .on('message', async (chat, next) => {
      const account = await alertAccountOf(deps, chat.account.subject);
      return account === null ? next() : answer(chat, formatMessage(chat.locale, 'alerts_already', { account }));
    });
}

async function ask(deps: Deps, chat: Chat, token: string): Promise<void> {
  const state = await readAlertToken(deps, token, chat.account);
  if (state.kind !== 'alerts_ask') return answer(chat, inWords(chat, state));
  const buttons = new InlineKeyboard().text(formatMessage(chat.locale, 'yes'), `op:${token}`).text(formatMessage(chat.locale, 'no'), 'no');
  await answer(chat, inWords(chat, state), { buttons });
}

const inWords = ({ locale }: Chat, state: AlertChatState): string =>
  formatMessage(locale, state.kind, 'account' in state ? { account: state.account } : {});
