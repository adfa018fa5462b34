import { IntlMessageFormat } from 'intl-messageformat';
import type { MatchBrief } from '#contract/bets.ts';
import type { PushPayload } from '#contract/notifications.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { MatchNews } from '#domain/matches/match-news.ts';
import type { Score } from '#domain/matches/score.ts';
import type { MatchNotification } from '#domain/notifications/notification.ts';
import type { WithdrawalKind } from '#server/platform/messaging/message.ts';
import { en } from '#texts/en/notifications.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import type { NotificationWords } from '#texts/shapes.ts';
import { vi } from '#texts/vi/notifications.ts';
import { zhCN } from '#texts/zh-CN/notifications.ts';

/** The state of a match at the time of a news item. */
export interface MatchFacts extends Pick<MatchNews, 'side' | 'isTakenBack' | 'chance'> {
  status: MatchBrief['status'];
  score: Score | null;
  penalty: Score | null;
  minute: number | null;
  stoppage: number | null;
  /** The player who scored or was sent off, if known. */
  player: string | null;
}

/** The result of a bet, with its points. */
export interface BetEnd {
  state: 'settled' | 'refunded';
  payout: number;
  refund: number;
}

/** The content of a notification, without its sound settings and what differs by device. */
export type Said = Omit<PushPayload, 'renotify' | 'silent' | 'mute'>;

const WORDS: Record<Locale, NotificationWords> = { en, 'zh-CN': zhCN, vi };
type Word = Exclude<keyof NotificationWords, 'withdrawals'>;

const TITLE_MAX = 200;
const BODY_MAX = 600;

/** Words news of a match. A match has one card, whose title is the score. */
export function matchNewsText(kind: MatchNotification, facts: MatchFacts, match: MatchBrief, locale: Locale, at: Date): Said {
  return said(locale, at, {
    kind,
    title: titleOf(match, facts.score, locale),
    body: minuteOf(kind, facts) + lineOf(kind, facts, match, locale),
    ...placeOf(match),
  });
}

/** Words the result of a bet. Each bet has its own card, so a user with two bets on a match sees both. */
export function betEndText(
  contestId: string,
  { state, payout, refund }: BetEnd,
  isCorrected: boolean,
  match: MatchBrief,
  locale: Locale,
  at: Date,
): Said {
  const word = state === 'refunded' ? 'bet_refunded' : payout > 0 ? 'bet_won' : 'bet_lost';
  const line = formatMessage(locale, word, { points: state === 'refunded' ? refund : payout });
  const { home, away } = match.score;
  return said(locale, at, {
    kind: 'bet',
    title: titleOf(match, home === null || away === null ? null : [home, away], locale),
    body: isCorrected ? [formatMessage(locale, 'corrected'), line].join(locale === 'zh-CN' ? '' : ' ') : line,
    ...{ tag: `bet:${contestId}`, url: placeOf(match).url },
  });
}

export function withdrawalText(id: string, what: WithdrawalKind, points: number, locale: Locale, at: Date): Said {
  const body = formatted(WORDS[locale].withdrawals[what], locale, { points });
  const place = { tag: `withdrawal:${id}`, url: '/account?tab=redeem' };
  return said(locale, at, { kind: 'withdrawal', title: formatMessage(locale, 'withdrawal'), body, ...place });
}

/** What a user is reminded of: tips in one or several groups. */
export interface MissingTips {
  tips: number;
  groups: number;
  group_id: string;
  group_name: string;
  closes_at: Date;
}

