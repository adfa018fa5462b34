import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

export interface LiveSocket {
  socket: WebSocket;
  /** Says a message, or any text. */
  say: (message: ClientMessage | string | object) => void;
  /** What was said to us, in order; waits for it. */
  next: () => Promise<ServerMessage>;
  /** The next message of a kind; whatever comes before it is passed over. */
  nextOf: <T extends ServerMessage['t']>(t: T) => Promise<Extract<ServerMessage, { t: T }>>;
  /** What was heard and not asked for yet. */
  heard: ServerMessage[];
}

export interface SocketOptions {
  origin?: string | undefined;
  path?: string;
  headers?: Record<string, string>;
}

/** A client that hears everything in order; rejects where it is not let in. `url` is the server's, of http. */
export async function openSocket(url: string, { origin, path = '/api/live', headers = {} }: SocketOptions = {}): Promise<LiveSocket> {
  const socket = new WebSocket(new URL(path, url.replace('http', 'ws')), { origin, headers });
  const heard: ServerMessage[] = [];
  let ring = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    ring();
  });
  await Promise.race([once(socket, 'open'), once(socket, 'error').then(([error]) => Promise.reject(error))]);
  // Whoever is hung up on while they still send is told so as an error; that it is closed is told in any case.
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

/** One that has said hello, or who it is. */
export async function greetedSocket(url: string, token?: string, options: SocketOptions = {}): Promise<LiveSocket> {
  const client = await openSocket(url, options);
  client.say(token ? { t: 'auth', token } : { t: 'hello' });
  const welcome = await client.next();
  if (welcome.t !== 'welcome' || welcome.signed_in !== (token !== undefined)) throw new Error(`not welcome: ${JSON.stringify(welcome)}`);
  return client;
}

/** Joins a topic, and says the number of its last change. */
export async function joinTopic(client: LiveSocket, topic: string): Promise<number> {
  client.say({ t: 'join', topic });
  return (await client.nextOf('joined')).seq;
}
