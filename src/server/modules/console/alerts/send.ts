import { sql } from 'kysely';
import type { Locale } from '#domain/identity/locale.ts';
import {
  ALERT_CONDITIONS,
  ALERT_ROLES,
  type AlertCondition,
  type AlertState,
  type AlertStep,
  type AlertWay,
  followAlert,
  joined,
  waysToTell,
} from '#domain/notifications/operator-alert.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { siteCondition } from '#server/modules/console/health/service.ts';
import { findUnexplained } from '#server/modules/withdrawals/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { siteAddress } from '#server/platform/http/request-context.ts';
import type { MessageContent } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { hasBot, sendsMail } from './settings.ts';

type OperatorAlertContent = Extract<MessageContent, { kind: 'operator_alert' }>;

/** Ids that a message names. */
const NAMED_MAX = 5;
/** How far the clocks of two processes may be apart. */
const CLOCKS_APART_MS = 5 * MINUTE_MS;

/**
 * Looks at all conditions, and queues messages about what began, changed, lasts or ended, by the ways that each admin chose. What was told
 * is stored in the transaction that queues the messages: a crash loses neither, and of two processes one sends. Does nothing where neither
 * mails nor Telegram messages are sent, so that nothing counts as told that nobody could read.
 */
export async function sendAlerts(deps: Deps): Promise<void> {
  if (!sendsMail(deps) && !hasBot(deps)) return;
  const at = deps.now();
  const present = await presentConditions(deps);
  for (const condition of ALERT_CONDITIONS) await transact(deps, (db) => follow(deps, db, condition, present[condition], at));
}

async function follow(deps: Deps, db: Db, condition: AlertCondition, present: string[], at: Date): Promise<void> {
  const row = await lock(db, condition);
  if (row.checked_at !== null && isChecked(row.checked_at, at)) return;
  const before = stateOf(row);
  const { step, state } = followAlert(before, present, at.getTime());
  await store(db, condition, state, at);
  if (step === null) return;
  const fresh = joined(before, present);
  const named = (step === 'ended' ? [] : [...fresh, ...present.filter((id) => !fresh.includes(id))]).slice(0, NAMED_MAX);
  const since = new Date((before ?? state)!.sinceMs);
  const content: OperatorAlertContent = {
    ...{ kind: 'operator_alert', alert: condition, step, count: present.length, ids: named, since: since.toISOString() },
    page: `${siteAddress(deps, { origin: null, host: null })}${pageOf(condition, step, present)}`,
  };
  for (const { id, email, locale, by, chat } of await findRecipients(db, condition)) {
    const about = `operator_alert:${condition}:${since.getTime()}:${step}:${at.getTime()}:${id}`;
    for (const channel of waysToTell(by, workingWays(deps, chat))) {
      const to = channel === 'telegram' ? chat : email;
      await queueMessage(deps, db, { ...{ key: `${about}:${channel}`, userId: null, channel, to, locale }, content });
    }
  }
}

/** Returns the ways by which messages reach an admin; `chat` is null if the bot may not write to one. */
const workingWays = (deps: Deps, chat: string | null): AlertWay[] => [
  ...(sendsMail(deps) ? (['email'] as const) : []),
  ...(hasBot(deps) && chat !== null ? (['telegram'] as const) : []),
];

/** Returns whether another process has looked since: then what this one found is out of date. */
const isChecked = (checkedAt: Date, at: Date): boolean => {
  const aheadMs = checkedAt.getTime() - at.getTime();
  return aheadMs >= 0 && aheadMs <= CLOCKS_APART_MS;
};

const PAGES: Record<AlertCondition, string> = {
  large_request: '/admin/withdrawals?sort=points',
  overdue_request: '/admin/withdrawals?age=24',
  flagged_request: '/admin/withdrawals',
  feed_silent: '/admin',
  ledger_unproven: '/admin',
  treasury_short: '/admin/treasury',
  treasury_unexplained: '/admin/treasury',
};

/** Returns the page of the console that shows what an alert is about: that of the one withdrawal, if it is about one. */
function pageOf(condition: AlertCondition, step: AlertStep, present: readonly string[]): string {
  const page = PAGES[condition];
  return page.startsWith('/admin/withdrawals') && step !== 'ended' && present.length === 1 ? `/admin/withdrawals/${present[0]}` : page;
}

interface StoredAlert {
  since: Date | null;
  gone_since: Date | null;
  told_at: Date | null;
  told: string[];
  checked_at: Date | null;
}

