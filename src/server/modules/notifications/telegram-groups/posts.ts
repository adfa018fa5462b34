import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, GrammyError } from 'grammy';
import { sql } from 'kysely';
import type { Locale } from '#domain/identity/locale.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { putNotifications } from '#server/modules/notifications/news/audience-queries.ts';
import { nextNewsId } from '#server/modules/notifications/news/news-queries.ts';
import * as queue from '#server/modules/notifications/news/send-queries.ts';
import { nextDeadline, tableForChat } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { asProblem, retryMs } from '#server/platform/messaging/channel.ts';
import { transact } from '#server/platform/transact.ts';
import { deadlineText, tableText } from './group-texts.ts';
import { sayInGroup } from './group-updates.ts';

/** A reminder is posted between these times before the first deadline of a round. */
const [EARLIEST_MS, LATEST_MS] = [3 * HOUR_MS, 30 * MINUTE_MS];
/** Nobody wants the table of a round later than this. */
const TABLE_FRESH_MS = DAY_MS;
const [AT_ONCE, IN_HAND_MS, APART_MS] = [20, 10 * MINUTE_MS, 40];

interface Post {
  groupId: string;
  kind: 'table' | 'reminder';
  roundKey: string;
  text: string;
  notAfter: Date;
}

/** Queues a post, once for its round: a second one has no effect. */
export async function queuePost(db: Db, { groupId, kind, roundKey, text, notAfter }: Post, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('telegram_group_posts')
    .values({ group_id: groupId, kind, round_key: roundKey, posted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id')
    .executeTakeFirst();
  if (!row) return false;
  const queued = { target: groupId, tag: `${kind}:${roundKey}`, channel: 'telegram_group' as const, userId: null };
  await putNotifications(db, [{ ...queued, newsId: await nextNewsId(db), payload: { text }, loud: true, dueAt: at, notAfter }]);
  return true;
}

/** Returns the table to post after a round; null if the group has no chat. To be queued with the news of the round. */
export async function roundTablePost(deps: Deps, groupId: string, roundKey: string): Promise<Post | null> {
  const [bound] = await findBound(deps.db, [groupId]);
  const table = bound ? await tableForChat(deps, groupId) : null;
  if (!bound || !table) return null;
  const text = tableText(deps, bound.locale as Locale, groupId, table, true);
  return { groupId, kind: 'table', roundKey, text, notAfter: new Date(deps.now().getTime() + TABLE_FRESH_MS) };
}

/** Queues reminders before the first deadline of a round, for all groups with a chat. Returns how many. */
export async function remindGroupChats(deps: Deps, mayGoOn = () => true): Promise<number> {
  const at = deps.now();
  let queued = 0;
  for (const { group_id, locale, time_zone } of await findClosing(deps.db, at)) {
    if (!mayGoOn()) break;
    const next = await nextDeadline(deps, group_id);
    const leftMs = next === null ? 0 : next.closesAt.getTime() - at.getTime();
    if (next === null || !next.isFirst || leftMs < LATEST_MS || leftMs > EARLIEST_MS) continue;
    const text = deadlineText(deps, locale as Locale, time_zone, group_id, next);
    const post: Post = { groupId: group_id, kind: 'reminder', roundKey: next.roundKey, text, notAfter: next.closesAt };
    if (await transact(deps, (db) => queuePost(db, post, at))) queued++;
  }
  return queued;
}

/** Sends due posts to their chats, each until Telegram has taken it. Returns how many it claimed. */
export async function sendToGroupChats(deps: Deps, api: Api, { apartMs = APART_MS } = {}): Promise<number> {
  const at = deps.now();
  const claimed = await queue.claimDue(deps.db, 'telegram_group', AT_ONCE, at, new Date(at.getTime() + IN_HAND_MS));
  if (claimed.length === 0) return 0;
  const bound = await findBound(
    deps.db,
    claimed.map(({ target }) => target),
  );
  const chats = new Map(bound.map(({ group_id, chat_id }) => [group_id, chat_id]));
  for (const one of claimed) {
    const chatId = chats.get(one.target);
    if (chatId === undefined || one.not_after <= at) await queue.deleteNotifications(deps.db, [one]);
    else {
      await post(deps, api, one, chatId);
      await sleep(apartMs);
    }
  }
  return claimed.length;
}

async function post(deps: Deps, api: Api, one: queue.DueNotification, chatId: number): Promise<void> {
  try {
    await sayInGroup(deps, api, chatId, (one.payload as unknown as { text: string }).text);
    await queue.deleteNotifications(deps.db, [one]);
  } catch (error) {
    const { error_code: code, parameters } = error instanceof GrammyError ? error : { error_code: 500, parameters: {} };
    deps.log.debug({ problem: asProblem(String(error)) }, 'failed to post to a Telegram group chat');
    const pauseMs = Math.min((parameters.retry_after ?? 0) * 1_000, DAY_MS);
    const nextTryAt = new Date(deps.now().getTime() + retryMs(one.tries, deps.randomBytes, pauseMs));
    if ((code !== 429 && code < 500) || nextTryAt >= one.not_after) await queue.deleteNotifications(deps.db, [one]);
    else await queue.putBack(deps.db, one, nextTryAt);
  }
}

const findBound = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom('telegram_groups')
    .select(['group_id', 'chat_id', 'locale', 'time_zone'])
    .where('group_id', 'in', [...groupIds])
    .execute();

/** Returns the groups with a chat of which a match begins within the time of a reminder. */
async function findClosing(db: Db, at: Date): Promise<{ group_id: string; locale: string; time_zone: string }[]> {
  const { rows } = await sql<{ group_id: string; locale: string; time_zone: string }>`
    with near as materialized (
      select m.league_id, m.home_team_id, m.away_team_id, l.sport from matches m join leagues l on l.id = m.league_id
      where m.kickoff_at > ${at} and m.kickoff_at <= ${new Date(at.getTime() + EARLIEST_MS)} and m.status in ('ns', 'tbd')
    )
    select b.group_id, b.locale, b.time_zone from telegram_groups b
    where exists (
      select from near n join tipping_competitions t on t.group_id = b.group_id
        and (t.league_id = n.league_id or t.team_id in (n.home_team_id, n.away_team_id) or t.sport = n.sport)
    )
    order by b.group_id`.execute(db);
  return rows;
}

/** Deletes what was posted longer ago than any round is told, and codes that have expired. */
export async function purgeGroupPosts(db: Db, before: Date, at: Date): Promise<void> {
  await db.deleteFrom('telegram_group_posts').where('posted_at', '<', before).execute();
  await db.deleteFrom('telegram_group_codes').where('expires_at', '<', at).execute();
}