/** Words a reminder of missing tips; the time is that of the reader's zone. */
export function tipReminderText({ tips, groups, ...first }: MissingTips, locale: Locale, timeZone: string, at: Date): Said {
  const time = new Intl.DateTimeFormat(FORMAT_TAGS[locale], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const isOne = groups === 1;
  return said(locale, at, {
    kind: 'tip_reminder',
    title: formatMessage(locale, 'tips_missing', { tips }),
    body: formatMessage(locale, isOne ? 'tips_missing_in' : 'tips_missing_in_groups', {
      ...(isOne ? { group: first.group_name } : { groups }),
      time: time.format(first.closes_at),
    }),
    ...{ tag: 'tips', url: isOne ? `/group/${first.group_id}` : '/groups' },
  });
}

/** How a round of a tipping group ended for everybody. */
export interface RoundEnd {
  newsId: number;
  groupId: string;
  group: string;
  /** Some of those who won it, and how many did; nobody if nobody had points. */
  names: string[];
  winners: number;
  /** The points of its winners. */
  best: number;
}

/** Words how a round ended for a member. Each round has its own card. */
export function roundDigestText(
  { newsId, groupId, group, names, winners, best }: RoundEnd,
  { before, place, points }: { before: number | null; place: number; points: number },
  locale: Locale,
  at: Date,
): Said {
  const placed = before === null ? 'round_place' : before === place ? 'round_place_kept' : 'round_place_moved';
  const more = winners > names.length ? ` +${winners - names.length}` : '';
  const won = points === best ? 'round_won' : 'round_won_by';
  const lines = [
    formatMessage(locale, placed, { place, ...(before !== null && { before }) }),
    formatMessage(locale, 'round_points', { points }),
    ...(winners === 0 ? [] : [formatMessage(locale, won, { names: names.join(', ') + more, points: best })]),
  ];
  return said(locale, at, {
    kind: 'round_digest',
    title: formatMessage(locale, 'round_over', { group }),
    body: lines.join(' · '),
    ...{ tag: `round:${newsId}`, url: `/group/${groupId}?tab=table` },
  });
}

export interface BetSums {
  bets: number;
  won: number;
  refunded: number;
  points: number;
}

/** Words the summary of bets that ended in quiet hours. */
export function summaryText(sums: BetSums, locale: Locale, at: Date): Said {
  const body = formatMessage(locale, 'summary_bets', { ...sums });
  return said(locale, at, { kind: 'summary', title: formatMessage(locale, 'summary'), body, tag: 'bets', url: '/account' });
}

export const testPayload = (locale: Locale, at: Date): PushPayload => ({
  ...said(locale, at, {
    kind: 'test',
    title: formatMessage(locale, 'test'),
    body: formatMessage(locale, 'test_body'),
    tag: 'test',
    url: '/settings/notifications',
  }),
  ...{ renotify: true, silent: false, mute: null },
});

const said = (lang: Locale, at: Date, text: Omit<Said, 'lang' | 'at'>): Said => ({
  ...text,
  ...{ title: text.title.slice(0, TITLE_MAX), body: text.body.slice(0, BODY_MAX), lang, at: at.toISOString() },
});

const placeOf = ({ id }: MatchBrief) => ({ tag: `match:${id}`, url: `/match/${id}` });

function titleOf(match: MatchBrief, score: Score | null, locale: Locale): string {
  const [home, away] = [nameIn(match.home, locale), nameIn(match.away, locale)];
  return score === null ? `${home} – ${away}` : `${home} ${score[0]}–${score[1]} ${away}`;
}

const nameIn = ({ name, names }: MatchBrief['home'], locale: Locale): string => (locale === 'en' ? undefined : names[locale]) ?? name;

/** Returns the minute prefix ("67′ ", "45+2′ ") for events that have a known minute, else an empty string. */
function minuteOf(kind: MatchNotification, { minute, stoppage, isTakenBack }: MatchFacts): string {
  const hasMinute = minute !== null && (kind === 'goal' || kind === 'red_card' || kind === 'swing') && !isTakenBack;
  return hasMinute ? `${minute}${stoppage === null ? '' : `+${stoppage}`}′ ` : '';
}

function lineOf(kind: MatchNotification, facts: MatchFacts, match: MatchBrief, locale: Locale): string {
  const team = facts.side === null ? '' : nameIn(match[facts.side], locale);
  const { player, isTakenBack } = facts;
  switch (kind) {
    case 'kickoff':
      return formatMessage(locale, match.sport === 'football' ? 'kickoff' : 'start');
    case 'goal':
      if (isTakenBack) return formatMessage(locale, 'goal_back', { team });
      return player === null ? formatMessage(locale, 'goal', { team }) : formatMessage(locale, 'goal_by', { team, player });
    case 'red_card':
      return player === null ? formatMessage(locale, 'red_card', { team }) : formatMessage(locale, 'red_card_of', { team, player });
    case 'full_time':
      return endLine(facts, match, locale);
    case 'swing': {
      const [before, after] = facts.chance ?? [0, 0];
      return formatMessage(locale, 'swing', { team, before, after });
    }
    default:
      return formatMessage(locale, kind);
  }
}

function endLine({ status, penalty }: MatchFacts, { sport }: MatchBrief, locale: Locale): string {
  if (sport !== 'football') return formatMessage(locale, status === 'aet' ? 'after_overtime' : 'final');
  if (status === 'pen' && penalty !== null) return formatMessage(locale, 'after_penalties', { home: penalty[0], away: penalty[1] });
  return formatMessage(locale, status === 'ft' ? 'full_time' : 'after_extra_time');
}

const formatMessage = (locale: Locale, word: Word, values: Record<string, string | number> = {}): string =>
  formatted(WORDS[locale][word], locale, values);

/** Values are inserted unescaped: nothing that shows these texts reads markup. */
const formatted = (message: string, locale: Locale, values: Record<string, string | number>): string =>
  String(parsed(message, locale).format(values));

/** Parsing a message takes much longer than formatting it, so parsed messages are cached. */
const known = new Map<string, IntlMessageFormat>();
function parsed(message: string, locale: Locale): IntlMessageFormat {
  const key = `${locale} ${message}`;
  const format = known.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  known.set(key, format);
  return format;
}
