import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { isMuted } from './mutes.ts';
import type { SettingsRow } from './settings-queries.ts';

/** A user who may be notified, with the channels they can be reached on and their counters of notifications sent. */
export interface AudienceRow {
  user_id: string;
  locale: string;
  time_zone: string;
  /** True unless the account is about to be deleted, or excluded from play. */
  is_at_play: boolean;
  /** True unless the account is about to be deleted. */
  is_staying: boolean;
  /** False for a disabled account. */
  is_active: boolean;
  /** Whether the user has muted the match. */
  is_muted: boolean;
  /** Null if the user has chosen nothing. */
  settings: SettingsRow | null;
  /** Push devices, each with its spoiler shield: `45`, `reveal`, or null. */
  devices: { id: string; shield: string | null }[];
  has_chat: boolean;
  /** Spoiler shield of the browser that last set or removed one. */
  chat_shield: string | null;
  /** Address for the daily digest; null unless it is confirmed. */
  email: string | null;
  used_match: number;
  used_day: number;
}

/**
 * Returns these users by id, with their signed-in browsers that subscribed with our current key, and whether the bot may write to them.
 * `matchId` 0 means no match. Each row uses an index lookup of its own, whatever the planner's statistics of young tables
 * (docs/decisions/026).
 */
export async function findAudience(
  db: Db,
  userIds: readonly string[],
  { matchId, vapid, dayBegan, at }: { matchId: number; vapid: string; dayBegan: Date; at: Date },
): Promise<Map<string, AudienceRow>> {
  const used = (match: number, since: Date | null) => sql`
    coalesce((select used from notification_budgets b where b.user_id = u.id and b.match_id = ${match}
      and b.since > coalesce(${since}::timestamptz, '-infinity') limit 1), 0)`;
  const { rows } = await sql<AudienceRow>`
    select u.id as user_id, u.locale, u.time_zone, u.status = 'normal' as is_active, ${isMuted('u.id', matchId)} as is_muted,
      u.deletion_due_at is null as is_staying,
      u.deletion_due_at is null
        and (select e.until from exclusions e where e.user_id = u.id and e.until > ${at} order by e.until limit 1) is null as is_at_play,
      (select to_json(s) from notification_settings s where s.user_id = u.id limit 1) as settings,
      (select coalesce(json_agg(json_build_object('id', d.id, 'shield', n.shield)), '[]') from push_devices d
        cross join lateral (select * from sessions where sessions.id = d.session_id limit 1) as n
        where d.user_id = u.id and d.vapid_public_key = ${vapid} and n.ended_at is null and n.expires_at > ${at}) as devices,
      (select n.shield from sessions n where n.user_id = u.id and n.shield_at is not null and n.ended_at is null and n.expires_at > ${at}
        order by n.shield_at desc limit 1) as chat_shield,
      u.telegram_notices
        and coalesce((select l.reachable from linked_accounts l where l.user_id = u.id and l.type = 'telegram' limit 1), false) as has_chat,
      case when u.email_verified_at is not null then u.email end as email,
      ${used(matchId, null)} as used_match, ${used(0, dayBegan)} as used_day
    from unnest(${[...new Set(userIds)]}::uuid[]) as given (id)
    cross join lateral (select * from users where users.id = given.id limit 1) as u`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/**
 * Increments each user's counters of notifications with sound: for the match, and for the day, which restarts at the first one after
 * `dayBegan`.
 */
export async function countSent(db: Db, userIds: readonly string[], matchId: number, dayBegan: Date, at: Date): Promise<void> {
  if (userIds.length === 0) return;
  // Sorted in the same order everywhere, so that concurrent processes wait for each other instead of deadlocking.
  await sql`
    insert into notification_budgets as b (user_id, match_id, used, since)
    select user_id, match_id, 1, ${at} from unnest(${userIds}::uuid[]) as user_id, unnest(${[0, matchId]}::integer[]) as match_id
    order by user_id, match_id
    on conflict (user_id, match_id) do update set
      used = case when b.match_id = 0 and b.since <= ${dayBegan} then 1 else b.used + 1 end,
      since = case when b.match_id = 0 and b.since > ${dayBegan} then b.since else excluded.since end`.execute(db);
}

export interface NewNotification {
  target: string;
  tag: string;
  channel: 'push' | 'telegram' | 'telegram_group';
  /** Null for a post to a group chat, whose target is the tipping group. */
  userId: string | null;
  newsId: number;
  payload: object;
  loud: boolean;
  dueAt: Date;
  notAfter: Date;
}

/**
 * Queues notifications. Each replaces an older one with the same tag on the same device or chat, queued or already sent, but never a newer
 * one. A replaced notification that was to make a sound and was not sent yet passes the sound on.
 */
export async function putNotifications(db: Db, all: readonly NewNotification[]): Promise<void> {
  if (all.length === 0) return;
  await sql`
    insert into notifications as n (target, tag, channel, user_id, news_id, payload, loud, next_try_at, not_after)
    select target, tag, channel, user_id, news_id, payload::jsonb, loud, due_at, not_after
    from unnest(${all.map((one) => one.target)}::uuid[], ${all.map((one) => one.tag)}::text[], ${all.map((one) => one.channel)}::text[],
      ${all.map((one) => one.userId)}::uuid[], ${all.map((one) => one.newsId)}::bigint[], ${all.map((one) => JSON.stringify(one.payload))}::text[],
      ${all.map((one) => one.loud)}::boolean[], ${all.map((one) => one.dueAt)}::timestamptz[], ${all.map((one) => one.notAfter)}::timestamptz[]
    ) as given (target, tag, channel, user_id, news_id, payload, loud, due_at, not_after)
    order by target, tag
    on conflict (target, tag) do update set
      news_id = excluded.news_id, payload = excluded.payload, loud = excluded.loud or (n.loud and n.next_try_at is not null),
      version = n.version + 1, next_try_at = excluded.next_try_at, tries = 0, not_after = excluded.not_after
    where n.news_id < excluded.news_id`.execute(db);
}

export interface EndedBet {
  userId: string;
  channel: 'notification' | 'email';
  dueAt: Date;
  state: 'settled' | 'refunded';
  payout: number;
  refund: number;
}

/** Adds bets to their owners' pending summaries; the due time of a pending summary does not change. A user may occur more than once. */
export async function addToSummaries(db: Db, ended: readonly EndedBet[]): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    insert into bet_summaries as b (user_id, channel, due_at, bets, won, refunded, points)
    select user_id, channel, min(due_at), count(*), count(*) filter (where state = 'settled' and payout > 0),
      count(*) filter (where state = 'refunded'), sum(payout + refund)
    from unnest(${ended.map((one) => one.userId)}::uuid[], ${ended.map((one) => one.channel)}::text[],
      ${ended.map((one) => one.dueAt)}::timestamptz[], ${ended.map((one) => one.state)}::text[],
      ${ended.map((one) => one.payout)}::bigint[], ${ended.map((one) => one.refund)}::bigint[]
    ) as given (user_id, channel, due_at, state, payout, refund)
    group by user_id, channel order by user_id, channel
    on conflict (user_id, channel) do update set
      bets = b.bets + excluded.bets, won = b.won + excluded.won, refunded = b.refunded + excluded.refunded, points = b.points + excluded.points`.execute(
    db,
  );
}
