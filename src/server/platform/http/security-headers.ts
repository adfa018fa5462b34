import type { Context, Hono, Next } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { Config } from '#server/config.ts';
import { requestHost } from './request-context.ts';

type Settings = Pick<Config, 'demo' | 'publicUrl' | 'geoUrls'>;

/** Whether an address is the API's: it answers programs, everything else is the page. */
export const isForApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/**
 * Has every answer of the app say what browsers may do with it (docs/decisions/021), errors too. What a handler says of its own answer stands.
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

/** Takes note that an answer of the API carries its `apiProtection` already. */
export function markProtected(c: Context, response: Response): Response {
  c.set(PROTECTED, true);
  return response;
}

/**
 * What an answer of the API says beside its body: it is data, and no page; opened as one, it can do nothing. Plain values,
 * as kept replies go out without the app (see listener.ts).
 */
export const apiProtection = (config: Settings): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...(isHttps(config) && { 'Strict-Transport-Security': HSTS }),
});

/** A year. Not for subdomains: they are the operator's, not ours. */
const HSTS = 'max-age=31536000';

const isHttps = ({ publicUrl }: Settings): boolean => publicUrl?.startsWith('https:') ?? false;

/** The page runs our scripts and styles and nothing else's, talks to us and to the country look-ups, and is framed by nobody. */
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
      // The service worker, and the one that solves captchas.
      workerSrc: ["'self'"],
      // The outbox shows mails in a frame, without scripts.
      ...(config.demo && { frameSrc: ["'self'"] }),
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // No text becomes code but the addresses that src/web/lib/content-security.ts lets pass.
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
    // Other sites learn not even that somebody came from here; what stands in our addresses stays with us.
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: isHttps(config) ? HSTS : false,
    overwrite: false,
  };
}

/** Not every browser takes our own socket for 'self'. */
function socketSource(c: Context): string {
  const host = requestHost(c);
  return host ? `ws://${host} wss://${host}` : "'self'";
}
