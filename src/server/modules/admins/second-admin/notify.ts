import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AdminEventKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { findToTell } from './queries.ts';

/** The dependencies for notifications, which the command line also has. */
export type Tellable = Pick<Deps, 'now' | 'randomBytes' | 'serverKeys'>;

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
 * Notifies admins of a change of admins by mail, in the caller's transaction: supers or all admins, and the affected one. Mails are in
 * English, as admins choose no language.
 */
export async function notifyAdmins(
  deps: Tellable,
  db: Db,
  { event, admin, role, by }: Happened,
  audience: 'supers' | 'all' = 'supers',
): Promise<void> {
  const about = newId(deps);
  for (const { id, email } of await findToTell(db, admin.id, audience)) {
    await queueMessage(deps, db, {
      ...{ key: `admin_event:${about}:${id}`, userId: null, channel: 'email', to: email, locale: 'en' },
      content: { kind: 'admin_event', event, admin: admin.email, role, by, at: deps.now().toISOString() },
    });
  }
}
