import type { Context } from 'hono';

/** The host that was asked, with its port; null where the header holds something else, or nothing. */
export function requestHost(c: Context): string | null {
  const host = c.req.header('host') ?? '';
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? host.toLowerCase() : null;
}
