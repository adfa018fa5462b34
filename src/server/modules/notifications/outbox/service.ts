import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getOutbox, MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** Returns a page of the messages the demo would have sent. The outbox is size-limited (messages/outbox-queries.ts). */
export async function listOutbox(
  { db }: Deps,
  { to, page, page_size }: ParsedInputOf<typeof getOutbox>,
): Promise<ReplyOf<typeof getOutbox>> {
  const address = to?.trim().toLowerCase();
  const [total, rows] = await Promise.all([countOutbox(db, address), findOutbox(db, address, page_size, (page - 1) * page_size)]);
  return {
    items: rows.map((row) => ({
      id: row.id,
      at: row.sent_at.toISOString(),
      channel: row.channel as MessageChannel,
      to: row.destination,
      locale: row.locale as Locale,
      kind: row.kind,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
    })),
    page,
    page_size,
    total,
  };
}

/** Returns a mail as its reader would see it. Throws `not_found` if there is none. */
export async function mailHtml({ db }: Deps, id: string): Promise<string> {
  const html = UUID.test(id) ? await findMailHtml(db, id) : undefined;
  if (html === undefined) throw new AppError('not_found');
  return html;
}

/** Returns the messages the demo would have sent, newest first; only those to one address if `to` (in lower case) is given. */
const findOutbox = (db: Db, to: string | undefined, limit: number, offset: number) =>
  outboxOf(db, to)
    .select(['m.id', 'm.channel', 'm.locale', 'm.kind', 'o.destination', 'o.subject', 'o.body_text', 'o.body_html', 'o.sent_at'])
    .orderBy('o.sent_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

async function countOutbox(db: Db, to: string | undefined): Promise<number> {
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
const findMailHtml = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('outbox').select('body_html').where('message_id', '=', id).executeTakeFirst())?.body_html ?? undefined;
