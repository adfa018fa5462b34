import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from './start-error.ts';

export interface Listening {
  url: string;
  server: Server;
  /** Every answer from now on is the last of its connection: whoever has more to ask connects anew, and may be led elsewhere. */
  sendAway: () => void;
  /** Takes no more connections, and waits for the requests that are being answered. */
  close: () => Promise<void>;
}

/** Serves on the port, or says in one sentence why it cannot. */
export async function listen(listener: RequestListener, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createServer(listener);
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
