import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

export interface LiveSocket {
  socket: WebSocket;
  /** Sends a message, or any text. */
  say: (message: ClientMessage | string | object) => void;
  /** Returns the next received message; waits for it. */
  next: () => Promise<ServerMessage>;
  /** Returns the next message of a kind, and skips those before it. */
  nextOf: <T extends ServerMessage['t']>(t: T) => Promise<Extract<ServerMessage, { t: T }>>;
  /** Received messages that were not read yet. */
  heard: ServerMessage[];
}

export interface SocketOptions {
  origin?: string | undefined;
  path?: string;
  headers?: Record<string, string>;
}

/** Opens a client that receives everything in order; rejects if the connection is refused. `url` is the server's http address. */
export async function openSocket(url: string, { origin, path = '/api/live', headers = {} }: SocketOptions = {}): Promise<LiveSocket> {
  const socket = new WebSocket(new URL(path, url.replace('http', 'ws')), { origin, headers });
  const heard: ServerMessage[] = [];
  let ring = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    ring();
  });
  await Promise.race([once(socket, 'open'), once(socket, 'error').then(([error]) => Promise.reject(error))]);
  // A connection closed while sending emits an error; the close event follows in any case.
  socket.on('error', () => {});
  const next = async (): Promise<ServerMessage> => {
    while (heard.length === 0) await new Promise<void>((resolve) => (ring = resolve));
    return heard.shift()!;
  };
  return {
    socket,
    heard,
    next,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    nextOf: async (t) => {
      for (;;) {
        const message = await next();
        if (message.t === t) return message as Extract<ServerMessage, { t: typeof t }>;
      }
    },
  };
}

/** Opens a client and sends its greeting, with a token if given. */
export async function greetedSocket(url: string, token?: string, options: SocketOptions = {}): Promise<LiveSocket> {
  const client = await openSocket(url, options);
  client.say(token ? { t: 'auth', token } : { t: 'hello' });
  const welcome = await client.next();
  if (welcome.t !== 'welcome' || welcome.signed_in !== (token !== undefined)) throw new Error(`not welcome: ${JSON.stringify(welcome)}`);
  return client;
}

/** Joins a topic, and returns the number of its last change. */
export async function joinTopic(client: LiveSocket, topic: string): Promise<number> {
  client.say({ t: 'join', topic });
  return (await client.nextOf('joined')).seq;
}
