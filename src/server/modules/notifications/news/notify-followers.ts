import { NIL } from 'uuid';
import type { MatchBrief } from '#contract/bets.ts';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/identity/locale.ts';
import {
  isMatchKind,
  isTippingKind,
  type MatchNotification,
  NEWS_FRESH_MINUTES,
  type NotificationKind,
  OWN_NEWS_FRESH_MINUTES,
  revealsResult,
} from '#domain/notifications/notification.ts';
import { nextTimeOfDay, planNotification, type QuietHours, quietUntil, type Verdict } from '#domain/notifications/notification-plan.ts';
import { parseShield } from '#domain/notifications/shield.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { WithdrawalKind } from '#server/platform/messaging/message.ts';
import { transact } from '#server/platform/transact.ts';
import * as audience from './audience-queries.ts';
import * as news from './news-queries.ts';
import { deleteDigests, findDigestReaders, findRoundEnd } from './round-digests.ts';
import { type Choices, choicesOf } from './settings.ts';
import { vapidKey } from './vapid.ts';
import {
  type BetEnd,
  betEndText,
  type MatchFacts,
  matchNewsText,
  type RoundEnd,
  roundDigestText,
  type Said,
  withdrawalText,
} from './wording.ts';

/** Readers per transaction: small enough to block nobody for long. */
const PAGE = 500;
/** Local time of the daily digest. */
const DIGEST_AT = '09:00';

/** Queues notifications for pending news, one page of readers at a time, while `mayGoOn` returns true; returns the number of pages. */
export async function notifyFollowers(deps: Deps, mayGoOn = () => true): Promise<number> {
  let pages = 0;
  while (mayGoOn() && (await notifyPage(deps))) pages++;
  return pages;
}

/**
 * Processes one page of the news item that has waited longest. The notifications and the progress are written in one transaction, so no
 * reader is skipped or notified twice.
 */
async function notifyPage(deps: Deps): Promise<boolean> {
  const vapid = (await vapidKey(deps)).publicKey;
  return transact(deps, async (db) => {
    const one = await news.takeNews(db);
    if (!one) return false;
    const at = deps.now();
    const kind = one.kind as NotificationKind;
    const notAfter = new Date(one.happened_at.getTime() + (isMatchKind(kind) ? NEWS_FRESH_MINUTES : OWN_NEWS_FRESH_MINUTES) * MINUTE_MS);
    const readers = at < notAfter ? await readersOf(db, one) : [];
    if (readers.length > 0) await notifyReaders(db, { one, kind, readers, notAfter, at, vapid, quietUntil: quietEnds(at) });
    const toldTo = readers.length < PAGE ? null : readers.at(-1)!.cursor;
    if (kind === 'round_digest') await deleteDigests(db, one.id, toldTo);
    await news.markTold(db, one.id, toldTo, at);
    return true;
  });
}

function readersOf(
  db: Db,
  { id, group_id, match_id, contest_id, withdrawal_id, facts, happened_at, told_to }: news.NewsRow,
): Promise<news.Reader[]> {
  const after = told_to ?? NIL;
  if (withdrawal_id !== null) return news.findWithdrawalReader(db, withdrawal_id);
  if (group_id !== null) return findDigestReaders(db, id, after, PAGE);
  if (contest_id === null) return news.findMatchReaders(db, match_id!, after, PAGE);
  return news.findBetReaders(db, contest_id, (facts as unknown as BetFacts).isCorrected ? happened_at : null, after, PAGE);
}

interface BetFacts {
  isCorrected: boolean;
}

interface Page {
  one: news.NewsRow;
  kind: NotificationKind;
  readers: readonly news.Reader[];
  notAfter: Date;
  at: Date;
  vapid: string;
  quietUntil: (quiet: QuietHours, timeZone: string) => Date | null;
}

async function notifyReaders(db: Db, page: Page): Promise<void> {
  const { one, kind, readers, at, vapid } = page;
  const matchId = one.match_id ?? 0;
  const dayBegan = new Date(at.getTime() - DAY_MS);
  const people = await audience.findAudience(
    db,
    readers.map(({ user_id }) => user_id),
    { matchId, vapid, dayBegan, at },
  );
  const match = (await findMatchBriefs(db, [matchId])).get(matchId);
  const round = kind === 'round_digest' ? await findRoundEnd(db, one) : null;
  const say = contentBuilder(page, match, round);
  const [sent, counted, later]: [audience.NewNotification[], string[], audience.EndedBet[]] = [[], [], []];
  for (const reader of readers) {
    const person = people.get(reader.user_id);
    if (!person || !mayBeTold(person, kind)) continue;
    if (person.is_muted && isMatchKind(kind)) continue;
    const choices = choicesOf(person.settings ?? undefined);
    const ways = waysOf(person, choices, kind);
    const verdict = verdictOf(page, person, choices, ways);
    if (kind === 'bet') later.push(...latersOf(reader, person, choices, verdict, at));
    if (verdict.act === 'drop' || (verdict.act === 'later' && kind === 'bet')) continue;
    if (verdict.act === 'send' && isMatchKind(kind)) counted.push(person.user_id);
    sent.push(...ways.map(({ to, delayMs }) => ({ ...to, ...loudness(page, verdict, delayMs), ...say(reader, person) })));
  }
  await audience.putNotifications(db, sent);
  await audience.countSent(db, counted, matchId, dayBegan, at);
  await audience.addToSummaries(db, later);
}

/**
 * Returns whether a user may get notifications of a kind at all. Those about withdrawals go to everybody with an account, those about tipping
 * groups, which take no stakes, also to users who excluded themselves from play.
 */
