import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Closes all connections, and accepts none. */
  stop: () => Promise<void>;
  /** Accepts connections again, on the same port. */
  start: () => Promise<void>;
}

/** Starts a proxy that forwards connections to these ports in turn, and to the next port if one refuses. It does not remember clients. */
export async function startTcpProxy(ports: () => readonly number[]): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    keep(socket);
    const now = ports();
    turn += 1;
    handOn(socket, [...now.slice(turn % now.length), ...now.slice(0, turn % now.length)], keep);
  });
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await start(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    start: () => start(port),
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function handOn(socket: Socket, [port, ...others]: readonly number[], keep: (socket: Socket) => void): void {
  if (port === undefined) return void socket.destroy();
  const target = connect(port, '127.0.0.1');
  const next = () => handOn(socket, others, keep);
  target.once('error', next);
  target.once('connect', () => {
    target.off('error', next);
    keep(target);
    socket.pipe(target).pipe(socket);
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
  });
}
