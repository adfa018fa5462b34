import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from '#server/platform/start-error.ts';
import { limitConnections, type Shares } from './connection-share.ts';

export interface Listening {
  url: string;
  server: Server;
  /** Every answer from now on is the last of its connection: whoever has more to ask connects anew, and may be led elsewhere. */
  sendAway: () => void;
  /** Takes no more connections, and waits for the requests that are being answered. */
  close: () => Promise<void>;
}

/** How long connections may take, in seconds, and how many of one address there may be. */
export interface HttpLimits extends Shares {
  headersSeconds: number;
  requestSeconds: number;
  keepAliveSeconds: number;
}

/** Of what is no site, as metrics: whoever may reach it asks as much as they like. */
const HTTP: HttpLimits = {
  headersSeconds: 10,
  requestSeconds: 20,
  keepAliveSeconds: 65,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  requestsPerAddress: Number.POSITIVE_INFINITY,
};
/** Node looks for late requests every half a minute by itself. */
const CHECKED_EVERY_MS = 1_000;
const SILENT_MS_MAX = 120_000;

/** Serves on the port, or says in one sentence why it cannot. */
export async function listen(
  listener: RequestListener,
  { host, port, http = HTTP, trustProxy = [] }: { host: string; port: number; http?: HttpLimits; trustProxy?: string[] },
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: http.headersSeconds * 1_000,
      requestTimeout: http.requestSeconds * 1_000,
      keepAliveTimeout: http.keepAliveSeconds * 1_000,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    listener,
  );
  // Whoever reads nothing of an answer for so long does not read it.
  server.timeout = SILENT_MS_MAX;
  limitConnections(server, http, trustProxy);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
  let isLast = false;
  server.prependListener('request', (_, response) => {
    if (isLast) response.setHeader('Connection', 'close');
  });
  const sendAway = () => {
    isLast = true;
  };
  const close = () =>
    new Promise<void>((resolve) => {
      sendAway();
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return { url: urlOf(server, host), server, sendAway, close };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentence = sentences[error.code ?? ''];
  return sentence ? new StartError(sentence(host, port), { cause: error }) : error;
}

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `Port ${port} on ${host} is taken by another program: end that one, or set PORT.`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}: correct HOST.`,
  ENOTFOUND: (host) => `There is no host ${host}: correct HOST.`,
};

/** An address that a browser on this machine can open. `localhost` might be another program's, which listens on ::1. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as { port: number };
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}
