import type { Deps } from '#server/deps.ts';
import { isOwnOrigin } from './own-origin.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Where this site is, for links in messages and for those who send a browser back to us. Never what a Host header says: whoever asks may have
 * made that up, and it goes to somebody else. The demo has no address of its own but the one that its visitor, who reads the outbox, came by.
 */
export function siteAddress({ config }: Pick<Deps, 'config'>, { origin, host }: Pick<RequestContext, 'origin' | 'host'>): string {
  if (config.publicUrl) return config.publicUrl;
  if (config.demo && origin !== null && isOwnOrigin(origin, host, undefined)) return new URL(origin).origin;
  return `http://localhost:${config.port}`;
}
