import type { Hono } from 'hono';
import { LOCALES } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';

/** RFC 9116 requires less than a year. The date is computed for every response, so this is the maximum age of a copy. */
const GOOD_FOR_MS = 180 * 86_400_000;

/** Serves security.txt, which names the contact for vulnerability reports (RFC 9116); not served without SECURITY_CONTACT. */
export function securityText(app: Hono, { config, now }: Deps): void {
  const { securityContact, publicUrl } = config;
  if (!securityContact) return;
  app.get('/.well-known/security.txt', (c) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now().getTime() + GOOD_FOR_MS).toISOString()}`,
      `Preferred-Languages: ${LOCALES.join(', ')}`,
      ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' });
  });
}
