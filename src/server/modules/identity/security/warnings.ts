import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { notMe as notMeEndpoint } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { HOUR_MS } from '#domain/time.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Deps } from '#server/deps.ts';
import { revokeApiKeys } from '#server/modules/identity/api-keys/revoke.ts';
import type { requireUser } from '#server/modules/identity/auth/service.ts';
import { endSessionsWithin } from '#server/modules/identity/auth/sessions.ts';
import { revokeCodes } from '#server/modules/identity/codes/service.ts';
import { contactsOf } from '#server/modules/identity/contacts/service.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import type { WarningKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import * as security from './queries.ts';
import { describeDevice } from './sessions.ts';

export type User = Awaited<ReturnType<typeof requireUser>>;

const LINK_LIFE_MS = 7 * 24 * HOUR_MS;
const NOT_ME_HOLD_MS = WITHDRAWAL_HOLD_HOURS.notMe * HOUR_MS;
const TOKEN_BYTES = 32;

/** Where a change was requested. */
export type ChangedFrom = Pick<RequestContext, 'ip' | 'userAgent' | 'origin' | 'host'>;

/**
 * Warns the owner of a change through every contact that was bound before it, confirmed or not, as there may be no other. Pass the user as
 * they were, and call it before linked accounts change. The message has a link that undoes what can be undone (notMe). Runs in the caller's
 * transaction: there is no change without its warning.
 */
export async function warn(deps: Deps, db: Transaction<DB>, before: User, kind: WarningKind, request: ChangedFrom): Promise<void> {
  const now = deps.now();
  const event = newId(deps);
  const { browser, system } = describeDevice(request.userAgent);
  for (const { channel, to } of await contactsOf(db, before)) {
    const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
    await security.insertLink(db, hashOf(token), before.id, now, new Date(now.getTime() + LINK_LIFE_MS));
    await queueMessage(deps, db, {
      key: `${kind}:${event}:${channel}`,
      userId: before.id,
      channel,
      to,
      locale: matchLocale(before.locale) ?? DEFAULT_LOCALE,
      content: {
        kind,
        at: now.toISOString(),
        device: { browser, system },
        country: deps.countryOf(request.ip),
        timeZone: before.time_zone,
        // In the URL fragment, so that no server logs it.
        link: `${siteAddress(deps, request)}/not-me#${token}`,
      },
    });
  }
}

/** Handles a warning's link: ends every session, API key, webhook, calendar address and code, and puts withdrawals on hold for three days. */
export async function notMe(deps: Deps, token: string): Promise<ReplyOf<typeof notMeEndpoint>> {
  const now = deps.now();
  const { ended, heldUntil } = await transact(deps, async (db, announce) => {
    const userId = await security.takeLink(db, hashOf(token), now);
    const user = userId && (await security.lockUser(db, { id: userId }));
    if (!user) throw new AppError('link_expired');
    await revokeCodes(deps, db, ...codeSubjects(user));
    // Whoever was in the account may have made addresses that tell what the user follows and tips.
    for (const table of ['calendar_feeds', 'webhooks'] as const) await db.deleteFrom(table).where('user_id', '=', user.id).execute();
    await revokeApiKeys(db, announce, user.id, now);
    return {
      ended: await endSessionsWithin(deps, db, user.id, { because: 'not_me' }),
      heldUntil: await security.holdRedeem(deps, db, user.id, new Date(now.getTime() + NOT_ME_HOLD_MS), now),
    };
  });
  deps.endedSessions.add(ended);
  return { held_until: heldUntil.toISOString() };
}

/** Deletes links a day after they expired; returns how many. Run it daily. */
export const purgeSecurityLinks = (deps: Deps): Promise<number> =>
  transact(deps, (db) => security.deleteLinks(db, new Date(deps.now().getTime() - 24 * HOUR_MS)));

/**
 * Returns the subjects that codes of this user were issued for: the user or, where an account's existence must stay hidden, the mailbox.
 */
export const codeSubjects = ({ id, email_identity }: User): string[] => (email_identity === null ? [id] : [id, email_identity]);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
