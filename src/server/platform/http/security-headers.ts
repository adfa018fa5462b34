import type { Context, Hono, Next } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { Config } from '#server/config.ts';
import { requestHost } from './request-context.ts';

/** The settings that headers depend on. */
export type HeaderSettings = Pick<Config, 'demo' | 'publicUrl' | 'geoUrls' | 'embedOrigins'>;

/** Returns whether a path belongs to the API; all other paths are pages or files. */
export const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Returns whether a path is of what other sites embed: its pages, their files, and the script that makes frames of them. */
export const isForEmbed = (path: string): boolean => path === '/embed.js' || path === '/embed' || path.startsWith('/embed/');

/**
 * Adds the headers that say what browsers may do with a response, and that nothing keeps it (docs/decisions/021), to all responses of the
 * app, including errors. Headers that a handler sets itself are kept.
 */
export function protectAnswers(app: Hono, config: HeaderSettings): void {
  const page = secureHeaders(pageProtection(config));
  const picture = secureHeaders({ ...pageProtection(config), crossOriginResourcePolicy: 'cross-origin' });
  const [api, embed] = [apiHeaders(config), { ...NOT_KEPT, ...embedHeaders(config) }];
  app.use('*', async (c: Context, next: Next) => {
    const { path } = c.req;
    const plain = isForApi(path) ? api : isForEmbed(path) ? embed : null;
    if (plain) await next();
    else await (path.startsWith('/share/') ? picture : page)(c, next);
    if (!c.get(PROTECTED)) addMissing(c.res.headers, plain ?? NOT_KEPT);
  });
}

function addMissing(headers: Headers, wanted: Record<string, string>): void {
  for (const name in wanted) if (!headers.has(name)) headers.set(name, wanted[name]!);
}

const PROTECTED = 'isProtected';

/** Records that a response of the API already has the headers of `apiHeaders`. */
export function markProtected(c: Context, response: Response): Response {
  c.set(PROTECTED, true);
  return response;
}

/** Most responses are of one caller or of one moment. What may be kept says so itself. */
const NOT_KEPT = { 'Cache-Control': 'no-store' };

/**
 * The headers of API responses: they are data, and cannot do anything if opened as a page. Plain values, as some responses are sent without
 * the app (listener.ts).
 */
export const apiHeaders = (config: HeaderSettings): Record<string, string> => ({
  ...NOT_KEPT,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...(isHttps(config) && { 'Strict-Transport-Security': HSTS }),
});

/**
 * The headers of what other sites embed. A sandbox without an origin of ours: whatever runs there reads neither cookies nor storage, and
 * gets from us only what everybody may read. Nothing but it may be framed.
 */
export const embedHeaders = (config: HeaderSettings): Record<string, string> => ({
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${config.embedOrigins.length === 0 ? '*' : ["'self'", ...config.embedOrigins].join(' ')}`,
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "require-trusted-types-for 'script'",
    'trusted-types embed',
  ].join('; '),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  ...(isHttps(config) && { 'Strict-Transport-Security': HSTS }),
});

/** What an embed never asks a browser for. */
const DENIED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'fullscreen'];

/** One year. Does not include subdomains: they belong to the operator. */
const HSTS = 'max-age=31536000';

const isHttps = ({ publicUrl }: HeaderSettings): boolean => publicUrl?.startsWith('https:') ?? false;

/**
 * The policy of pages: only our own scripts and styles run, connections go only to us and to the country look-ups, and nothing may frame
 * the page.
 */
function pageProtection(config: HeaderSettings): Parameters<typeof secureHeaders>[0] {
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", socketSource, ...config.geoUrls.map((url) => new URL(url).origin)],
      manifestSrc: ["'self'"],
      // The service worker, and the worker that solves captchas.
      workerSrc: ["'self'"],
      // What other sites embed, shown as they would see it; in the demo also the mails of the outbox. Nothing else can be framed.
      frameSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // Text can become code only for the URLs that src/web/lib/content-security.ts allows.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
    },
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      serial: [],
      hid: [],
      midi: [],
      accelerometer: [],
      gyroscope: [],
      magnetometer: [],
      displayCapture: [],
    },
    // Other sites receive no referrer at all, so that our URLs stay private.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: isHttps(config) ? HSTS : false,
    overwrite: false,
  };
}

/** Not every browser includes our own WebSocket in 'self'. */
function socketSource(c: Context): string {
  const host = requestHost(c);
  return host ? `ws://${host} wss://${host}` : "'self'";
}
