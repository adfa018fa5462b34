import type { Deps } from '#server/deps.ts';
import { isOwnOrigin } from './own-origin.ts';
import type { RequestContext } from './request-context.ts';

/** This machine, by whichever of its names a browser on it was opened. */
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Where this site is, for links in messages and for those who send a browser back to us. Never what a Host header says: whoever asks may have
 * made that up, and it goes to somebody else; a name of this very machine leads nobody astray. The demo has no address of its own but the
 * one that its visitor, who reads the outbox, came by.
 */
export function siteAddress({ config }: Pick<Deps, 'config'>, { origin, host }: Pick<RequestContext, 'origin' | 'host'>): string {
  if (config.publicUrl) return config.publicUrl;
  if (config.demo && origin !== null && isOwnOrigin(origin, host, undefined)) return new URL(origin).origin;
  return `http://${host !== null && THIS_MACHINE.test(host) ? host : `localhost:${config.port}`}`;
}
