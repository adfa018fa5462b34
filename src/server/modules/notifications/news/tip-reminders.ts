import { NIL } from 'uuid';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import { type AudienceRow, findAudience, type NewNotification, putNotifications } from './audience-queries.ts';
import { nextNewsId } from './news-queries.ts';
import { mayBeTold, quietEnds, waysOf } from './notify-followers.ts';
import * as reminders from './reminder-queries.ts';
import { choicesOf } from './settings.ts';
import { vapidKey } from './vapid.ts';
import { tipReminderText } from './wording.ts';

/** A reminder is sent between these times before tips close: late enough to be needed, and early enough to be of use. */
const [EARLIEST_MS, LATEST_MS] = [3 * HOUR_MS, 30 * MINUTE_MS];
/** It covers what closes by then, so that a day's matches make one reminder. */
const COVERED_MS = 12 * HOUR_MS;
/** Who has just joined has the tips in front of them. */
const SETTLE_IN_MS = HOUR_MS;
const PAGE = 500;

/**
 * Reminds users of the tips that they miss in all of their groups, in one notification each. Who is in quiet hours is reminded when they end
 * if the tips are still open half an hour later, and otherwise not. Returns how many users were reminded.
 */
export async function remindOfTips(deps: Deps, mayGoOn = () => true): Promise<number> {
  const at = deps.now();
  const after = (ms: number) => new Date(at.getTime() + ms);
  await reminders.noteMissing(deps.db, {
    ...{ at, from: after(LATEST_MS), soon: after(EARLIEST_MS), until: after(COVERED_MS), joinedBy: after(-SETTLE_IN_MS) },
  });
  const vapid = (await vapidKey(deps)).publicKey;
  let [reminded, last]: [number, string | null] = [0, NIL];
  while (last !== null && mayGoOn()) {
    const page = await transact(deps, (db) => remindPage(db, last!, at, vapid));
    reminded += page.reminded;
    last = page.last;
  }
  return reminded;
}

/** Queues the reminders of some users, and records that with them. `last` is null after the last user, and while another process reminds. */
async function remindPage(
  db: Parameters<typeof reminders.mayRemind>[0],
  after: string,
  at: Date,
  vapid: string,
): Promise<{ reminded: number; last: string | null }> {
  if (!(await reminders.mayRemind(db))) return { reminded: 0, last: null };
  const due = await reminders.findReminders(db, at, after, PAGE);
  if (due.length === 0) return { reminded: 0, last: null };
  const userIds = due.map(({ user_id }) => user_id);
  const people = await findAudience(db, userIds, { matchId: 0, vapid, dayBegan: at, at });
  const newsId = await nextNewsId(db);
  const quiet = quietEnds(at);
  const [sent, later]: [NewNotification[], { userId: string; dueAt: Date }[]] = [[], []];
  for (const one of due) {
    const person = people.get(one.user_id);
    if (!person || !mayBeTold(person, 'tip_reminder')) continue;
    const choices = choicesOf(person.settings ?? undefined);
    const isQuiet = choices.quiet !== null && !choices.quiet.kinds.includes('tip_reminder');
    const until = isQuiet ? quiet(choices.quiet!, person.time_zone) : null;
    if (until !== null) later.push({ userId: one.user_id, dueAt: until });
    else sent.push(...cardsOf(one, person, waysOf(person, choices, 'tip_reminder'), newsId, at));
  }
  await putNotifications(db, sent);
  await reminders.putOffReminders(db, later, at);
  await reminders.markReminded(db, userIds, at);
  return { reminded: new Set(sent.map(({ userId }) => userId)).size, last: due.length < PAGE ? null : userIds.at(-1)! };
}

function cardsOf(
  one: reminders.Reminder,
  person: AudienceRow,
  ways: ReturnType<typeof waysOf>,
  newsId: number,
  at: Date,
): NewNotification[] {
  const payload = tipReminderText(one, matchLocale(person.locale) ?? DEFAULT_LOCALE, person.time_zone, at);
  // Each reminder is a message of its own in a chat; on a lock screen the last one replaces the earlier ones.
  const tagOn = (channel: string) => (channel === 'push' ? payload.tag : `${payload.tag}:${newsId}`);
  return ways.map(({ to, delayMs }) => ({
    ...{ ...to, tag: tagOn(to.channel), newsId, payload, loud: true },
    ...{ dueAt: new Date(at.getTime() + delayMs), notAfter: one.closes_at },
  }));
}
