import type { IncomingMessage } from 'node:http';
import { parseShield, type Shield } from '#domain/notifications/shield.ts';

/** The cookie of the page, so that the page, its later requests and its socket are all shielded alike. */
const SHIELD_COOKIE = /(?:^|;\s*)shield=([^;\s]{1,1000})/;

/** Returns the spoiler shield of a request; null if it has none, or an invalid one. */
export function shieldOf({ headers: { cookie } }: Pick<IncomingMessage, 'headers'>): Shield | null {
  // Most requests have none: this runs for each of them, so it avoids the expression.
  if (cookie === undefined || !cookie.includes('shield=')) return null;
  const [, value] = SHIELD_COOKIE.exec(cookie) ?? [];
  return value === undefined ? null : parseShield(value);
}

/**
 * Returns whether a URL could reveal a score: pages, and everything of the API that is not known to tell nothing. A new endpoint is shielded
 * unless it is named here. Files, accounts and the console are not.
 */
export function isShielded(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return path.startsWith('/api/') ? !TELLS_NOTHING.test(path) : !/\.\w{1,12}$/.test(path) && !path.startsWith('/admin');
}

/** Of an account, bets and points tell how matches ended. Some of these write, which a shielded site cannot. */
const TELLS_NOTHING =
  /^\/api\/(account(?!\/(bets|points\/history|shares|year))|admin|alive|auth|dev|docs|favorites|health|help-lines|legal|meta|metrics|notifications|points|ready)(\/|$)/;
