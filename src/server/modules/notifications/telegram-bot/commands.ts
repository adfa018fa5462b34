import { type Composer, InlineKeyboard } from 'grammy';
import type { Bet } from '#contract/bets.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { usdtOf } from '#domain/withdrawals/usdt.ts';
import type { Deps } from '#server/deps.ts';
import { list } from '#server/modules/betting/public.ts';
import { answer, answerInPlace, type Chat } from './chat.ts';
import * as telegram from './queries.ts';
import { say } from './texts.ts';

const BETS_MAX = 5;

const LANGUAGES: Record<Locale, string> = { en: 'English', 'zh-CN': '中文', vi: 'Tiếng Việt' };

/** Registers the commands of a linked chat, and the reply to anything else. */
export function commands(bot: Composer<Chat>, deps: Deps): void {
  const own = bot.filter((chat): chat is OwnChat => chat.user?.status === 'normal');
  own.command('balance', async (chat) => answer(chat, await balance(deps, chat)));
  own.command('bets', async (chat) => answer(chat, await openBets(deps, chat)));
  own.command('unbind', (chat) => answer(chat, say(chat.locale, 'unbind')));
  own.command('notices', async (chat) => {
    const wanted = /^(on|off)$/i.exec(chat.match.trim())?.[1]?.toLowerCase();
    const on = wanted === undefined ? chat.user.telegram_notices : wanted === 'on';
    if (wanted !== undefined) await telegram.setUser(deps.db, chat.user.id, { telegram_notices: on });
    await answer(chat, ...noticesNow(chat.locale, on));
  });
  own.callbackQuery(/^notices:(on|off)$/, async (chat) => {
    const on = chat.match[1] === 'on';
    await telegram.setUser(deps.db, chat.user.id, { telegram_notices: on });
    await answerInPlace(chat, ...noticesNow(chat.locale, on));
  });
  own.command('language', async (chat) => {
    const meant = LOCALES.find((locale) => locale.split('-')[0] === chat.match.trim().toLowerCase().split('-')[0]);
    if (!meant) return answer(chat, say(chat.locale, 'language'), { buttons: languageButtons() });
    await setLanguage(deps, chat, meant);
    await answer(chat, say(meant, 'language_set'));
  });
  own.callbackQuery(/^language:(en|zh-CN|vi)$/, async (chat) => {
    const meant = chat.match[1] as Locale;
    await setLanguage(deps, chat, meant);
    await answerInPlace(chat, say(meant, 'language_set'));
  });
  own.on('message', (chat) => answer(chat, say(chat.locale, 'help')));
  bot.on('message', (chat) => answer(chat, say(chat.locale, chat.user ? 'disabled' : 'welcome')));
  // An old button, from when the chat was linked to another user or to none.
  bot.on('callback_query', (chat) => answerInPlace(chat, say(chat.locale, chat.user ? 'help' : 'welcome')));
}

type OwnChat = Chat & { user: telegram.LinkedUser };

async function balance({ db }: Deps, { user, locale }: OwnChat): Promise<string> {
  const points = await telegram.findBalance(db, user.id);
  return say(locale, 'balance', { points, usdt: usdtOf(points) });
}

/** Lists the newest few open bets and how many more there are. */
async function openBets(deps: Deps, { user, locale }: OwnChat): Promise<string> {
  const { items, total } = await list(deps, user.id, { status: 'ongoing', page: 1, page_size: BETS_MAX });
  if (items.length === 0) return say(locale, 'no_bets');
  const told = items.map((bet) => say(locale, 'bet', betValues(bet, locale, user.time_zone)));
  const more = total > items.length ? [say(locale, 'more_bets', { count: total - items.length })] : [];
  return [say(locale, 'bets'), ...told, ...more].join('\n\n');
}

function betValues({ match, pick, stake }: Bet, locale: Locale, timeZone: string) {
  const [home, away] = [nameOf(match.home, locale), nameOf(match.away, locale)];
  const picked = { home, away, draw: say(locale, 'draw') }[pick];
  return { home, away, pick: picked, stake, when: match.kickoff_at === null ? '–' : moment(match.kickoff_at, locale, timeZone) };
}

export const nameOf = ({ name, names }: Bet['match']['home'], locale: Locale): string =>
  (locale === 'en' ? undefined : names[locale]) ?? name;

function moment(at: string, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(locale, format).format(new Date(at));
}

const noticesNow = (locale: Locale, on: boolean): [string, { buttons: InlineKeyboard }] => {
  const buttons = new InlineKeyboard().text(say(locale, on ? 'turn_off' : 'turn_on'), on ? 'notices:off' : 'notices:on');
  return [say(locale, on ? 'notices_on' : 'notices_off'), { buttons }];
};

const languageButtons = () => {
  const buttons = new InlineKeyboard();
  for (const locale of LOCALES) buttons.text(LANGUAGES[locale], `language:${locale}`);
  return buttons;
};

/** Changes the user's language everywhere: for messages and for pages opened for the first time. */
async function setLanguage({ db, publish }: Deps, { user }: OwnChat, locale: Locale): Promise<void> {
  await telegram.setUser(db, user.id, { locale });
  publish(`me:${user.id}`, { t: 'account' });
}
