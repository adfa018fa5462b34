import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { matchLocale } from '#domain/identity/locale.ts';
import { movedTo, pageAt } from '#domain/matches/site-page.ts';
import { UUID } from '#domain/uuid.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { answerCached } from '#server/platform/http/encoded-response.ts';
import type { GeneralLimit } from '#server/platform/http/general-limit.ts';
import { requestContext, requestHost } from '#server/platform/http/request-context.ts';
import type { DescribePage } from '#server/platform/http/static.ts';
import { firstPaint } from './first-paint.ts';
import { headTags, plainHead } from './head.ts';
import { describePage } from './service.ts';
import { createSharePictures } from './share-pictures.ts';
import { createSitemaps, robotsText } from './sitemap.ts';

/** Timeout in milliseconds for what a page says and shows before its scripts run: without it, its scripts would wait as long for the same facts. */
const FACTS_MS_MAX = 2_000;

/** Serves what search engines and shared links request besides pages. */
export function pagesRoutes(app: Hono, deps: Deps, limit: GeneralLimit): void {
  const sitemaps = createSitemaps(deps);
  const pictures = createSharePictures(deps);
  const limited = async (c: Context): Promise<string> => {
    const { ip } = requestContext(c, deps.config.trustProxy);
    await limit(ip);
    return ip;
  };

  app.get('/robots.txt', (c) => c.text(robotsText(baseUrl(c, deps)), 200, { 'Cache-Control': 'public, max-age=3600' }));
  app.get('/sitemap.xml', async (c) => {
    await limited(c);
    return answerCached(c, await sitemaps.overview(baseUrl(c, deps)));
  });
  app.get('/sitemaps/:part{[a-z\\d-]+\\.xml}', async (c, next) => {
    await limited(c);
    const part = await sitemaps.part(baseUrl(c, deps), c.req.param('part').slice(0, -'.xml'.length));
    return part ? answerCached(c, part) : next();
  });
  const languageOf = (c: Context) => matchLocale(c.req.query('lang') ?? '') ?? 'en';
  app.get('/share/default.png', async (c) => {
    const ip = await limited(c);
    return answerCached(c, await pictures.ofSite(languageOf(c), ip));
  });
  app.get('/share/match/:file{\\d+\\.png}', async (c, next) => {
    const ip = await limited(c);
    const picture = await pictures.ofMatch(Number.parseInt(c.req.param('file'), 10), languageOf(c), ip);
    return picture ? answerCached(c, picture) : next();
  });
  app.get('/share/team/:file{\\d+\\.png}', async (c, next) => {
    const ip = await limited(c);
    const picture = await pictures.ofTeam(Number.parseInt(c.req.param('file'), 10), languageOf(c), ip);
    return picture ? answerCached(c, picture) : next();
  });
  app.get('/share/shared/:file{[\\da-f-]{36}\\.png}', async (c, next) => {
    const ip = await limited(c);
    const id = c.req.param('file').slice(0, -'.png'.length);
    const picture = UUID.test(id) ? await pictures.ofShared(id, languageOf(c), ip) : null;
    return picture ? answerCached(c, picture) : next();
  });
  app.get('/share/bracket/:file{[\\da-f-]{36}\\.png}', async (c, next) => {
    const ip = await limited(c);
    const id = c.req.param('file').slice(0, -'.png'.length);
    const picture = UUID.test(id) ? await pictures.ofBracket(id, languageOf(c), ip) : null;
    return picture ? answerCached(c, picture) : next();
  });
  app.get('/share/survivor/:file{[\\da-f-]{36}\\.png}', async (c, next) => {
    const ip = await limited(c);
    const id = c.req.param('file').slice(0, -'.png'.length);
    const picture = UUID.test(id) ? await pictures.ofSurvivor(id, languageOf(c), ip) : null;
    return picture ? answerCached(c, picture) : next();
  });
  app.get('/share/player/:file{\\d+\\.png}', async (c, next) => {
    const ip = await limited(c);
    const picture = await pictures.ofPlayer(Number.parseInt(c.req.param('file'), 10), languageOf(c), ip);
    return picture ? answerCached(c, picture) : next();
  });
}

/**
 * Returns the metadata of the page at an address. A page is always served: if the database fails or is slow, or the visitor is over the
 * rate limit, it has the default metadata.
 */
export const pageDescriber =
  (deps: Deps, limit: GeneralLimit): DescribePage =>
  async (c, locale) => {
    const moved = movedTo(c.req.path, (name) => c.req.query(name));
    if (moved !== null) return { redirect: moved + queryWithout(c, 'team') };
    const address = pageAt(c.req.path, (name) => c.req.query(name));
    // The front page's query (an invite code) belongs to the list it redirects to. The outbox exists in the demo only.
    if (!address || (address.page === 'outbox' && !deps.config.demo))
      return { redirect: `/matches${c.req.path === '/' ? new URL(c.req.url).search : ''}` };
    const asked = { address, locale, linked: matchLocale(c.req.query('lang') ?? ''), base: baseUrl(c, deps) };
    try {
      await limit(requestContext(c, deps.config.trustProxy).ip);
      const [{ isFound, head }, first] = await inTime(
        Promise.all([describePage(deps, asked), firstPaint(deps, address, locale, getCookie(c, 'tz'))]),
      );
      return { page: address.page, status: isFound ? 200 : 404, head: headTags(head), first };
    } catch (error) {
      if (!(error instanceof AppError))
        deps.log.warn({ reason: String(error), path: c.req.path.slice(0, 200) }, 'could not load the metadata of a page');
      return { page: address.page, status: 200, head: plainHead(locale), first: '' };
    }
  };

/** Returns the query of the requested address without one of its values, with its question mark: an invite code and the language stay. */
function queryWithout(c: Context, name: string): string {
  const { searchParams } = new URL(c.req.url);
  searchParams.delete(name);
  return searchParams.size === 0 ? '' : `?${searchParams}`;
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no facts within ${FACTS_MS_MAX} ms`)), FACTS_MS_MAX);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Returns the site's base URL: PUBLIC_URL, else from the requested host. */
const baseUrl = (c: Context, { config }: Deps): string => config.publicUrl ?? `http://${requestHost(c) ?? `localhost:${config.port}`}`;
