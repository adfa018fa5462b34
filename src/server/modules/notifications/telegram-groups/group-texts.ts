import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { nameIn } from '#server/modules/match-data/public.ts';
import { formatMessage } from '#server/modules/notifications/telegram-bot/commands.ts';
import type { ChatFixtures, ChatTable, NextDeadline } from '#server/modules/tipping/public.ts';
import { writeDate } from '#texts/write.ts';

/**
 * Returns a text of users as it may stand in a chat of others: on one line, and without what Telegram would make a mention, a command or a
 * link of. The bot sends no markup, so nothing else has a meaning.
 */
export const plainName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([@#/:])/g, `$1${JOINER}`)
    .replace(/\.(?=\p{L})/gu, `.${JOINER}`);

/** Invisible, and part of no name, command or address. */
const JOINER = '\u2060';

/** Words the first rows of a table: everybody in the chat reads usernames and points, and nothing else of the members. */
export function tableText(deps: Deps, locale: Locale, groupId: string, { group, isLive, rows }: ChatTable, isRoundOver = false): string {
  const head = formatMessage(locale, isRoundOver ? 'chat_round_over' : isLive ? 'chat_table_live' : 'chat_table', {
    group: plainName(group),
  });
  const lines = rows.map(({ place, kind, handle, points }) => `${place}. ${handle ?? formatMessage(locale, `chat_${kind}`)} · ${points}`);
  return [
    head,
    ...(lines.length > 0 ? lines : [formatMessage(locale, 'chat_table_empty')]),
    ...linkOf(deps, `/group/${groupId}?tab=table`),
  ].join('\n');
}

/** Words the next deadline. It never says who has tipped, nor how many. */
export function deadlineText(deps: Deps, locale: Locale, timeZone: string, groupId: string, next: NextDeadline): string {
  const when = `${writeDate(locale, 'day_time', next.closesAt, timeZone)} (${timeZone})`;
  const words = formatMessage(locale, 'chat_deadline', { group: plainName(next.group), matches: next.matches, when });
  return [words, ...linkOf(deps, `/group/${groupId}`)].join('\n');
}

/** The longest name of a team in a list: five groups of one chat have room in one message. */
const NAME_MAX = 40;

/** Words the next matches, with kick-offs in the chat's time zone. It says neither scores nor tips. */
export function fixturesText(deps: Deps, locale: Locale, timeZone: string, groupId: string, fixtures: ChatFixtures): string {
  const { group, matches, deadline } = fixtures;
  const when = (at: Date) => writeDate(locale, 'day_time', at, timeZone);
  const named = (team: ChatFixtures['matches'][number]['home']) => plainName([...nameIn(team, locale)].slice(0, NAME_MAX).join(''));
  return [
    formatMessage(locale, 'chat_next', { group: plainName(group), zone: timeZone }),
    ...matches.map(({ home, away, kickoffAt, isOpen }) =>
      formatMessage(locale, isOpen ? 'chat_next_match' : 'chat_next_closed', {
        ...{ home: named(home), away: named(away), when: when(kickoffAt) },
      }),
    ),
    ...(deadline ? [formatMessage(locale, 'chat_next_deadline', { matches: deadline.matches, when: when(deadline.closesAt) })] : []),
    ...linkOf(deps, `/group/${groupId}`),
  ].join('\n');
}

const linkOf = ({ config: { publicUrl } }: Deps, path: string): string[] => (publicUrl ? [publicUrl + path] : []);
