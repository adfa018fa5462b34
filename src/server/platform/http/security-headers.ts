import type { Context, Hono, Next } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { Config } from '#server/config.ts';
import { requestHost } from './request-context.ts';

type Settings = Pick<Config, 'demo' | 'publicUrl' | 'geoUrls'>;

/** Returns whether a path belongs to the API; all other paths are pages or files. */
export const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/**
 * Adds the headers that restrict what browsers may do with a response (docs/decisions/021) to all responses of the app, including errors.
 * Headers that a handler sets itself are kept.
 */
export function protectAnswers(app: Hono, config: Settings): void {
  const page = secureHeaders(pageProtection(config));
  const picture = secureHeaders({ ...pageProtection(config), crossOriginResourcePolicy: 'cross-origin' });
  const api = Object.entries(apiProtection(config));
  app.use('*', async (c: Context, next: Next) => {
    if (!isForApi(c.req.path)) return c.req.path.startsWith('/share/') ? picture(c, next) : page(c, next);
    await next();
    if (c.get(PROTECTED)) return;
    const { headers } = c.res;
    for (const [name, value] of api) if (!headers.has(name)) headers.set(name, value);
  });
}

const PROTECTED = 'isProtected';

/** Records that a response of the API already has the headers of `apiProtection`. */
export function markProtected(c: Context, response: Response): Response {
  c.set(PROTECTED, true);
  return response;
}

/**
 * The security headers of API responses: they are data, and cannot do anything if opened as a page. Plain values, as cached replies are
 * sent without the app (see listener.ts).
 */
export const apiProtection = (config: Settings): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...(isHttps(config) && { 'Strict-Transport-Security': HSTS }),
});

/** One year. Does not include subdomains: they belong to the operator. */
const HSTS = 'max-age=31536000';

const isHttps = ({ publicUrl }: Settings): boolean => publicUrl?.startsWith('https:') ?? false;

/**
 * The policy of pages: only our own scripts and styles run, connections go only to us and to the country look-ups, and nothing may frame
 * the page.
 */
function pageProtection(config: Settings): Parameters<typeof secureHeaders>[0] {
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
      // The outbox shows mails in a frame without scripts.
      ...(config.demo && { frameSrc: ["'self'"] }),
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
