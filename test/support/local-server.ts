import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault } from './api-sports-server.ts';

/** A local server that stands for a provider. */
export interface LocalServer {
  url: string;
  /** Faults of the next requests, in order; null is none. */
  faults: (Fault | null)[];
  /** Sent with each reply. */
  headers: Record<string, string>;
  close: () => Promise<void>;
}

/** A request as a provider sees it. */
export interface LocalRequest {
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
}

/** Starts a server on a free port of this machine; `answer` gets each request. */
export async function startLocalServer(
  answer: (request: LocalRequest, response: ServerResponse) => Promise<void>,
): Promise<Pick<LocalServer, 'url' | 'close'>> {
  const server = createServer(async ({ url, headers }, response) => {
    const { pathname: path, searchParams } = new URL(url ?? '/', 'http://localhost');
    await answer({ path, query: Object.fromEntries(searchParams), headers }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
