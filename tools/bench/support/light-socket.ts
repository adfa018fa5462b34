import { connect, type Socket } from 'node:net';

/** A site that light sockets connect to. */
export interface Place {
  /** Ports of its processes, as a load balancer knows them. */
  ports: readonly number[];
}

/** Each process gets its share: the next one in line would also get all that a dead one leaves. */
export const anyOf = (ports: readonly number[]): number => ports[Math.floor(Math.random() * ports.length)]!;
export const without = (ports: readonly number[], gone: number): readonly number[] => ports.filter((port) => port !== gone);

/** What a light socket reports to its owner. */
export interface Watch {
  /** The source address. Many addresses are needed, since each has a limit of sockets and of ports. */
  address: string;
  place: Place;
  /** Called with the bytes of each change of a score, which are not passed on to the page. */
  onScore: (payload: Buffer) => void;
  /** Called when a topic is joined. */
  onJoined: () => void;
  /** Called when a connection ends before its handshake is complete. */
  onRefused: (why: string) => void;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/**
 * A WebSocket of a browser, as far as the page's client uses it, on a bare connection: a hundred thousand of them fit into a few processes.
 * It masks with zeros and checks nothing.
 */
export class LightSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly watch: Watch;
  private connection: Socket | null = null;
  private rest: Buffer = NOTHING;

  constructor(watch: Watch) {
    this.watch = watch;
    this.dial(watch.place.ports);
  }

  /** Connects to one of these processes; if that is gone, to any other, as a load balancer does. */
  private dial(ports: readonly number[]): void {
    const port = anyOf(ports);
    const connection = connect({ host: '127.0.0.1', port, localAddress: this.watch.address });
    this.connection = connection;
    connection.setNoDelay(true);
    connection.on('connect', () => connection.write(handshake(port)));
    connection.on('data', (bytes) => this.read(bytes));
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && ports.length > 1 && this.readyState === 0) this.dial(without(ports, port));
      else if (this.readyState === 0) this.watch.onRefused(error.code ?? error.message);
    });
    connection.on('close', () => {
      if (connection === this.connection) this.end();
    });
  }

  private end(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  private read(bytes: Buffer): void {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    if (this.readyState === 0) {
      const end = data.indexOf(HEAD_END);
      if (end >= 0) {
        const status = data.toString('latin1', 9, 12);
        if (status !== '101') {
          this.watch.onRefused(status);
          this.connection?.destroy();
          return;
        }
        data = data.subarray(end + HEAD_END.length);
        this.readyState = LightSocket.OPEN;
        this.onopen?.();
      }
    }
    if (this.readyState === LightSocket.OPEN) data = this.readFrames(data);
    this.rest = data.length > 0 ? Buffer.from(data) : NOTHING;
  }

  /** Returns the bytes of an incomplete frame. */
  private readFrames(data: Buffer): Buffer {
    let at = 0;
    while (data.length - at >= 2) {
      const short = data[at + 1]!;
      const headBytes = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (data.length - at < headBytes) break;
      const length = short === 127 ? Number(data.readBigUInt64BE(at + 2)) : short === 126 ? data.readUInt16BE(at + 2) : short;
      if (data.length - at < headBytes + length) break;
      this.take(data[at]! & 15, data.subarray(at + headBytes, at + headBytes + length));
      at += headBytes + length;
    }
    return data.subarray(at);
  }

  private take(kind: number, payload: Buffer): void {
    if (kind === PING) this.write(PONG, payload);
    else if (kind === CLOSE) this.close();
    else if (kind !== TEXT) return;
    else if (payload.includes('"fulltime"')) this.watch.onScore(payload);
    else {
      this.onmessage?.({ data: payload.toString() });
      if (payload.includes('"t":"joined"')) this.watch.onJoined();
    }
  }

  send(text: string): void {
    this.write(TEXT, Buffer.from(text));
  }

  private write(kind: number, payload: Buffer): void {
    if (payload.length > 125) throw new Error('a light socket sends short messages only');
    this.connection?.write(Buffer.concat([Buffer.from([0x80 | kind, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }

  close(): void {
    this.connection?.destroy();
  }
}

const handshake = (port: number): string =>
  `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
