import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface HeardRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Parsed JSON; empty for other bodies. */
  body: Record<string, unknown>;
  text: string;
}

/** A reply to a request; null hangs up, undefined never replies. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | null | undefined;

const jsonIn = (text: string): Record<string, unknown> => (text.startsWith('{') ? JSON.parse(text) : {});

/** Starts a service on a free port that receives JSON and replies as `answer` returns; keeps all requests. */
export async function startMessageService(answer: (request: HeardRequest) => Reply | Promise<Reply>) {
  const heard: HeardRequest[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: jsonIn(text), text };
    heard.push(one);
    const reply = await answer(one);
    if (reply === null) request.socket.destroy();
    else if (reply !== undefined) {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, heard, close };
}
