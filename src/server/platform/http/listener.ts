import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import type { ShieldedSites } from '#server/spoiler-shield/shielded-sites.ts';
import { apiAccessOf, OPEN_HEADERS, presentedKey, rateLimitHeaders } from './api-access.ts';
import { clientIp } from './client-ip.ts';
import { cachedAnswer, type EncodedBytes } from './encoded-response.ts';
import type { GeneralLimit } from './general-limit.ts';
import { limitRequests } from './listen.ts';
import { isForOpenApi } from './mount-open.ts';
import { apiHeaders } from './security-headers.ts';
import { isShielded, shieldOf } from './shield-cookie.ts';

/**
 * Creates the handler of all requests. A reply cached for this exact URL, or for this caller, is sent at once, before the framework creates
 * objects for the request: that is most of the traffic, and three times as fast. The app handles everything else, including refusals by
 * rate limits. Requests with a spoiler shield go to the site of that shield.
 */
export function createListener(deps: ListenerDeps, app: Hono, limit: GeneralLimit, shielded: ShieldedSites | null = null): RequestListener {
  const otherwise = limitRequests(getRequestListener(app.fetch), deps.config);
  const common = apiHeaders(deps.config);
  const access = apiAccessOf(app);
  const openHeaders = { ...common, ...OPEN_HEADERS };
  const ownHeaders = { ...common, 'Content-Type': 'application/json' };
  /** Answers a request to the open API once its key or its address is admitted. */
  const answerOpen = async (answer: EncodedBytes, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { authorization, 'x-api-key': apiKey } = incoming.headers;
    const key = presentedKey(authorization, apiKey?.toString());
    // The app refuses a request again that is refused here, in words; refused requests are not counted.
    const admission = await access!.admit(key, ipOf(incoming, deps.config.trustProxy)).catch(() => null);
    if (admission === null) return void otherwise(incoming, outgoing);
    deps.metrics?.keptReply();
    send(answer, { ...openHeaders, ...rateLimitHeaders(admission) }, incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const shield = shielded && incoming.method === 'GET' ? shieldOf(incoming) : null;
    const { url = '' } = incoming;
    if (shield && TELLING_PICTURE.test(url)) return withoutPicture(url, common, outgoing);
    if (shielded && shield && isShielded(url)) return void shielded.listenerOf(shield)(incoming, outgoing);
    const answer = incoming.method === 'GET' ? cachedReplyFor(deps, incoming) : null;
    if (!answer) return void otherwise(incoming, outgoing);
    if (access !== null && isForOpenApi(url) && !Buffer.isBuffer(answer)) return void answerOpen(answer, incoming, outgoing);
    limit(ipOf(incoming, deps.config.trustProxy)).then(
      () => {
        deps.metrics?.keptReply();
        if (Buffer.isBuffer(answer)) outgoing.writeHead(200, { ...ownHeaders, 'Content-Length': answer.length }).end(answer);
        else send(answer, common, incoming, outgoing);
      },
      () => otherwise(incoming, outgoing),
    );
  };
}

/** The pictures of matches have scores, and those of shared bets say who won. */
const TELLING_PICTURE = /^\/share\/(match|shared)\//;

/** Pictures are kept by browsers: in place of one that tells, who has a shield gets the one of the site. */
function withoutPicture(url: string, common: Record<string, string>, outgoing: ServerResponse): void {
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  outgoing.writeHead(302, { ...common, Location: `/share/default.png${search}`, 'Cache-Control': 'no-store' }).end();
}

type ListenerDeps = Pick<Deps, 'replies' | 'now' | 'config' | 'endedSessions' | 'metrics'>;

/** Returns the cached reply of this address: the public one, or the recent one of this caller. */
function cachedReplyFor(
  { replies, endedSessions, now }: ListenerDeps,
  { url = '', headers }: IncomingMessage,
): EncodedBytes | Buffer | null {
  const nowMs = now().getTime();
  const own = headers.authorization === undefined ? null : replies.findOwn(url, headers.authorization, nowMs);
  if (own) return endedSessions.has(own.sessionId) ? null : own.bytes;
  return replies.find(url, nowMs);
}

const ipOf = ({ socket, headers }: IncomingMessage, trusted: string[]): string =>
  clientIp(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), trusted);

function send(kept: EncodedBytes, common: Record<string, string>, { headers: asked }: IncomingMessage, outgoing: ServerResponse): void {
  const { status, headers, bytes } = cachedAnswer(kept, asked['if-none-match'], asked['accept-encoding']?.toString());
  outgoing.writeHead(status, { ...common, ...headers });
  outgoing.end(bytes);
}
