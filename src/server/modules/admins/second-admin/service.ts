import { sql } from 'kysely';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AdminEventKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';

/** Why an admin may not give the second approval: they gave the first, or count as the same person as the first admin. */
export type NoSecond = 'same_reviewer' | 'one_hand';

type Needed = Pick<Deps, 'config' | 'now'>;

/**
 * Returns for each requester why an admin may not approve their request; null if they may (docs/decisions/050). The same person are: the
 * requester, admins created, reset, promoted or enabled by the same admin within 30 days, and admins who signed in with the same browser.
 * In the demo one person acts as all admins on one device, so browsers are not compared.
 */
export async function checkSeconds(
  { config, now }: Needed,
  db: Db,
  adminId: string,
  askerIds: readonly string[],
): Promise<Map<string, NoSecond | null>> {
  const others = [...new Set(askerIds)].filter((id) => id !== adminId);
  const [hands, devices] =
    others.length === 0
      ? [new Set<string>(), new Set<string>()]
      : await Promise.all([
          findOneHand(db, adminId, others, new Date(now().getTime() - HANDS_MS)),
          config.demo ? new Set<string>() : findOneDevice(db, adminId, others),
        ]);
  const judged = (id: string): NoSecond | null => {
    if (id === adminId) return 'same_reviewer';
    return hands.has(id) || devices.has(id) ? 'one_hand' : null;
  };
  return new Map(askerIds.map((id) => [id, judged(id)]));
}

/** Returns whether an admin may approve a request of this requester. */
export const mayBeSecond = async (deps: Needed, db: Db, askerId: string, adminId: string): Promise<boolean> =>
  (await checkSeconds(deps, db, adminId, [askerId])).get(askerId) === null;

/**
 * Returns for each decision whether it still counts: its admin is active, has one of these roles, and was not disabled, demoted or reset
 * since.
 */
export const countingWords = (db: Db, words: readonly WordGiven[], roles: readonly AdminRole[]): Promise<boolean[]> =>
  findCounting(db, words, roles);

/**
 * Returns whether a super is the only one who could decide about admins: nobody else could be the second admin, not counting the affected
 * one, and the super has not caused this by disabling or demoting somebody within 30 days.
 */
export async function isOnlySuper(deps: Needed, db: Db, adminId: string, subjectId: string): Promise<boolean> {
  const others = await findOtherSupers(db, [adminId, subjectId]);
  if (await hasShutOut(db, adminId, new Date(deps.now().getTime() - HANDS_MS))) return false;
  for (const other of others) if (await mayBeSecond(deps, db, adminId, other)) return false;
  return true;
}

/** The dependencies for notifications, which the command line also has. */
export type NotificationDeps = Pick<Deps, 'now' | 'randomBytes' | 'serverKeys'>;

interface Happened {
  event: AdminEventKind;
  /** The affected admin; for one not created yet, an unused id. */
  admin: { id: string; email: string };
  /** The new or present role. */
  role: string;
  /** The author: an address, or the command line. */
  by: string;
}

/**
 * Notifies admins of a change of admins, in the caller's transaction: supers or all admins, and the affected one; in the language of their
 * alerts, which they cannot switch off for this. Always by mail, and to the chats of those who chose Telegram.
 */
export async function notifyAdmins(
  deps: NotificationDeps,
  db: Db,
  { event, admin, role, by }: Happened,
  audience: 'supers' | 'all' = 'supers',
): Promise<void> {
  const about = newId(deps);
  const content = { kind: 'admin_event', event, admin: admin.email, role, by, at: deps.now().toISOString() } as const;
  for (const { id, email, locale, chat } of await findRecipients(db, admin.id, audience)) {
    const message = { userId: null, locale, content };
    await queueMessage(deps, db, { ...message, key: `admin_event:${about}:${id}:email`, channel: 'email', to: email });
    if (chat !== null)
      await queueMessage(deps, db, { ...message, key: `admin_event:${about}:${id}:telegram`, channel: 'telegram', to: chat });
  }
}

/** How long an admin who created or reset an account counts as the same person as its owner. */
const HANDS_MS = 30 * 86_400_000;

