import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

const ABORTS = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Whether an error is nothing but that the client has gone: its request broke off before it was read, by its own will, by a bad network, or
 * because it took too long. Nobody here did anything wrong.
 */
export function isClientGone(c: Context, error: unknown): boolean {
  const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
  if (!incoming || incoming.complete) return false;
  const isGone = incoming.destroyed || outgoing?.destroyed === true || outgoing?.socket?.destroyed === true;
  return isGone && (!(error instanceof Error) || isAbort(error));
}

const isAbort = (error: Error & { code?: unknown }): boolean =>
  error.name === 'AbortError' || ABORTS.has(String(error.code)) || /abort|prematurely closed/i.test(error.message);
