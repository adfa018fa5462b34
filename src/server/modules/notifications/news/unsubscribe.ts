import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { unsubscribe as unsubscribeEndpoint } from '#contract/notifications.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { isKeyedHash, keyedHash } from '#server/platform/crypto/server-keys.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { siteAddress } from '#server/platform/http/request-context.ts';

/** Purpose of the keyed hash in a link. It names the mail, so that a link of one kind of mail ends no other. */
const PURPOSE = 'unsubscribe from bets_digest';
const ONE_CLICK_PATH = '/api/notifications/unsubscribe/one-click';

/** Where a mail can be unsubscribed from: by people, who confirm it on a page, and by mail programs (RFC 8058). */
export interface UnsubscribeLinks {
  page: string;
  oneClick: string;
}

/** Returns the links of a user's digest. They work without signing in, and as long as our key is accepted. */
export function unsubscribeLinks(deps: Pick<Deps, 'config' | 'serverKeys'>, userId: string): UnsubscribeLinks {
  const token = `${userId}.${keyedHash(deps.serverKeys[0], PURPOSE, userId).toString('base64url')}`;
  const site = siteAddress(deps, { origin: null, host: null });
  return { page: `${site}/unsubscribe#${token}`, oneClick: `${site}${ONE_CLICK_PATH}?token=${token}` };
}

/** Turns the digest of a link's user off, and nothing else. Throws `link_expired` for a link that we did not make. */
export async function unsubscribe({ db, serverKeys, now }: Deps, token: string): Promise<ReplyOf<typeof unsubscribeEndpoint>> {
  const [userId = '', hash = '', ...rest] = token.split('.');
  const isOurs = UUID.test(userId) && rest.length === 0 && isKeyedHash(Buffer.from(hash, 'base64url'), serverKeys, PURPOSE, userId);
  if (!isOurs) throw new AppError('link_expired');
  // Without a row the digest is off.
  await sql`
    update notification_settings set kinds = jsonb_set(kinds, '{bet,mail}', 'false'), changed_at = ${now()}
    where user_id = ${userId} and kinds #> '{bet,mail}' = 'true'`.execute(db);
  return {};
}

/**
 * Mounts the address of the List-Unsubscribe header. Mail programs post to it without a session; opening it only leads to the page, as
 * scanners of mails open every link.
 */
export function oneClickRoute(app: Hono, deps: Deps): void {
  app.post(ONE_CLICK_PATH, async (c) => c.json(await unsubscribe(deps, c.req.query('token') ?? '')));
  app.get(ONE_CLICK_PATH, (c) => c.redirect(`/unsubscribe#${encodeURIComponent(c.req.query('token') ?? '')}`, 302));
}