/**
 * Returns which of these admins count as the same person as an admin: one of the two created, reset, promoted or enabled the other since a
 * moment, or a third admin did so with both. Requesters and approvers of such changes count, over any number of accounts in between.
 */
async function findOneHand(db: Db, adminId: string, otherIds: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ admin_id: string }>`
    with recursive hands (admin_id, hand) as (
      select id, id from unnest(${[adminId, ...otherIds]}::uuid[]) as asked (id)
      union
      select h.admin_id, maker.id from hands h
        join admin_events e on e.admin_id = h.hand and e.kind in ('create', 'reset', 'promote', 'enable') and e.at > ${since}
        cross join lateral (values (e.asked_by), (e.agreed_by)) as maker (id)
        where maker.id is not null
    )
    select distinct other.admin_id from hands own join hands other on other.hand = own.hand and other.admin_id <> own.admin_id
      where own.admin_id = ${adminId}`.execute(db);
  return new Set(rows.map(({ admin_id }) => admin_id));
}

/** Returns which of these admins signed in with a browser that an admin also used; sessions are stored for 30 days after their end. */
async function findOneDevice(db: Db, adminId: string, otherIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ admin_id: string }>`
    select distinct other.admin_id from admin_sessions own join admin_sessions other on other.device_id = own.device_id
      where own.admin_id = ${adminId} and other.admin_id = any(${otherIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ admin_id }) => admin_id));
}

export interface WordGiven {
  admin_id: string;
  at: Date;
}

/**
 * Returns for each decision of an admin whether it still counts: the admin is active, has a permitted role, and was not disabled, demoted
 * or reset since.
 */
async function findCounting(db: Db, words: readonly WordGiven[], roles: readonly string[]): Promise<boolean[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ counts: boolean }>`
    select a.status = 'normal' and a.role = any(${roles}::text[]) and not exists (
      select from admin_events e where e.admin_id = a.id and e.kind in ('disable', 'demote', 'reset') and e.at > w.at
    ) as counts
    from unnest(${words.map(({ admin_id }) => admin_id)}::uuid[], ${words.map(({ at }) => at)}::timestamptz[]) with ordinality as w (admin_id, at, n)
    join admins a on a.id = w.admin_id order by w.n`.execute(db);
  return rows.map(({ counts }) => counts);
}

/** Returns the active supers except these. */
async function findOtherSupers(db: Db, exceptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('admins')
    .select('id')
    .where('role', '=', 'super')
    .where('status', '=', 'normal')
    .where('id', '<>', sql<string>`all(${exceptIds}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns whether an admin has disabled or demoted somebody since a moment: then they do not count as the only super. */
async function hasShutOut(db: Db, adminId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('admin_events')
    .select('id')
    .where('asked_by', '=', adminId)
    .where('kind', 'in', ['disable', 'demote'])
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewAdminEvent {
  admin_id: string;
  kind: 'create' | 'reset' | 'promote' | 'demote' | 'enable' | 'disable';
  asked_by: string | null;
  agreed_by: string | null;
  at: Date;
}

export async function insertEvent(db: Db, event: NewAdminEvent): Promise<void> {
  await db.insertInto('admin_events').values(event).execute();
}

/** Returns whom to notify of changes of admins: active supers or all active admins, and the affected admin. */
async function findRecipients(db: Db, adminId: string, audience: 'supers' | 'all') {
  return db
    .selectFrom('admins')
    .leftJoin('admin_alert_settings as s', 's.admin_id', 'admins.id')
    .leftJoin('admin_telegram_chats as c', (join) =>
      join.onRef('c.admin_id', '=', 'admins.id').on('c.reachable', '=', true).on(sql<boolean>`'telegram' = any(s.by)`),
    )
    .select(['id', 'email', sql<Locale>`coalesce(s.locale, 'en')`.as('locale'), 'c.subject as chat'])
    .where((eb) =>
      eb.or([eb('id', '=', adminId), eb.and([eb('status', '=', 'normal'), ...(audience === 'supers' ? [eb('role', '=', 'super')] : [])])]),
    )
    .orderBy('email')
    .execute();
}
