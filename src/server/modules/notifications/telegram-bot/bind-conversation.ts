import { type Composer, InlineKeyboard } from 'grammy';
import type { Deps } from '#server/deps.ts';
import { accountName, type Binding, bindChat, judgeToken, setReachable } from './binding.ts';
import { answer, answerInPlace, type Chat } from './chat.ts';
import { say } from './say.ts';

/** Longer than ours are, and what Telegram lets a link carry. */
const TOKEN = /^[\w-]{1,64}$/;

/** How a chat comes to be bound: "/start <token>" is asked back, and the token taken when its owner says yes. */
export function bindConversation(bot: Composer<Chat>, deps: Deps): void {
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
  const binding: Binding = TOKEN.test(token) ? await judgeToken(deps, token, chat.account) : { kind: 'link_gone' };
  if (binding.kind !== 'ask_bind') return answer(chat, inWords(chat, binding));
  const buttons = new InlineKeyboard().text(say(chat.locale, 'yes'), `bind:${token}`).text(say(chat.locale, 'no'), 'no');
  await answer(chat, inWords(chat, binding), { buttons });
}

const inWords = ({ locale }: Chat, binding: Binding): string =>
  say(locale, binding.kind, 'account' in binding ? { account: binding.account } : {});
