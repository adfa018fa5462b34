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
 * Returns whether a URL could reveal a score: public data, the pages themselves, and the user's own bets and points. Files, accounts and the console
 * are not shielded.
 */
export function isShielded(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return path.startsWith('/api/') ? SPOILING.test(path) : !/\.\w{1,12}$/.test(path) && !path.startsWith('/admin');
}

const SPOILING =
  /^\/api\/(matches|best|leagues|teams|players|search|contests|shares|forecasts|forecast-league|tipping|account\/bets|account\/points\/history(\.csv)?)(\/|$)/;
