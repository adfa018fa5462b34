import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AdminEventKind } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { findToTell } from './queries.ts';

/** What telling needs; the command line has it too. */
export type Tellable = Pick<Deps, 'now' | 'randomBytes' | 'serverKeys'>;

interface Happened {
  event: AdminEventKind;
  /** Whom it is about; for who is still to be made an id that names nobody. */
  admin: { id: string; email: string };
  /** The role that they get, or have. */
  role: string;
  /** Who did it: an address, or the command line. */
  by: string;
}

/** Mails admins what happens among them, in the caller's transaction: supers, or everybody, and whom it is about. In English: admins choose no language. */
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
