import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type changeNotice as changeNoticeEndpoint,
  type changeSwitch as changeSwitchEndpoint,
  type getNotice,
  type listSwitches,
  type Notice,
  SWITCHES,
  type Switch,
} from '#contract/feature-flags.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit, requireReason } from '#server/modules/admins/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { isShown, type SiteSettings } from '#server/platform/feature-flags/feature-flags.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';

/** Topic whose subscribers fetch the settings again after a change. */
const TOPIC = 'site';

/**
 * Reads the settings made by operators and, if they changed, makes every page of this process fetch them again. Run it every two seconds,
 * because other processes change them too.
 */
export async function noticeSiteSettings(deps: Deps): Promise<void> {
  const isOther = await deps.site.renew(() => readSettings(deps.db));
  if (isOther) deps.publish(TOPIC, { t: 'refetch' });
}

async function readSettings(db: Db): Promise<SiteSettings> {
  const [rows, last] = await Promise.all([findSwitches(db), findLastNotice(db)]);
  const stateOf = (name: Switch) => rows.find((row) => row.name === name)?.is_on ?? true;
  return {
    switches: { staking: stateOf('staking'), redeem: stateOf('redeem'), chat: stateOf('chat'), sign_up: stateOf('sign_up') },
    notice: last ? noticeOf(last) : null,
  };
}

type NoticeRow = NonNullable<Awaited<ReturnType<typeof findLastNotice>>>;

const noticeOf = ({ id, tone, en, zh_cn, vi, shown_until }: NoticeRow): Notice => ({
  id,
  tone: tone as Notice['tone'],
  en,
  zh_cn,
  vi,
  shown_until: shown_until?.toISOString() ?? null,
});

/** Returns all feature flags from the database. */
export async function listAll(deps: Deps): Promise<ReplyOf<typeof listSwitches>> {
  const rows = await findSwitches(deps.db);
  return {
    items: SWITCHES.map((name) => {
      const row = rows.find((known) => known.name === name);
      return { name, is_on: row?.is_on ?? true, changed: row ? changeOf(row) : null };
    }),
  };
}

const changeOf = ({ changed_by, email, changed_at }: { changed_by: string; email: string; changed_at: Date }) => ({
  admin_id: changed_by,
  email,
  at: changed_at.toISOString(),
});

/** Sets a feature flag. Setting it to its present value changes nothing and writes no audit log row. */
export async function change(
  deps: Deps,
  actor: Actor,
  { name, is_on, reason }: ParsedInputOf<typeof changeSwitchEndpoint>,
): Promise<ReplyOf<typeof changeSwitchEndpoint>> {
  requireReason(reason);
  const now = deps.now();
  await transact(deps, async (db) => {
    if (!(await turnSwitch(db, name, is_on, actor.id, now))) return;
    const entry = { action: is_on ? 'switch.on' : 'switch.off', subject: { kind: 'switch', id: name }, reason };
    await recordAudit(db, actor, { ...entry, before: { is_on: !is_on }, after: { is_on } }, now);
  });
  await noticeSiteSettings(deps);
  return listAll(deps);
}

/** Returns the latest notice, whether or not it is shown now; null if it has no text. */
export async function lastNotice(deps: Deps): Promise<ReplyOf<typeof getNotice>> {
  const row = await findLastNotice(deps.db);
  if (!row || [row.en, row.zh_cn, row.vi].every((text) => text === '')) return { notice: null, is_shown: false };
  const notice = noticeOf(row);
  return { notice: { ...notice, changed: changeOf(row) }, is_shown: isShown(notice, deps.now()) };
}

/** Replaces the notice. Throws `invalid_payload` if its end is in the past. */
export async function changeNotice(
  deps: Deps,
  actor: Actor,
  { reason, ...input }: ParsedInputOf<typeof changeNoticeEndpoint>,
): Promise<ReplyOf<typeof changeNoticeEndpoint>> {
  requireReason(reason);
  const now = deps.now();
  const shown_until = input.shown_until === null ? null : new Date(input.shown_until);
  if (shown_until !== null && shown_until <= now) throw new AppError('invalid_payload', { field: 'shown_until' });
  await transact(deps, async (db) => {
    await lockNotices(db);
    const last = await findLastNotice(db);
    await insertNotice(db, { ...input, shown_until }, actor.id, now);
    const before = last ? wordsOf(noticeOf(last)) : null;
    await recordAudit(db, actor, { action: 'notice.change', subject: { kind: 'notice', id: TOPIC }, before, after: input, reason }, now);
  });
  await noticeSiteSettings(deps);
  return lastNotice(deps);
}

const wordsOf = ({ id: _, ...words }: Notice) => words;

/** Returns the feature flags that were ever changed, each with the admin who changed it last. */
const findSwitches = (db: Db) =>
  db
    .selectFrom('switches as s')
    .innerJoin('admins as a', 'a.id', 's.changed_by')
    .select(['s.name', 's.is_on', 's.changed_by', 's.changed_at', 'a.email'])
    .execute();

/** Sets a feature flag and returns whether that changed it. Concurrent changes of the same flag wait for this transaction. */
async function turnSwitch(db: Db, name: Switch, isOn: boolean, adminId: string, at: Date): Promise<boolean> {
  // A flag without a row is on, so storing that would not be a change.
  await sql`
    insert into switches (name, is_on, changed_by, changed_at) select ${name}, true, ${adminId}, ${at} where not ${isOn}::boolean
    on conflict (name) do nothing`.execute(db);
  const { numUpdatedRows } = await db
    .updateTable('switches')
    .set({ is_on: isOn, changed_by: adminId, changed_at: at })
    .where('name', '=', name)
    .where('is_on', '<>', isOn)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the latest notice with the admin who set it; undefined before the first. */
const findLastNotice = (db: Db) =>
  db
    .selectFrom('notices as n')
    .innerJoin('admins as a', 'a.id', 'n.changed_by')
    .selectAll('n')
    .select('a.email')
    .orderBy('n.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface NewNotice {
  tone: string;
  en: string;
  zh_cn: string;
  vi: string;
  shown_until: Date | null;
}

/** Inserts a notice that replaces the last one. The next change waits for this transaction, so that each change knows what it replaced. */
async function insertNotice(db: Db, notice: NewNotice, adminId: string, at: Date): Promise<void> {
  await db
    .insertInto('notices')
    .values({ ...notice, changed_by: adminId, changed_at: at })
    .execute();
}

async function lockNotices(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matchpoint notice'))`.execute(db);
}
