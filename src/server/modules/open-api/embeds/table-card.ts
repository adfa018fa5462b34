import type { StandingRow } from '#contract/leagues.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { embeddedPage } from '#domain/matches/embed.ts';
import type { Deps } from '#server/deps.ts';
import { standings } from '#server/modules/match-data/public.ts';
import { nameOf, plain } from '#server/modules/site/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import type { Card, Wanted } from './card.ts';
import { type Html, html } from './html.ts';
import { crest } from './match-parts.ts';
import { type Words, wordsIn } from './words.ts';

type Column = 'played' | 'won' | 'drawn' | 'lost' | 'difference' | 'balance' | 'points' | 'win_rate';

/** In narrow frames these are left out. */
const WIDE: readonly Column[] = ['won', 'drawn', 'lost'];

/** Returns a league's table as it stands, matches in play included. Throws `not_found` for an unknown league or season. */
export async function tableCard(deps: Deps, { id, season, locale }: Wanted): Promise<Card> {
  const { league, tables, ...about } = await standings(deps, {
    ...{ id: Number(id), season: season ?? undefined, view: 'all', live: '1' },
  }).make();
  if (tables.every(({ rows }) => rows.length === 0)) throw new AppError('not_found', { reason: 'no_table' });
  const words = wordsIn(locale);
  const { texts, say } = words;
  const named = { league: nameOf(league, locale), season: about.season };
  const byRate = about.ordered_by === 'win_rate';
  const columns: Column[] = [
    ...(['played', 'won'] as const),
    ...(league.draw_possible ? (['drawn'] as const) : []),
    ...(['lost', league.sport === 'football' ? 'difference' : 'balance', byRate ? 'win_rate' : 'points'] as const),
  ];
  const title = say(texts.table.caption, named);
  const captionOf = (group: string | null) => (group === null ? title : say(texts.table.caption_group, { ...named, group: plain(group) }));
  return {
    title,
    body: html`${tables.map(({ group, rows }) => table(captionOf(group), rows, columns, words))}`,
    path: embeddedPage({ kind: 'table', id, season }),
    open: 'table',
    news: '',
    pollSeconds: about.in_play > 0 ? 30 : season === null || season === about.seasons[0] ? 300 : 0,
  };
}

function table(caption: string, rows: readonly StandingRow[], columns: readonly Column[], words: Words): Html {
  const { column, column_long: long } = words.texts.table;
  const head = columns.map(
    (name) => html`<th scope="col" class="${classOf(name)}"><abbr title="${long[name]}">${column[name]}</abbr></th>`,
  );
  return html`<table class="ranks"><caption>${caption}</caption><thead><tr><th scope="col"><abbr title="${long.position}">${column.position}</abbr></th><th scope="col" class="name">${column.team}</th>${head}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><td>${row.position}</td><th scope="row"><span class="team">${crest(row.team)}<span dir="auto">${words.teamName(row.team)}</span>${playing(row, words)}</span></th>${columns.map(
        (name) => html`<td class="${classOf(name)}">${cellOf(row, name, words.locale)}</td>`,
      )}</tr>`,
  )}</tbody></table>`;
}

function classOf(name: Column): string {
  if (WIDE.includes(name)) return 'wide';
  return name === 'points' || name === 'win_rate' ? 'total' : '';
}

/** Marks a team that plays now, with its score so far. */
function playing({ playing }: StandingRow, { texts, say }: Words): Html | null {
  if (playing === null) return null;
  const score = `${playing.goals_for}–${playing.goals_against}`;
  return html`<span class="live" aria-hidden="true">${score}</span><span class="sr">${say(texts.table.playing, { score })}</span>`;
}

/** ".667" would be read in English alone. */
const rateIn = (locale: Locale) => new Intl.NumberFormat(FORMAT_TAGS[locale], { minimumFractionDigits: 3, maximumFractionDigits: 3 });

function cellOf(row: StandingRow, name: Column, locale: Locale): string | number {
  if (name === 'difference' || name === 'balance') return row.goal_difference > 0 ? `+${row.goal_difference}` : row.goal_difference;
  if (name === 'win_rate') return row.played === 0 ? '–' : rateIn(locale).format(row.won / row.played);
  return row[name];
}
