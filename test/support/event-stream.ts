import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An event of a stream; `name` is '' for a comment. */
export interface StreamEvent {
  name: string;
  id: string | null;
  data: Record<string, unknown>;
}

export interface EventStream {
  socket: Socket;
  status: number;
  headers: Headers;
  /** Returns the next event; waits for it. */
  next: () => Promise<StreamEvent>;
  /** The body of an answer that is no stream. */
  body: () => Promise<string>;
  /** Resolves when the server has closed the connection. */
  ended: Promise<unknown>;
  /** What the server said about when to come back, in milliseconds. */
  retryMs: () => number | null;
}

interface StreamOptions {
  /** The API key. */
  key?: string | null;
  headers?: Record<string, string>;
  method?: string;
}

/** Opens a stream over a connection of its own, and reads it as a client does. `url` is the server's address. */
export async function openEventStream(url: string, path: string, { key = null, headers = {}, method = 'GET' }: StreamOptions = {}) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const sent = { Host: 'localhost', ...(key !== null && { Authorization: `Bearer ${key}` }), ...headers };
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(sent)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  let text = '';
  let ring = () => {};
  let isEnded = false;
  socket.on('data', (bytes) => {
    text += bytes;
    ring();
  });
  const ended = once(socket, 'close').then(() => {
    isEnded = true;
    ring();
  });
  let retryMs: number | null = null;
  /** Takes the text up to a mark. */
  const upTo = async (mark: string): Promise<string> => {
    for (;;) {
      const at = text.indexOf(mark);
      if (at !== -1) {
        const part = text.slice(0, at);
        text = text.slice(at + mark.length);
        return part;
      }
      if (isEnded) throw new Error(`the stream ended with ${JSON.stringify(text)}`);
      await new Promise<void>((resolve) => (ring = resolve));
    }
  };
  const [first = '', ...lines] = (await upTo('\r\n\r\n')).split('\r\n');
  const next = async (): Promise<StreamEvent> => {
    const event: StreamEvent = { name: '', id: null, data: {} };
    let hasContent = false;
    for (const line of (await upTo('\n\n')).split('\n')) {
      const [field = '', value = ''] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()];
      if (field === 'retry') retryMs = Number(value);
      else hasContent = true;
      if (field === 'event') event.name = value;
      if (field === 'id') event.id = value;
      if (field === 'data') event.data = JSON.parse(value);
    }
    return hasContent ? event : next();
  };
  return {
    socket,
    status: Number(first.split(' ')[1]),
    headers: new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    next,
    body: async () => {
      await ended;
      return text;
    },
    ended,
    retryMs: () => retryMs,
  } satisfies EventStream;
}