export function mayBeTold(
  { is_active, is_at_play, is_staying }: Pick<audience.AudienceRow, 'is_active' | 'is_at_play' | 'is_staying'>,
  kind: NotificationKind,
): boolean {
  if (!is_active || kind === 'withdrawal') return is_active;
  return isTippingKind(kind) ? is_staying : is_at_play;
}

interface Way {
  to: Pick<audience.NewNotification, 'target' | 'channel' | 'userId'>;
  /** Delay of the device's spoiler shield, in milliseconds. */
  delayMs: number;
}

/** Returns the devices and chats on which a user wants this notification and whose spoiler shield allows it. */
export function waysOf(
  { user_id: userId, devices, has_chat, chat_shield }: audience.AudienceRow,
  { kinds }: Choices,
  kind: NotificationKind,
): Way[] {
  const wanted: { push: boolean; telegram?: boolean } = kinds[kind];
  const wayTo = (target: string, channel: 'push' | 'telegram', mode: string | null): Way[] => {
    const shield = mode === null ? null : parseShield(mode);
    if (shield && 'revealed' in shield) return revealsResult(kind) ? [] : [{ to: { target, channel, userId }, delayMs: 0 }];
    return [{ to: { target, channel, userId }, delayMs: (shield?.delaySeconds ?? 0) * 1_000 }];
  };
  return [
    ...(wanted.push ? devices.flatMap(({ id, shield }) => wayTo(id, 'push', shield)) : []),
    ...(wanted.telegram && has_chat ? wayTo(userId, 'telegram', chat_shield) : []),
  ];
}

function verdictOf(
  { one, kind, quietUntil }: Page,
  person: audience.AudienceRow,
  { quiet, match_max, day_max }: Choices,
  ways: Way[],
): Verdict {
  const isQuiet = quiet !== null && !quiet.kinds.includes(kind);
  return planNotification({
    ...{ kind, swing: one.swing, isWanted: ways.length > 0, quietUntil: isQuiet ? quietUntil(quiet, person.time_zone) : null },
    ...{ used: { match: person.used_match, day: person.used_day }, max: { match: match_max, day: day_max } },
  });
}

/**
 * Returns a memoised function for the end of current quiet hours: many readers share the same hours, and computing it costs as much as
 * everything else about a reader.
 */
export function quietEnds(at: Date): Page['quietUntil'] {
  const known = new Map<string, Date | null>();
  return (quiet, timeZone) => {
    const key = `${quiet.from} ${quiet.to} ${timeZone}`;
    if (!known.has(key)) known.set(key, quietUntil(quiet, timeZone, at));
    return known.get(key) ?? null;
  };
}

function loudness(
  { one, notAfter, at }: Page,
  verdict: Verdict,
  delayMs: number,
): Pick<audience.NewNotification, 'newsId' | 'loud' | 'dueAt' | 'notAfter'> {
  const dueAt = new Date((verdict.act === 'later' ? verdict.until : at).getTime() + delayMs);
  // A delayed notification stays valid for as long after its delay as it would be now.
  return {
    newsId: one.id,
    loud: verdict.act !== 'replace',
    dueAt,
    notAfter: new Date(notAfter.getTime() + dueAt.getTime() - at.getTime()),
  };
}

/** Returns the summary entries of a bet: for the end of quiet hours, and for the next digest if wanted. */
function latersOf(
  { state, payout, refund }: news.Reader,
  { user_id: userId, email, time_zone }: audience.AudienceRow,
  { kinds }: Choices,
  verdict: Verdict,
  at: Date,
): audience.EndedBet[] {
  if (state === null) return [];
  const end = { userId, state, payout: payout ?? 0, refund: refund ?? 0 };
  return [
    ...(verdict.act === 'later' ? [{ ...end, channel: 'notification' as const, dueAt: verdict.until }] : []),
    ...(kinds.bet.mail && email !== null ? [{ ...end, channel: 'email' as const, dueAt: nextTimeOfDay(DIGEST_AT, time_zone, at) }] : []),
  ];
}

type NotificationContent = Pick<audience.NewNotification, 'payload' | 'tag'>;

/** Returns a function that words the notification of a reader. News of a match is worded once per language. */
function contentBuilder({ one, kind }: Page, match: MatchBrief | undefined, round: RoundEnd | null) {
  const at = one.happened_at;
  const said = new Map<Locale, Said>();
  const common = (locale: Locale): Said => {
    const known = said.get(locale) ?? matchNewsText(kind as MatchNotification, one.facts as unknown as MatchFacts, match!, locale, at);
    said.set(locale, known);
    return known;
  };
  return (reader: news.Reader, person: audience.AudienceRow): NotificationContent => {
    const locale = matchLocale(person.locale) ?? DEFAULT_LOCALE;
    const payload = round
      ? roundDigestText(round, reader.round!, locale, at)
      : (notifyUser(one, kind, reader, match, locale) ?? common(locale));
    return { payload, tag: payload.tag };
  };
}

/** Words a notification that is individual to a reader; null for news that is the same for everybody. */
function notifyUser(
  one: news.NewsRow,
  kind: NotificationKind,
  reader: news.Reader,
  match: MatchBrief | undefined,
  locale: Locale,
): Said | null {
  if (kind === 'withdrawal') {
    const { what, points } = one.facts as unknown as { what: WithdrawalKind; points: number };
    return withdrawalText(one.withdrawal_id!, what, points, locale, one.happened_at);
  }
  if (kind !== 'bet') return null;
  const { isCorrected } = one.facts as unknown as BetFacts;
  return betEndText(one.contest_id!, reader as BetEnd, isCorrected, match!, locale, one.happened_at);
}
