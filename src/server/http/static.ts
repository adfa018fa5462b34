import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono, Next } from 'hono';
import { compress } from 'hono/compress';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { getMimeType } from 'hono/utils/mime';
import { packageRoot } from '#server/db/package-root.ts';
import type { Deps } from '#server/deps.ts';
import { answerKept } from './kept-bytes.ts';
import { requestHost } from './request-host.ts';
import { type SiteFiles, siteFiles } from './static-files.ts';
import { type DescribePage, type Page, pageLocale, sitePage } from './static-page.ts';

const compressed = compress();

type PageEnv = { Variables: { secureHeadersNonce: string } };

const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');
/** What is named after its content is there, or it is gone: an old page that asks for it shall not get a page instead. */
const isAsset = (path: string): boolean => path.startsWith('/assets/');

/** What is called like a file is one, or it is missing: neither a picture nor a service worker can be a page. */
const isFileName = (path: string): boolean => !/^text\/html\b/.test(getMimeType(path) ?? 'text/html');

/**
 * Serves the site that `vite build` made: its files, and for the path of every page the one page, with what `describe` has it
 * say of itself. Other paths lead to where `describe` says.
 */
export function staticRoutes(app: Hono, deps: Deps, describe: DescribePage, folder = join(packageRoot, 'dist', 'web')): void {
  let site: { files: SiteFiles; page: Page } | null = null;
  const protect = secureHeaders(protection(deps));
  app.use('*', (c: Context, next: Next) => (isForApi(c.req.path) ? next() : protect(c, next)));
  // For the page, which is written anew each time; files are kept compressed.
  app.use('*', (c: Context, next: Next) => (isForApi(c.req.path) ? next() : compressed(c, next)));
  (app as unknown as Hono<PageEnv>).get('*', async (c, next) => {
    const { path } = c.req;
    if (isForApi(path)) return next();
    if (!site && !existsSync(join(folder, 'index.html'))) return c.text(NOT_BUILT, 503, { 'Retry-After': '10' });
    site ??= { files: siteFiles(folder), page: sitePage(folder) };
    const file = await site.files.find(path);
    if (file) return answerKept(c, file);
    if (isAsset(path) || isFileName(path)) return next();
    const locale = pageLocale(c);
    const described = await describe(c, locale);
    if ('redirect' in described) return c.redirect(described.redirect, 302);
    return c.html(site.page.render(c, c.get('secureHeadersNonce'), locale, described), described.status, site.page.headers);
  });
}

const NOT_BUILT = 'The site has not been built: `npm start` builds it.';

/** The page runs our scripts and styles and nothing else's, talks to us and to the country look-ups, and is framed by nobody. */
function protection({ config }: Deps): Parameters<typeof secureHeaders>[0] {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", socketSource, ...config.geoUrls.map((url) => new URL(url).origin)],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: isHttps ? 'max-age=15552000' : false,
  };
}

/** Not every browser takes our own socket for 'self'. */
function socketSource(c: Context): string {
  const host = requestHost(c);
  return host ? `ws://${host} wss://${host}` : "'self'";
}
