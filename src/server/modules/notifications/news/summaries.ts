import { sql } from 'kysely';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { OWN_NEWS_FRESH_MINUTES } from '#domain/notifications/notification.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { type AudienceRow, findAudience, putNotifications } from './audience-queries.ts';
import { nextNewsId } from './news-queries.ts';
import { waysOf } from './notify-followers.ts';
import { choicesOf } from './settings.ts';
import { unsubscribeLinks } from './unsubscribe.ts';
import { vapidKey } from './vapid.ts';
import { type BetSums, summaryText } from './wording.ts';

const AT_ONCE = 200;

/** Queues summaries of bets that ended in quiet hours that are now over, and daily digests by mail. Returns the number of users. */
export async function notifySummaries(deps: Deps): Promise<number> {
  const vapid = (await vapidKey(deps)).publicKey;
  return transact(deps, async (db) => {
    const at = deps.now();
    const due = await takeSummaries(db, at, AT_ONCE);
    if (due.length === 0) return 0;
    const people = await findAudience(
      db,
      due.map(({ user_id }) => user_id),
      { matchId: 0, vapid, dayBegan: at, at },
    );
    const newsId = await nextNewsId(db);
    for (const one of due) {
      const person = people.get(one.user_id);
      if (!person?.is_active || !person.is_at_play) continue;
      await (one.channel === 'email' ? mail(deps, db, one, person) : notify(db, one, person, newsId, at));
    }
    return due.length;
  });
}

async function notify(db: Db, sums: DueSummary, person: AudienceRow, newsId: number, at: Date): Promise<void> {
  const payload = summaryText(sums, matchLocale(person.locale) ?? DEFAULT_LOCALE, at);
  const notAfter = new Date(at.getTime() + OWN_NEWS_FRESH_MINUTES * 60_000);
  const ways = waysOf(person, choicesOf(person.settings ?? undefined), 'bet');
  // Each summary is a message of its own in a chat; on a lock screen the last one replaces the earlier ones.
  const tagOn = (channel: string) => (channel === 'push' ? payload.tag : `${payload.tag}:${newsId}`);
  await putNotifications(
    db,
    ways.map(({ to }) => ({ ...to, tag: tagOn(to.channel), newsId, payload, loud: true, dueAt: at, notAfter })),
  );
}

async function mail(deps: Deps, db: Db, { user_id, due_at, bets, won, refunded, points }: DueSummary, person: AudienceRow) {
  const { kinds } = choicesOf(person.settings ?? undefined);
  if (!kinds.bet.mail || person.email === null) return;
  const content = { kind: 'bets_digest', bets, won, refunded, points, unsubscribe: unsubscribeLinks(deps, user_id) } as const;
  await queueMessage(deps, db, {
    ...{ key: `bets_digest:${user_id}:${due_at.toISOString()}`, userId: user_id, channel: 'email', to: person.email },
    ...{ locale: matchLocale(person.locale) ?? DEFAULT_LOCALE, content },
  });
}

interface DueSummary extends BetSums {
  user_id: string;
  channel: 'notification' | 'email';
  due_at: Date;
}

/** Claims due summaries, longest due first; a rollback releases them. */
async function takeSummaries(db: Db, at: Date, limit: number): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    delete from bet_summaries b using (
      select user_id, channel from bet_summaries where due_at <= ${at} order by due_at limit ${limit} for update skip locked
    ) as due
    where b.user_id = due.user_id and b.channel = due.channel
    returning b.user_id, b.channel, b.due_at, b.bets, b.won, b.refunded, b.points`.execute(db);
  return rows;
}
