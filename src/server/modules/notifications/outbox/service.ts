import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getOutbox, MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as outbox from './queries.ts';

/** Returns a page of the messages the demo would have sent. The outbox is size-limited (messages/outbox-queries.ts). */
export async function list({ db }: Deps, { to, page, page_size }: ParsedInputOf<typeof getOutbox>): Promise<ReplyOf<typeof getOutbox>> {
  const address = to?.trim().toLowerCase();
  const [total, rows] = await Promise.all([
    outbox.countOutbox(db, address),
    outbox.findOutbox(db, address, page_size, (page - 1) * page_size),
  ]);
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
  const html = UUID.test(id) ? await outbox.findMailHtml(db, id) : undefined;
  if (html === undefined) throw new AppError('not_found');
  return html;
}
