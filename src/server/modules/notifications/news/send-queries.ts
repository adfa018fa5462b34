import { sql } from 'kysely';
import { type Db, transact } from '#server/platform/db/pool.ts';
import type { Said } from './wording.ts';

export interface DueNotification {
  target: string;
  tag: string;
  payload: Said;
  loud: boolean;
  version: number;
  tries: number;
  not_after: Date;
  message_id: number | null;
}

/**
 * Claims the oldest due notifications. A claim expires, so the notifications of a crashed sender are sent again; each replaces the earlier
 * one on the device. Leaves out notifications that are no longer wanted.
 */
export function claimDue(
  db: Db,
  channel: 'push' | 'telegram' | 'telegram_group',
  limit: number,
  at: Date,
  inHandUntil: Date,
): Promise<DueNotification[]> {
  return transact(db, async (trx) => {
    // Forces an index scan in order, whatever the planner knows of a table that was empty a minute ago: it must not sort a hundred thousand
    // rows for a few hundred.
    await sql`set local enable_sort = off`.execute(trx);
    const { rows } = await sql<DueNotification>`
      /* claim_notifications */
      with due as materialized (
        select target, tag from notifications where channel = ${channel} and next_try_at <= ${at}
        order by next_try_at limit ${limit} for update skip locked
      )
      update notifications n set next_try_at = ${inHandUntil}, tries = least(n.tries + 1, 1000) from due
      where n.target = due.target and n.tag = due.tag
      returning n.target, n.tag, n.payload, n.loud, n.version, n.tries, n.not_after, n.message_id`.execute(trx);
    return rows;
  });
}

export type InHand = Pick<DueNotification, 'target' | 'tag' | 'version'>;

/** Deletes these notifications unless a newer version has been queued since. */
export async function deleteNotifications(db: Db, all: readonly InHand[]): Promise<void> {
  if (all.length === 0) return;
  await sql`
    delete from notifications n using unnest(${all.map(({ target }) => target)}::uuid[], ${all.map(({ tag }) => tag)}::text[],
      ${all.map(({ version }) => version)}::integer[]) as done (target, tag, version)
    where n.target = done.target and n.tag = done.tag and n.version = done.version`.execute(db);
}

/** Schedules a retry, unless a newer version, which is already due, has been queued. */
export async function putBack(db: Db, { target, tag, version }: InHand, nextTryAt: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ next_try_at: nextTryAt })
    .where('target', '=', target)
    .where('tag', '=', tag)
    .where('version', '=', version)
    .execute();
}

/**
 * Stores the id of the chat message that shows a notification, so that newer versions edit it; a newer version that was queued meanwhile
 * becomes due.
 */
export async function saveShownMessage(db: Db, { target, tag, version }: InHand, messageId: number): Promise<void> {
  await sql`
    update notifications set message_id = ${messageId}, next_try_at = case when version = ${version} then null else next_try_at end
    where target = ${target} and tag = ${tag}`.execute(db);
}

export interface SendingDevice {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Returns those of these devices that are still signed in. Each row uses an index lookup of its own, as in `findAudience`. */
export async function findSendingDevices(db: Db, ids: readonly string[], at: Date): Promise<SendingDevice[]> {
  const { rows } = await sql<SendingDevice>`
    select d.id, d.endpoint, d.p256dh, d.auth from unnest(${ids}::uuid[]) as given (id)
    cross join lateral (select * from push_devices where push_devices.id = given.id limit 1) as d
    cross join lateral (select ended_at, expires_at from sessions where sessions.id = d.session_id limit 1) as s
    cross join lateral (select status from users where users.id = d.user_id limit 1) as u
    where s.ended_at is null and s.expires_at > ${at} and u.status = 'normal'`.execute(db);
  return rows;
}

/** Returns the chats of these users in which the bot may write and notifications are turned on. */
export const findChats = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('linked_accounts as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'l.subject'])
    .where('l.type', '=', 'telegram')
    .where('l.reachable', '=', true)
    .where('u.telegram_notices', '=', true)
    .where('u.status', '=', 'normal')
    .where('u.id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
