import { embeddedPage } from '#domain/matches/embed.ts';
import type { Deps } from '#server/deps.ts';
import { PAGE_TEXTS, plain } from '#server/modules/site/public.ts';
import { listedTable } from '#server/modules/tipping/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Card, Wanted } from './card.ts';
import { html } from './html.ts';
import { wordsIn } from './words.ts';

/** A card is no page: the rest of a table of 5,000 is a link away. */
const ROWS_MAX = 20;

/** Returns the table of a tipping group that is open to everybody. Throws `not_found` for others: nobody learns that they exist. */
export async function groupCard(deps: Deps, { id, locale }: Wanted): Promise<Card> {
  const table = await listedTable(deps, id, ROWS_MAX);
  if (table === null) throw new AppError('not_found', { reason: 'not_listed' });
  const { texts, say } = wordsIn(locale);
  const { model, crowd, member } = PAGE_TEXTS[locale].sharing.table;
  const title = say(texts.group.caption, { group: plain(table.group) });
  const nameOf = ({ kind, name }: (typeof table.rows)[number]) => name ?? { model, crowd, member }[kind];
  const rows = table.rows.map(
    (row) =>
      html`<tr${row.kind !== 'member' && html` class="other"`}><td>${row.place}</td><th scope="row"><span dir="auto">${nameOf(row)}</span></th><td class="total">${row.points}</td></tr>`,
  );
  const { column, column_long: long } = texts.table;
  const head = html`<th scope="col"><abbr title="${long.position}">${column.position}</abbr></th><th scope="col" class="name">${texts.group.name}</th><th scope="col">${texts.group.points}</th>`;
  const all = table.all > ROWS_MAX && say(texts.group.more, { shown: ROWS_MAX, all: table.all });
  return {
    title,
    body: html`<table class="ranks"><caption>${title}</caption><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table><p class="note">${say(texts.group.members, { count: table.members })}${all && html` · ${all}`}${table.isLive && html` · <b class="live">${texts.group.live}</b>`}</p>`,
    path: embeddedPage({ kind: 'group', id, season: null }),
    open: 'group',
    news: '',
    pollSeconds: table.isLive ? 30 : 300,
  };
}
