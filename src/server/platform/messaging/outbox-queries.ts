import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Outgoing } from './channel.ts';

const KEPT_MAX = 500;

/** Keeps what would have been sent, and the newest 500 of all. */
export async function keepInOutbox(db: Db, { id, to, subject, text, html }: Outgoing, at: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ message_id: id, destination: to, subject, body_text: text, body_html: html, sent_at: at })
    .onConflict((oc) => oc.column('message_id').doNothing())
    .execute();
  await sql`
    delete from outbox where message_id in (select message_id from outbox order by sent_at desc, message_id desc offset ${KEPT_MAX})`.execute(
    db,
  );
}
