import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';

type ChatSent = Extract<ClientMessage, { t: 'chat' }>;

/** Confirms that the message is stored, as a server would. */
const takeMessage = ({ topic, cid }: ChatSent): ServerMessage | null => ({ t: 'sent', topic, cid, id: '1000' });

/** A real WebSocket server that sends what a test tells it to, and records what it receives; on its own port, or on a site's. */
export async function startLiveServer(at: number | Server = 0) {
  const server = new WebSocketServer(typeof at === 'number' ? { port: at, host: '127.0.0.1' } : { server: at });
  if (typeof at === 'number') await once(server, 'listening');
  const sockets = new Set<WebSocket>();
  const heard: ClientMessage[] = [];
  const seqs = new Map<string, number>();
  const manners = {
    /** Whether it answers pings: a dead connection does not. */
    answersPings: true,
    /** The answer to a chat message; null for none. */
    answerChat: takeMessage,
  };

  const say = (message: ServerMessage) => {
    for (const socket of sockets) socket.send(JSON.stringify(message));
  };
  const answer = (socket: WebSocket, message: ClientMessage) => {
    const reply = (out: ServerMessage) => socket.send(JSON.stringify(out));
    if (message.t === 'hello') reply({ t: 'welcome', signed_in: false });
    if (message.t === 'auth' && message.token === 'refused') reply({ t: 'error', code: 'unauthorized' });
    if (message.t === 'auth') reply({ t: 'welcome', signed_in: message.token !== 'refused' });
    if (message.t === 'join') reply({ t: 'joined', topic: message.topic, seq: seqs.get(message.topic) ?? 0 });
    if (message.t === 'ping' && manners.answersPings) reply({ t: 'pong' });
    const told = message.t === 'chat' ? manners.answerChat(message) : null;
    if (told) reply(told);
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ClientMessage;
      heard.push(message);
      answer(socket, message);
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    heard,
    sockets,
    manners,
    say,
    /** A topic's current sequence number, for clients that join. */
    setSeq: (topic: string, seq: number) => void seqs.set(topic, seq),
    /** Cuts every connection. */
    cut: () => {
      for (const socket of sockets) socket.terminate();
    },
    stop: async () => {
      for (const socket of sockets) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

export type LiveServer = Awaited<ReturnType<typeof startLiveServer>>;
