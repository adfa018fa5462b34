import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { clientIp } from './client-ip.ts';
import type { GeneralLimit } from './general-limit.ts';
import { type KeptBytes, keptAnswer } from './kept-bytes.ts';
import { apiProtection } from './security-headers.ts';

/**
 * What the server does with a request. A reply that is kept for this very address goes out at once, before a framework has
 * made objects of the request: that is most of the traffic, and three times as fast. Everything else is the app's, as is
 * telling those who ask too often.
 */
export function createListener(deps: Pick<Deps, 'replies' | 'now' | 'config'>, app: Hono, limit: GeneralLimit): RequestListener {
  const otherwise = getRequestListener(app.fetch);
  const protection = apiProtection(deps.config);
  return (incoming, outgoing) => {
    const kept = incoming.method === 'GET' ? deps.replies.find(incoming.url ?? '', deps.now().getTime()) : null;
    if (!kept) return void otherwise(incoming, outgoing);
    limit(ipOf(incoming, deps.config.trustProxy)).then(
      () => send(kept, protection, incoming, outgoing),
      () => otherwise(incoming, outgoing),
    );
  };
}

const ipOf = ({ socket, headers }: IncomingMessage, trusted: string[]): string =>
  clientIp(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trusted);

function send(kept: KeptBytes, protection: Record<string, string>, { headers: asked }: IncomingMessage, outgoing: ServerResponse): void {
  const { status, headers, bytes } = keptAnswer(kept, asked['if-none-match'], asked['accept-encoding']?.toString());
  outgoing.writeHead(status, { ...headers, ...protection });
  outgoing.end(bytes);
}
