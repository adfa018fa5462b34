import { sql } from 'kysely';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { isToBeDisabled } from '#domain/notifications/webhook-retry.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf } from '#server/modules/identity/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { type Ended, giveUpAll } from './delivery-queries.ts';

/**
 * Stores which receivers answered and which did not, in the transaction that stores the results. Disables webhooks whose receivers are gone
 * (410) or to which nothing was delivered for days, and tells their owners.
 */
export async function noteOutcomes(deps: Deps, db: Db, ended: readonly (Ended & { isGone: boolean })[]): Promise<void> {
  const well = new Set(ended.filter(({ state }) => state === 'delivered').map(({ webhookId }) => webhookId));
  // An event that waited too long says nothing about its receiver.
  const failed = ended.filter(({ webhookId, problem }) => problem !== null && problem !== 'expired' && !well.has(webhookId));
  await markWell(db, [...well]);
  const at = deps.now();
  const gone = new Set(ended.filter(({ isGone }) => isGone).map(({ webhookId }) => webhookId));
  for (const id of gone) await disable(deps, db, id, 'gone', at);
  for (const { id, failures, failing_since } of await markFailing(db, failed, at)) {
    if (isToBeDisabled(failures, failing_since, at)) await disable(deps, db, id, 'failing', at);
  }
}

async function markWell(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('failures', '>', 0)
    .execute();
}

async function markFailing(db: Db, failed: readonly Ended[], at: Date) {
  if (failed.length === 0) return [];
  const { rows } = await sql<{ id: string; failures: number; failing_since: Date }>`
    update webhooks w set failures = w.failures + f.count, failing_since = coalesce(w.failing_since, ${at})
    from (select id, count(*)::integer as count from unnest(${failed.map(({ webhookId }) => webhookId)}::uuid[]) as one (id) group by id) f
    where w.id = f.id and w.state = 'on' returning w.id, w.failures, w.failing_since`.execute(db);
  return rows;
}

async function disable(deps: Deps, db: Db, id: string, because: 'failing' | 'gone', at: Date): Promise<void> {
  const webhook = await db
    .updateTable('webhooks')
    .set({ state: 'disabled', disabled_because: because, state_since: at })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returning(['user_id', 'url'])
    .executeTakeFirst();
  if (!webhook) return;
  await giveUpAll(db, id, at);
  const owner = await db.selectFrom('users').selectAll().where('id', '=', webhook.user_id).executeTakeFirstOrThrow();
  const contact = (await contactsOf(db, owner)).find(({ isConfirmed }) => isConfirmed);
  if (!contact) return;
  await queueMessage(deps, db, {
    ...{ key: `webhook_disabled:${id}:${at.toISOString()}`, userId: owner.id, channel: contact.channel, to: contact.to },
    locale: matchLocale(owner.locale) ?? DEFAULT_LOCALE,
    // The path of a URL may hold a secret.
    content: { kind: 'webhook_disabled', host: new URL(webhook.url).host, because },
  });
}