/** Locks the row of a condition, which the first look creates. */
async function lock(db: Db, condition: AlertCondition): Promise<StoredAlert> {
  await sql`insert into operator_alerts (condition) values (${condition}) on conflict (condition) do nothing`.execute(db);
  return db.selectFrom('operator_alerts').selectAll().where('condition', '=', condition).forNoKeyUpdate().executeTakeFirstOrThrow();
}

const stateOf = ({ since, gone_since, told_at, told }: StoredAlert): AlertState | null =>
  since === null || told_at === null
    ? null
    : { sinceMs: since.getTime(), goneSinceMs: gone_since?.getTime() ?? null, toldAtMs: told_at.getTime(), told };

async function store(db: Db, condition: AlertCondition, state: AlertState | null, checked_at: Date): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({
      since: state === null ? null : new Date(state.sinceMs),
      gone_since: state?.goneSinceMs == null ? null : new Date(state.goneSinceMs),
      told_at: state === null ? null : new Date(state.toldAtMs),
      told: [...(state?.told ?? [])],
      checked_at,
    })
    .where('condition', '=', condition)
    .execute();
}

/**
 * Returns active admins whom a condition concerns and who did not switch it off, with their ways and the chat that the bot may write to. An
 * account that is still to be taken over gets none.
 */
const findRecipients = (db: Db, condition: AlertCondition) =>
  db
    .selectFrom('admins as a')
    .leftJoin('admin_alert_settings as s', 's.admin_id', 'a.id')
    .leftJoin('admin_telegram_chats as c', (join) => join.onRef('c.admin_id', '=', 'a.id').on('c.reachable', '=', true))
    .select(['a.id', 'a.email', sql<Locale>`coalesce(s.locale, 'en')`.as('locale'), 'c.subject as chat'])
    .select(sql<AlertWay[]>`coalesce(s.by, '{email}')`.as('by'))
    .where('a.status', '=', 'normal')
    .where('a.one_time_until', 'is', null)
    .where('a.role', 'in', [...ALERT_ROLES[condition]])
    .where(sql<boolean>`not coalesce(${condition} = any(s.off), false)`)
    .orderBy('a.email')
    .execute();

/** Ids of one condition that are looked at; there may be more. */
const IDS_MAX = 500;
/** Undecided requests whose evidence is looked at, the latest: each is one look-up. */
const JUDGED_MAX = 5_000;
/** Users are promised a review within this time (docs/rules.md#withdrawals). */
const REVIEW_MS = DAY_MS;

/** What each condition concerns now, by id: withdrawals, transfers, data sources; empty if it does not hold. */
type Present = Record<AlertCondition, string[]>;

/** Finds the conditions that hold now. */
async function presentConditions(deps: Deps): Promise<Present> {
  const { db, config, now } = deps;
  const overdueFrom = new Date(now().getTime() - REVIEW_MS);
  const [site, large, overdue, flagged, unexplained] = await Promise.all([
    siteCondition(deps),
    findLarge(db, config.limits.redeem_one_reviewer_max),
    findOverdue(db, overdueFrom),
    findFlagged(db),
    findUnexplained(db, now(), IDS_MAX),
  ]);
  const feeds = site.words.flatMap(({ feed, isLate }) => (isLate ? [feed ?? 'unknown'] : []));
  return {
    large_request: large,
    overdue_request: overdue,
    flagged_request: flagged,
    feed_silent: [...new Set(feeds)].sort(),
    ledger_unproven: site.problems.includes('ledger_unproven') ? ['ledger'] : [],
    treasury_short: site.problems.includes('treasury_short') ? ['treasury'] : [],
    treasury_unexplained: unexplained,
  };
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns undecided requests for more points than one admin may approve, the largest first. */
async function findLarge(db: Db, pointsMax: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where status = 'pending' and points > ${pointsMax} order by points desc, id desc limit ${IDS_MAX}`.execute(
    db,
  );
  return idsOf(rows);
}

/** Returns requests that have waited since before a time, the longest waiting first. */
async function findOverdue(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where status = 'pending' and created_at < ${before} order by created_at limit ${IDS_MAX}`.execute(db);
  return idsOf(rows);
}

/** Returns undecided requests with evidence against their owners at the time of the request, the latest first. */
async function findFlagged(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from (
      select id, created_at from withdrawals where status = 'pending' order by created_at desc limit ${JUDGED_MAX}
    ) w
    cross join lateral (
      select from withdrawal_evidence e where e.withdrawal_id = w.id and e.step = 'requested' and e.flags <> '{}' limit 1
    ) flagged
    order by w.created_at desc limit ${IDS_MAX}`.execute(db);
  return idsOf(rows);
}
