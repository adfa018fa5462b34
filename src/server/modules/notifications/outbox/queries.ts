import type { Db } from '#server/platform/db/pool.ts';

/** Returns the messages the demo would have sent, newest first; only those to one address if `to` (in lower case) is given. */
export const findOutbox = (db: Db, to: string | undefined, limit: number, offset: number) =>
  outboxOf(db, to)
    .select(['m.id', 'm.channel', 'm.locale', 'm.kind', 'o.destination', 'o.subject', 'o.body_text', 'o.body_html', 'o.sent_at'])
    .orderBy('o.sent_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countOutbox(db: Db, to: string | undefined): Promise<number> {
  const { count } = await outboxOf(db, to)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const outboxOf = (db: Db, to: string | undefined) =>
  db
    .selectFrom('outbox as o')
    .innerJoin('messages as m', 'm.id', 'o.message_id')
    .$if(to !== undefined, (query) => query.where(({ fn }) => fn<string>('lower', ['o.destination']), '=', to!));

/** Returns a mail's HTML; undefined if there is no such mail. */
export const findMailHtml = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('outbox').select('body_html').where('message_id', '=', id).executeTakeFirst())?.body_html ?? undefined;
