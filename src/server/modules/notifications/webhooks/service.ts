import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  createWebhook as createWebhookEndpoint,
  listWebhooks as listWebhooksEndpoint,
  rotateWebhookSecret as rotateWebhookSecretEndpoint,
  updateWebhook as updateWebhookEndpoint,
} from '#contract/webhooks.ts';
import { OLD_SECRET_HOURS, WEBHOOKS_MAX } from '#domain/notifications/webhook-event.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { lockConfirmed, requireConfirmed, requireUser } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { giveUpAll } from './delivery-queries.ts';
import { newSecret } from './signing.ts';
import { allowsLoopback, receiverUrl } from './webhook-url.ts';
import { type WebhookRow, webhookViews } from './webhook-views.ts';

/** Webhooks that a user creates, changes or gives a new secret in an hour. */
const CHANGES_PER_HOUR = 60;

export const changeLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'webhook-changes', CHANGES_PER_HOUR, 60 * 60);

/** Returns the caller's webhooks. */
export async function listWebhooks({ db, now, config }: Deps, { id }: SignedIn): Promise<ReplyOf<typeof listWebhooksEndpoint>> {
  const rows = await db.selectFrom('webhooks').selectAll().where('user_id', '=', id).orderBy('created_at').orderBy('id').execute();
  return { items: await webhookViews(db, rows, now()), takes_loopback: allowsLoopback(config) };
}

/** Creates a webhook. Throws `contact_unconfirmed`, `invalid_webhook_url`, `too_many_webhooks`, `rate_limited`. */
export async function createWebhook(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { url, filters, ...settings }: ParsedInputOf<typeof createWebhookEndpoint>,
): Promise<ReplyOf<typeof createWebhookEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  const receiver = receiverUrl(deps.config, url);
  await limit.count(caller.id);
  const at = deps.now();
  const { secret, sealed } = newSecret(deps);
  const row = await transact(deps, async (db) => {
    // Under the lock of the user's row, two requests at once cannot both be the last one allowed.
    await lockConfirmed(deps, db, caller);
    const { count } = await db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= WEBHOOKS_MAX) throw new AppError('too_many_webhooks', { max: WEBHOOKS_MAX });
    return db
      .insertInto('webhooks')
      .values({
        ...{ id: newId(deps), user_id: caller.id, url: receiver, ...settings, ...columnsOf(filters), secret: sealed },
        ...{ state_since: at, created_at: at },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { webhook: await viewOf(deps, row), secret };
}

const columnsOf = ({ favorites, ...ids }: ParsedInputOf<typeof createWebhookEndpoint>['filters']) => ({
  ...ids,
  follows_favorites: favorites,
});

/**
 * Changes a webhook. Turning it off gives up what waits for it; turning it on starts afresh. Throws `not_found` for a webhook of another
 * user, and the errors of `createWebhook`.
 */
export async function updateWebhook(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { id, url, filters, state, ...settings }: ParsedInputOf<typeof updateWebhookEndpoint>,
): Promise<ReplyOf<typeof updateWebhookEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  const receiver = url === undefined ? undefined : receiverUrl(deps.config, url);
  await limit.count(caller.id);
  const at = deps.now();
  const row = await transact(deps, async (db) => {
    await lockConfirmed(deps, db, caller);
    const known = await requireWebhook(db, caller.id, id);
    if (state === 'off') await giveUpAll(db, id, at);
    const change = {
      ...(receiver !== undefined && { url: receiver }),
      ...(filters && columnsOf(filters)),
      ...settings,
      ...(state !== undefined && state !== known.state && { ...FRESH, state, state_since: at }),
    };
    if (Object.keys(change).length === 0) return known;
    return db.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  });
  return { webhook: await viewOf(deps, row) };
}

const FRESH = { disabled_because: null, failures: 0, failing_since: null };

/** Deletes a webhook; no error if the caller has none with this id. */
export async function deleteWebhook({ db }: Deps, { id: userId }: SignedIn, { id }: { id: string }): Promise<Record<string, never>> {
  await db.deleteFrom('webhooks').where('id', '=', id).where('user_id', '=', userId).execute();
  return {};
}

/** Gives a webhook a new secret; the old one also signs for a day. One before that ends at once. Throws the errors of `updateWebhook`. */
export async function rotateSecret(
  deps: Deps,
  limit: RequestLimit,
  caller: SignedIn,
  { id }: { id: string },
): Promise<ReplyOf<typeof rotateWebhookSecretEndpoint>> {
  requireConfirmed(await requireUser(deps, caller.id));
  await limit.count(caller.id);
  const until = new Date(deps.now().getTime() + OLD_SECRET_HOURS * HOUR_MS);
  const { secret, sealed } = newSecret(deps);
  const row = await transact(deps, async (db) => {
    await lockConfirmed(deps, db, caller);
    const known = await requireWebhook(db, caller.id, id);
    return db
      .updateTable('webhooks')
      .set({ secret: sealed, old_secret: known.secret, old_secret_until: until })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { webhook: await viewOf(deps, row), secret };
}

/** Returns a webhook of a user, locked until the transaction ends. Throws `not_found`, also for a webhook of another user. */
export async function requireWebhook(db: Db, userId: string, id: string): Promise<WebhookRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

async function viewOf({ db, now }: Deps, row: WebhookRow) {
  const [view] = await webhookViews(db, [row], now());
  return view!;
}
