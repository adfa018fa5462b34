import { sql } from 'kysely';
import type { WebhookProblem } from '#contract/webhooks.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A delivery that this process makes now. */
export interface Claimed {
  id: number;
  webhook_id: string;
  event_id: string;
  match_id: number | null;
  attempts: number;
  queued_at: Date;
  url: string;
  payload: string;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
}

export interface Claim {
  at: Date;
  /** Until when nobody else makes these deliveries. */
  inHandUntil: Date;
  limit: number;
  /** Whether to take those of receivers that fail or are slow, or those of all others. */
  isSlowLane: boolean;
  /** Webhooks whose receivers were slow lately. */
  slow: readonly string[];
  /** Requests in flight, by webhook and by host, and the most that each may have. */
  busy: ReadonlyMap<string, number>;
  busyHosts: ReadonlyMap<string, number>;
  max: number;
  hostMax: number;
}

/** The host with its port, as `URL.host` has it. */
const HOST = sql`substring(w.url from '^https?://([^/?#]+)')`;

/**
 * Claims due deliveries, the longest due first. Takes from each webhook and each host only as many as may be in flight, so that a queue of
 * one receiver, however long, takes no place from others: the first query finds the webhooks with something in the queue by one look-up each.
 * A claim lapses: what a crashed process had in hand is sent again.
 */
export async function claimDeliveries(db: Db, { at, inHandUntil, limit, isSlowLane, slow, ...flight }: Claim): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with recursive queued (id) as (
      (select webhook_id from webhook_deliveries where next_try_at is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d where d.next_try_at is not null and d.webhook_id > q.id order by d.webhook_id limit 1)
      from queued q where q.id is not null
    ), open as (
      select w.id, ${HOST} as host, ${flight.max} - coalesce(b.count, 0) as free
      from queued q join webhooks w on w.id = q.id join users u on u.id = w.user_id
      left join unnest(${[...flight.busy.keys()]}::uuid[], ${[...flight.busy.values()]}::integer[]) as b (id, count) on b.id = w.id
      where w.state = 'on' and u.status = 'normal' and coalesce(b.count, 0) < ${flight.max}
        and (w.failing_since is not null or w.id = any(${[...slow]}::uuid[])) = ${isSlowLane}
    ), due as (
      select d.id, d.next_try_at, o.host, row_number() over (partition by o.host order by d.next_try_at, d.id) as place
      from open o cross join lateral (
        select id, next_try_at from webhook_deliveries where webhook_id = o.id and next_try_at <= ${at}
        order by next_try_at, id limit o.free for update skip locked
      ) d
    ), taken as materialized (
      select d.id from due d
      left join unnest(${[...flight.busyHosts.keys()]}::text[], ${[...flight.busyHosts.values()]}::integer[]) as h (host, count) on h.host = d.host
      where d.place <= ${flight.hostMax} - coalesce(h.count, 0)
      order by d.next_try_at, d.id limit ${limit}
    )
    update webhook_deliveries d set next_try_at = ${inHandUntil}, attempts = least(d.attempts + 1, 1000)
    from taken t, webhooks w, webhook_events e
    where d.id = t.id and w.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.webhook_id, d.event_id, d.match_id, d.attempts, d.queued_at, w.url, e.payload, w.secret, w.old_secret, w.old_secret_until`.execute(
    db,
  );
  return rows;
}

/** How an attempt ended. */
export interface Ended {
  id: number;
  webhookId: string;
  matchId: number | null;
  state: 'waiting' | 'delivered' | 'failed';
  /** For `waiting`. */
  nextTryAt: Date | null;
  status: number | null;
  problem: WebhookProblem | null;
  durationMs: number;
}

/** Stores how attempts ended. Where a delivery is over, the next event of its match becomes due. Must run in a transaction. */
export async function markEnded(db: Db, all: readonly Ended[], at: Date): Promise<void> {
  await sql`
    update webhook_deliveries d
    set state = n.state, next_try_at = n.next_try_at, ended_at = case when n.state <> 'waiting' then ${at}::timestamptz end,
      status = n.status, problem = n.problem, duration_ms = n.duration_ms
    from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ state }) => state)}::text[], ${all.map(({ nextTryAt }) => nextTryAt)}::timestamptz[],
      ${all.map(({ status }) => status)}::smallint[], ${all.map(({ problem }) => problem)}::text[],
      ${all.map(({ durationMs }) => durationMs)}::integer[]) as n (id, state, next_try_at, status, problem, duration_ms)
    where d.id = n.id and d.state = 'waiting'`.execute(db);
  const over = all.filter(({ state, matchId }) => state !== 'waiting' && matchId !== null);
  if (over.length === 0) return;
  await sql`
    update webhook_deliveries d set next_try_at = ${at}
    from (select distinct * from unnest(${over.map(({ webhookId }) => webhookId)}::uuid[], ${over.map(({ matchId }) => matchId)}::integer[])
      as line (webhook_id, match_id)) line
    cross join lateral (
      select id from webhook_deliveries where webhook_id = line.webhook_id and match_id = line.match_id and state = 'waiting' order by id limit 1
    ) first
    where d.id = first.id and d.next_try_at is null`.execute(db);
}

/**
 * Makes the first waiting event of each match due that nothing else will: its predecessor ended while it was being stored. Returns how many.
 */
export async function releaseHeldUp(db: Db, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set next_try_at = ${at}
    from (select distinct on (webhook_id, match_id) id from webhook_deliveries where state = 'waiting' order by webhook_id, match_id, id) first
    where d.id = first.id and d.next_try_at is null and d.state = 'waiting'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Gives up everything that waits for a webhook. */
export async function giveUpAll(db: Db, webhookId: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', problem: 'turned_off' satisfies WebhookProblem, next_try_at: null, ended_at: at })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes events that happened before a time, with their deliveries; returns how many. Also forgets what is no longer compared. */
export async function purgeWebhookEvents(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('webhook_events').where('happened_at', '<', before).executeTakeFirst();
  await db.deleteFrom('webhook_tips').where('told_at', '<', before).execute();
  await sql`
    delete from webhook_forecasts k using matches m
    where m.id = k.match_id and k.changed_at < ${before} and (m.kickoff_at is null or m.kickoff_at < ${before})`.execute(db);
  return Number(numDeletedRows);
}

/** What waits to be delivered, for operators. */
export async function webhookQueue(db: Db): Promise<{ waiting: number; oldest: Date | null; disabled: number }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null; disabled: number }>`
    select count(*) as waiting, min(d.queued_at) filter (where w.failing_since is null) as oldest,
      (select count(*) from webhooks where state = 'disabled') as disabled
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.state = 'waiting'`.execute(db);
  return rows[0]!;
}
