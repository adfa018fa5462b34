import type { IncomingMessage } from 'node:http';
import { parseShield, type Shield } from '#domain/notifications/shield.ts';

/** The page's own cookie, so that its first answer, what it asks for later and its socket are all shielded alike. */
const SHIELD_COOKIE = /(?:^|;\s*)shield=([^;\s]{1,1000})/;

/** The shield that a request wears; null for none, and for one that nobody can have chosen. */
export function shieldOf({ headers: { cookie } }: Pick<IncomingMessage, 'headers'>): Shield | null {
  // Most wear none: asked without an expression first, as it is asked of every request.
  if (cookie === undefined || !cookie.includes('shield=')) return null;
  const [, value] = SHIELD_COOKIE.exec(cookie) ?? [];
  return value === undefined ? null : parseShield(value);
}

/** What a score can be told from: everything that is browsed, the pages themselves, and one's own bets. Files, accounts and the console are as they are. */
export function isShielded(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return path.startsWith('/api/') ? SPOILING.test(path) : !/\.\w{1,12}$/.test(path) && !path.startsWith('/admin');
}

const SPOILING = /^\/api\/(matches|leagues|teams|search|contests|forecasts|forecast-league|account\/bets)(\/|$)/;
