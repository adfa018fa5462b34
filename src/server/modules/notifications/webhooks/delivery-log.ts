import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type listWebhookDeliveries as listWebhookDeliveriesEndpoint,
  REPLAY_MAX,
  type replayWebhook as replayWebhookEndpoint,
  type testWebhook as testWebhookEndpoint,
  type WebhookDelivery,
} from '#contract/webhooks.ts';
import { TEST_EVENT } from '#domain/notifications/webhook-event.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed, requireUser } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { requireWebhook } from './service.ts';
import { signedHeaders } from './signing.ts';
import { bodyOf } from './store-events.ts';
import { clientOf } from './webhook-jobs.ts';

const TESTS_PER_MINUTE = 5;
const REPLAYS_PER_MINUTE = 20;

export const webhookTestLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'webhook-tests', TESTS_PER_MINUTE, 60);
export const replayLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'webhook-replays', REPLAYS_PER_MINUTE, 60);

interface LogRow {
  id: number;
  event_id: string;
  type: WebhookDelivery['type'];
  match_id: number | null;
  state: WebhookDelivery['state'];
  attempts: number;
  status: number | null;
  problem: WebhookDelivery['problem'];
  duration_ms: number | null;
  queued_at: Date;
  ended_at: Date | null;
  next_try_at: Date | null;
  payload: string;
}

/** Returns what a webhook was told, newest first. Throws `not_found`, also for a webhook of another user. */
export async function listDeliveries(
  { db }: Deps,
  { id: userId }: SignedIn,
  { id, state, page, page_size }: ParsedInputOf<typeof listWebhookDeliveriesEndpoint>,
): Promise<ReplyOf<typeof listWebhookDeliveriesEndpoint>> {
  await requireOwn(db, userId, id);
  // The event's table is the one that a spoiler shield narrows.
  const wanted = sql`from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = ${id} and (${state ?? null}::text is null or d.state = ${state ?? null})`;
  return pageOf({ page, page_size }, async ({ limit, offset, countMax }) => {
    const [{ rows }, counted] = await Promise.all([
      sql<LogRow>`
        select d.id, d.event_id, e.type, d.match_id, d.state, d.attempts, d.status, d.problem, d.duration_ms, d.queued_at, d.ended_at,
          d.next_try_at, e.payload
        ${wanted} order by d.id desc limit ${limit} offset ${offset}`.execute(db),
      sql<{ count: number }>`select count(*) as count from (select 1 ${wanted} limit ${countMax}) listed`.execute(db),
    ]);
    const items = rows.map((row) => ({
      ...row,
      queued_at: row.queued_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      next_try_at: row.next_try_at?.toISOString() ?? null,
    }));
    return { items, total: Number(counted.rows[0]!.count) };
  });
}

/** Throws `not_found` unless the webhook is the user's. */
async function requireOwn(db: Db, userId: string, id: string) {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Puts deliveries of the log back into the queue, with a new day of attempts: one, or those that failed since a time. What already waits
 * stays as it is. Throws `not_found`, `webhook_off`, `rate_limited`.
 */
export async function replay(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { id, delivery_id, failed_since }: ParsedInputOf<typeof replayWebhookEndpoint>,
): Promise<ReplyOf<typeof replayWebhookEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  await limit.count(caller.id);
  const at = deps.now();
  return transact(deps, async (db) => {
    const { state } = await requireWebhook(db, caller.id, id);
    if (state !== 'on') throw new AppError('webhook_off');
    const which =
      delivery_id !== undefined
        ? sql`d.id = ${delivery_id} and d.state <> 'waiting'`
        : sql`d.state = 'failed' and d.queued_at >= ${new Date(failed_since!)}`;
    const { rows } = await sql<{ id: number; match_id: number | null }>`
      update webhook_deliveries d
      set state = 'waiting', attempts = 0, queued_at = ${at}, ended_at = null, status = null, problem = null, duration_ms = null, next_try_at = null
      from (select d.id from webhook_deliveries d join webhook_events e on e.id = d.event_id
        where d.webhook_id = ${id} and ${which} and e.type <> ${TEST_EVENT} order by d.id limit ${REPLAY_MAX} for update of d) again
      where d.id = again.id returning d.id, d.match_id`.execute(db);
    if (rows.length === 0 && delivery_id !== undefined) await requireDelivery(db, id, delivery_id);
    // The first of each match is due; the others follow it.
    await sql`
      update webhook_deliveries d set next_try_at = ${at}
      from (select distinct on (match_id) id, next_try_at from webhook_deliveries where webhook_id = ${id} and state = 'waiting'
        order by match_id, id) first
      where d.id = first.id and d.next_try_at is null`.execute(db);
    return { queued: rows.length };
  });
}

async function requireDelivery(db: Db, webhookId: string, id: number): Promise<void> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
}

/** Sends a test event at once, bypassing the queue, and returns the outcome, which is also in the log. Throws `not_found`, `rate_limited`. */
export async function testWebhook(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { id }: { id: string },
): Promise<ReplyOf<typeof testWebhookEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  const webhook = await requireOwn(deps.db, caller.id, id);
  await limit.count(caller.id);
  const at = deps.now();
  const eventId = newId(deps);
  const payload = bodyOf(eventId, TEST_EVENT, at, { message: 'This is a test of your webhook.' });
  const headers = signedHeaders(deps, webhook, { id: eventId, body: payload }, at);
  if (headers === null) throw new AppError('webhook_off');
  const { status, problem, durationMs } = await clientOf(deps).post(webhook.url, headers, payload);
  const state = problem === null ? ('delivered' as const) : ('failed' as const);
  await transact(deps, async (db) => {
    // It may have been deleted meanwhile.
    const known = await db.selectFrom('webhooks').select('id').where('id', '=', id).forShare().executeTakeFirst();
    if (!known) return;
    await db
      .insertInto('webhook_events')
      .values({ id: eventId, type: TEST_EVENT, user_id: caller.id, match_id: null, payload, happened_at: at })
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values({
        ...{ webhook_id: id, event_id: eventId, match_id: null, state, attempts: 1, queued_at: at, ended_at: deps.now() },
        ...{ status, problem, duration_ms: durationMs },
      })
      .execute();
  });
  return { state, status, problem, duration_ms: durationMs };
}
