import { base64Object } from '#web/lib/token-claims.ts';

/** Where the server judges what Telegram says. */
const CALLBACK = '/api/auth/telegram/callback';

const LENGTH_MAX = 8_192;

/**
 * Telegram leads back with its answer behind the #, which no server sees. Gives the address at which the server judges it, every field
 * as it was signed; 'given_up' where the user did (`false`) or the answer cannot be read; null where there is none.
 */
export function readTelegramResult(hash: string, state: string): string | 'given_up' | null {
  // Read as a query a plus would be a space.
  const result = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('tgAuthResult');
  if (result === null) return null;
  try {
    if (result === 'false' || result.length > LENGTH_MAX) return 'given_up';
    const fields = Object.entries(base64Object(result)).map(([name, value]) => [name, String(value)]);
    return `${CALLBACK}?${new URLSearchParams({ ...(Object.fromEntries(fields) as Record<string, string>), state })}`;
  } catch {
    return 'given_up';
  }
}
