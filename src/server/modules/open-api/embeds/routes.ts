import type { Context, Hono } from 'hono';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import { EMBED_KINDS, EMBED_THEMES, type EmbedKind, type EmbedTheme, isEmbedId, SEASON_LENGTH_MAX } from '#domain/matches/embed.ts';
import type { Deps } from '#server/deps.ts';
import { leagueTopic } from '#server/modules/match-data/public.ts';
import { listedTableTopics } from '#server/modules/tipping/public.ts';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { answerCached, REVALIDATED } from '#server/platform/http/encoded-response.ts';
import type { GeneralLimit } from '#server/platform/http/general-limit.ts';
import { requestContext } from '#server/platform/http/request-context.ts';
import { embedHeaders } from '#server/platform/http/security-headers.ts';
import { shieldOf } from '#server/platform/http/shield-cookie.ts';
import type { Card, Wanted } from './card.ts';
import { groupCard } from './group-card.ts';
import { matchCard } from './match-card.ts';
import { oEmbedRoute } from './oembed.ts';
import { renderPage } from './page.ts';
import { probabilityCard } from './probability-card.ts';
import { problemCard } from './problem-card.ts';
import { tableCard } from './table-card.ts';

/** What makes each card, and what makes it stale. */
const CARDS: Record<EmbedKind, { make: (deps: Deps, wanted: Wanted) => Promise<Card>; topics: (deps: Deps, id: string) => string[] }> = {
  match: { make: matchCard, topics: (_, id) => [`match:${id}`] },
  probability: { make: probabilityCard, topics: (_, id) => [`match:${id}`] },
  table: { make: tableCard, topics: (_, id) => [leagueTopic(Number(id))] },
  group: { make: groupCard, topics: listedTableTopics },
};

const CONTENT_TYPE = 'text/html; charset=UTF-8';

/** Serves the pages that other sites show in frames, and what describes them to other sites (docs/api/embeds.md). */
export function embedsRoutes(app: Hono, deps: Deps, limit: GeneralLimit): void {
  const headers = embedHeaders(deps.config);
  oEmbedRoute(app, deps, limit);
  app.get('/embed/:kind/:id', async (c) => {
    const asked = askedOf(c);
    try {
      await limit(requestContext(c, deps.config.trustProxy).ip);
      return answerCached(c, await cachedPage(deps, c, asked, headers));
    } catch (error) {
      return answerProblem(c, deps, error, asked);
    }
  });
  app.get('/embed/*', async (c, next) => {
    // The files of embeds are served with the site's.
    if (/\.(js|css)$/.test(c.req.path)) return next();
    return answerProblem(c, deps, new AppError('not_found'), askedOf(c));
  });
}

/** How an embed is asked for. What cannot be used is as if it were left out: a card in another theme is better than none. */
interface Asked {
  kind: EmbedKind | null;
  id: string;
  season: string | null;
  locale: Locale;
  /** Whether the address names the language. */
  isLocaleAsked: boolean;
  theme: EmbedTheme;
  hidesScore: boolean;
  /** Whether the reader has a spoiler shield: then nothing is asked for again, as that would be without it. */
  isShielded: boolean;
}

function askedOf(c: Context): Asked {
  const locale = matchLocale(c.req.query('lang') ?? '');
  const kind = EMBED_KINDS.find((one) => one === c.req.param('kind')) ?? null;
  const season = c.req.query('season') ?? '';
  return {
    kind,
    id: (c.req.param('id') ?? '').toLowerCase(),
    season: kind === 'table' && season !== '' ? season : null,
    locale: locale ?? preferredLocale(c.req.header('accept-language')),
    isLocaleAsked: locale !== null,
    theme: EMBED_THEMES.find((one) => one === c.req.query('theme')) ?? 'auto',
    hidesScore: c.req.query('hide') === 'score',
    isShielded: shieldOf({ headers: { cookie: c.req.header('cookie') } }) !== null,
  };
}

/**
 * Returns the page from the cache of replies, where the next request for the same address finds it before it reaches the app
 * (listener.ts). An address without a language has several pages, so only its parsed form finds them.
 */
function cachedPage(deps: Deps, c: Context, asked: Asked, headers: Record<string, string>) {
  const { kind, id, season, locale, theme, hidesScore, isLocaleAsked, isShielded } = asked;
  if (kind === null || !isEmbedId(kind, id) || (season?.length ?? 0) > SEASON_LENGTH_MAX) throw new AppError('not_found');
  const { make, topics } = CARDS[kind];
  const key = `embed ${JSON.stringify([kind, id, season, locale, theme, hidesScore, isLocaleAsked, isShielded])}`;
  const { pathname, search } = new URL(c.req.url);
  const makePage = async () => {
    const card = await make(deps, { id, season, locale, hidesScore });
    return renderPage(isShielded ? { ...card, pollSeconds: 0 } : card, asked);
  };
  return deps.replies.get(
    { key, topics: topics(deps, id), make: makePage },
    isLocaleAsked ? pathname + search : key,
    deps.now().getTime(),
    (text) => text,
    {
      ...{ contentType: CONTENT_TYPE, cacheControl: REVALIDATED, brotliQuality: 4 },
      headers: { ...headers, ...varying(isLocaleAsked) },
    },
  );
}

const varying = (isLocaleAsked: boolean) => ({ Vary: isLocaleAsked ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language' });

/** Says in the frame what is wrong; a page of the API's errors would be unreadable there. */
function answerProblem(c: Context, deps: Deps, error: unknown, asked: Asked): Response {
  const known = error instanceof AppError ? error : new AppError(isDatabaseAway(error) ? 'unavailable' : 'internal');
  if (known.code === 'internal') deps.log.error({ err: error, path: c.req.path.slice(0, 200) }, 'could not show an embed');
  if (known.code === 'rate_limited') c.header('Retry-After', String(known.params?.seconds ?? 60));
  const headers = { 'Cache-Control': 'no-store', ...varying(asked.isLocaleAsked) };
  return c.html(renderPage(problemCard(known, asked.locale), asked), known.status, headers);
}
