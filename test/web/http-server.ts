import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer: JSON unless `text` is given. */
export interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
  /** Wait this long before answering, in milliseconds. */
  afterMs?: number;
  headers?: Record<string, string>;
  /** The connection breaks before an answer, as if the network were lost. */
  isCut?: boolean;
}

type Answerer = (request: HeardRequest) => Answer | Promise<Answer>;

const SETTLE = '/settle';

/** A real HTTP server on a free port, which becomes the origin of the tests' page. */
export async function startTestServer() {
  const heard: HeardRequest[] = [];
  const answers = new Map<string, Answerer>();
  let aheadMs = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const url = new URL(request.url ?? '/', 'http://test');
      const method = request.method ?? 'GET';
      const told = {
        method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      heard.push(told);
      const {
        status = 200,
        json,
        text,
        afterMs = 0,
        headers,
        isCut = false,
      } = (await answers.get(`${method} ${url.pathname}`)?.(told)) ?? { status: 404, json: {} };
      setTimeout(() => {
        if (isCut) return void request.socket.destroy();
        response.writeHead(status, {
          'Content-Type': json === undefined ? 'text/plain' : 'application/json',
          Date: new Date(Date.now() + aheadMs).toUTCString(),
          ...headers,
        });
        response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
      }, afterMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const visit = () => comeFrom(origin);
  visit();
  return {
    origin,
    server,
    heard,
    /** Makes this the page's origin again, after another server was started. */
    visit,
    /** The requests so far, as "GET /path". */
    calls: () => heard.map(({ method, path }) => `${method} ${path}`),
    /** The bodies of each "POST /path" so far, in order. */
    bodiesOf: (call: string) =>
      heard.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    /** Answers "GET /path"; a list is used in order, its last answer for all further calls. */
    on(call: string, ...list: (Answer | Answerer)[]) {
      let next = 0;
      answers.set(call, (request) => {
        const answer = list[Math.min(next++, list.length - 1)] ?? {};
        return typeof answer === 'function' ? answer(request) : answer;
      });
    },
    /** Answers "GET /path" once the returned function is called, and from then on at once. */
    hold(call: string, answer: Answer): () => void {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      answers.set(call, () => released.then(() => answer));
      return release;
    },
    /** Resolves when everything has arrived that the page has sent and the server has answered so far: another request goes there and back. */
    async settle() {
      await fetch(`${origin}${SETTLE}`);
      heard.splice(
        heard.findIndex(({ path }) => path === SETTLE),
        1,
      );
    },
    /** Sets the server's clock ahead of the browser's, or behind it. */
    setClock(ms: number) {
      aheadMs = ms;
    },
    reset() {
      aheadMs = 0;
      heard.length = 0;
      answers.clear();
    },
    stop: () => stop(server),
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** Vitest exposes the jsdom window to tests under this name. */
function comeFrom(origin: string): void {
  (globalThis as unknown as { jsdom: { reconfigure: (to: { url: string }) => void } }).jsdom.reconfigure({ url: `${origin}/` });
}
