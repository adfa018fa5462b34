import { DEFAULT_LOCALE, matchLocale } from '#domain/locale.ts';
import { OWN_NEWS_FRESH_MINUTES } from '#domain/notification.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { type AudienceRow, findAudience, putNotifications } from './audience-queries.ts';
import { choicesOf } from './settings.ts';
import * as summaries from './summary-queries.ts';
import { waysOf } from './tell.ts';
import { vapidKey } from './vapid.ts';
import { saySummary } from './wording.ts';

const AT_ONCE = 200;

/** Tells of bets that ended in quiet hours, now that these are over, and of a day's by mail. Says of how many users. */
export async function tellSummaries(deps: Deps): Promise<number> {
  const vapid = (await vapidKey(deps)).publicKey;
  return transact(deps, async (db) => {
    const at = deps.now();
    const due = await summaries.takeSummaries(db, at, AT_ONCE);
    if (due.length === 0) return 0;
    const people = await findAudience(
      db,
      due.map(({ user_id }) => user_id),
      { matchId: 0, vapid, dayBegan: at, at },
    );
    const newsId = await summaries.nextNewsId(db);
    for (const one of due) {
      const person = people.get(one.user_id);
      if (!person?.is_active || !person.is_at_play) continue;
      await (one.channel === 'email' ? mail(deps, db, one, person) : notify(db, one, person, newsId, at));
    }
    return due.length;
  });
}

async function notify(db: Db, sums: summaries.DueSummary, person: AudienceRow, newsId: number, at: Date): Promise<void> {
  const payload = saySummary(sums, matchLocale(person.locale) ?? DEFAULT_LOCALE, at);
  const notAfter = new Date(at.getTime() + OWN_NEWS_FRESH_MINUTES * 60_000);
  const ways = waysOf(person, choicesOf(person.settings ?? undefined), 'bet');
  // A chat keeps each morning's; a lock screen the last one's.
  const tagOn = (channel: string) => (channel === 'push' ? payload.tag : `${payload.tag}:${newsId}`);
  await putNotifications(
    db,
    ways.map(({ to }) => ({ ...to, tag: tagOn(to.channel), newsId, payload, loud: true, dueAt: at, notAfter })),
  );
}

async function mail(deps: Deps, db: Db, { user_id, due_at, bets, won, refunded, points }: summaries.DueSummary, person: AudienceRow) {
  const { kinds } = choicesOf(person.settings ?? undefined);
  if (!kinds.bet.mail || person.email === null) return;
  await queueMessage(deps, db, {
    ...{ key: `bets_digest:${user_id}:${due_at.toISOString()}`, userId: user_id, channel: 'email', to: person.email },
    ...{ locale: matchLocale(person.locale) ?? DEFAULT_LOCALE, content: { kind: 'bets_digest', bets, won, refunded, points } },
  });
}
