import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { MatchBrief } from '#contract/bets.ts';
import type { LiveChange } from '#contract/live.ts';
import { DEFAULT_LOCALE, type Locale, matchLocale } from '#domain/locale.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs } from '#server/features/matches/service.ts';
import { asProblem } from '#server/messages/channel.ts';
import { nameOf } from './commands.ts';
import * as telegram from './queries.ts';
import { say } from './say.ts';

type EndedBet = Extract<LiveChange, { t: 'bet' }> & { userId: string };

/** What is told to nobody for so long is of no interest any more: the page shows it anyway. */
const WAITING_MAX = 10_000;
const EVERY_MS = 1_000;
/** Telegram lets a bot say thirty things a second. */
const APART_MS = 40;

export type Notices = ReturnType<typeof createNotices>;

/** Bets that ended, for as long as it takes to tell their owners. */
export function createNotices() {
  let waiting: EndedBet[] = [];
  return {
    /** Hears all that is published. */
    hear: (topic: string, change: LiveChange): void => {
      if (change.t !== 'bet' || !topic.startsWith('me:') || waiting.length === WAITING_MAX) return;
      waiting.push({ ...change, userId: topic.slice('me:'.length) });
    },
    take: (): EndedBet[] => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

/**
 * Tells users in their chats of their bets that ended, until `signal` ends it. A nicety, so it is kept nowhere: what cannot be said, or is
 * heard while the process ends, is not said later. Codes and warnings go through the queue of messages.
 */
export async function tellNotices(deps: Deps, api: Api, notices: Notices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ended = notices.take();
    if (ended.length > 0)
      await tell(deps, api, ended, signal).catch((error) => deps.log.error({ err: error }, 'nobody was told of ended bets'));
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

async function tell({ db, now, log }: Deps, api: Api, ended: EndedBet[], signal: AbortSignal): Promise<void> {
  const listeners = await telegram.findListeners(db, [...new Set(ended.map(({ userId }) => userId))], now());
  const chats = new Map(listeners.map((listener) => [listener.id, listener]));
  const wanted = ended.filter(({ userId }) => chats.has(userId));
  const matches = await findMatchBriefs(db, [...new Set(wanted.map(({ match_id }) => match_id))]);
  for (const bet of wanted) {
    if (signal.aborted) return;
    const { subject, locale } = chats.get(bet.userId)!;
    const text = inWords(bet, matches.get(bet.match_id)!, matchLocale(locale) ?? DEFAULT_LOCALE);
    await api.sendMessage(subject, text).catch((error) => log.warn({ problem: asProblem(String(error)) }, 'a notice was not taken'));
    await sleep(APART_MS, undefined, { signal }).catch(() => {});
  }
}

function inWords({ state, payout, refund }: EndedBet, { home, away }: MatchBrief, locale: Locale): string {
  const values = { home: nameOf(home, locale), away: nameOf(away, locale) };
  if (state === 'refunded') return say(locale, 'bet_refunded', { ...values, points: refund });
  return say(locale, payout > 0 ? 'bet_won' : 'bet_lost', { ...values, points: payout });
}
