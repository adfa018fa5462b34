import type { Context, Hono } from 'hono';
import { matchLocale } from '#domain/identity/locale.ts';
import { EMBED_HEIGHTS, EMBED_SANDBOX, EMBED_STYLE, EMBED_WIDTH, type Embed, embedOfPage, embedPath } from '#domain/matches/embed.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { GeneralLimit } from '#server/platform/http/general-limit.ts';
import { requestContext, siteAddress } from '#server/platform/http/request-context.ts';
import { groupCard } from './group-card.ts';
import { html } from './html.ts';
import { matchCard } from './match-card.ts';
import { tableCard } from './table-card.ts';

const URL_LENGTH_MAX = 500;
/** The size of the pictures that are made for sharing. */
const PICTURE = { width: 1_200, height: 630 } as const;
/** Clients keep an answer for a day: what is embedded keeps itself up to date. */
const CACHE_SECONDS = 86_400;

/** Serves oEmbed 1.0 for pages of matches, tables and groups: to editors that turn a pasted address into a frame. */
export function oEmbedRoute(app: Hono, deps: Deps, limit: GeneralLimit): void {
  app.get('/oembed', async (c) => {
    const request = requestContext(c, deps.config.trustProxy);
    await limit(request.ip);
    const format = c.req.query('format') ?? 'json';
    // The specification lets a provider leave out a format, and says what it then answers.
    if (format === 'xml') return c.text('format=json', 501, PUBLIC);
    if (format !== 'json') throw new AppError('invalid_query', { field: 'format' });
    const base = siteAddress(deps, { origin: null, host: request.host });
    return c.json(await answerOf(deps, c, base), 200, { ...PUBLIC, 'Cache-Control': 'public, max-age=3600' });
  });
}

const PUBLIC = { 'Access-Control-Allow-Origin': '*' };

async function answerOf(deps: Deps, c: Context, base: string) {
  const embed = embedAt(c.req.query('url') ?? '', base);
  if (embed === null) throw new AppError('not_found');
  const [maxWidth, maxHeight] = [pixels(c, 'maxwidth'), pixels(c, 'maxheight')];
  const width = Math.min(EMBED_WIDTH.usual, maxWidth);
  const height = Math.min(EMBED_HEIGHTS[embed.kind], maxHeight);
  const title = await titleOf(deps, embed);
  const { locale } = embed;
  const picture = `${base}/share/${embed.kind === 'match' ? `match/${embed.id}` : 'default'}.png${locale === null ? '' : `?lang=${locale}`}`;
  // A picture larger than asked for must not be named.
  const fits = PICTURE.width <= maxWidth && PICTURE.height <= maxHeight;
  return {
    ...{ version: '1.0', type: 'rich', title, provider_name: 'Matchpoint', provider_url: `${base}/`, cache_age: CACHE_SECONDS },
    ...(fits && { thumbnail_url: picture, thumbnail_width: PICTURE.width, thumbnail_height: PICTURE.height }),
    ...{ width, height },
    html: html`<iframe src="${base}${embedPath(embed)}" title="${title}" width="${width}" height="${height}" style="${EMBED_STYLE}" loading="lazy" sandbox="${EMBED_SANDBOX}" referrerpolicy="no-referrer"></iframe>`
      .text,
  };
}

/** Returns the embed of a page of this site; null for all other addresses. */
function embedAt(text: string, base: string): Embed | null {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return null;
  const { origin, pathname, searchParams, username, password } = new URL(text);
  if (origin !== new URL(base).origin || username !== '' || password !== '') return null;
  const found = embedOfPage(pathname, searchParams.get('season') || null);
  return found && { ...found, theme: 'auto', locale: matchLocale(searchParams.get('lang') ?? ''), hidesScore: false };
}

/** Throws `not_found` for what cannot be embedded, so that no editor makes an empty frame. */
async function titleOf(deps: Deps, { kind, id, season, locale, hidesScore }: Embed): Promise<string> {
  const make = { match: matchCard, probability: matchCard, table: tableCard, group: groupCard }[kind];
  return (await make(deps, { id, season, locale: locale ?? 'en', hidesScore })).title;
}

/** A limit in pixels; what is no positive number limits nothing. */
function pixels(c: Context, name: string): number {
  const value = Number(c.req.query(name));
  return Number.isInteger(value) && value > 0 ? value : Number.POSITIVE_INFINITY;
}
