import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/live.ts';

/** A client this far behind will not catch up: it must reconnect and refetch. */
const BUFFERED_BYTES_MAX = 1024 * 1024;
const POLICY_VIOLATION = 1008;

/** A WebSocket, and the connection below it. */
export interface Line {
  socket: WebSocket;
  connection: Socket;
  address: Address;
}

/** The messages from one address, over all its sockets. */
export interface Address extends MessageWindow {
  name: string;
  sockets: number;
}

/** Counters over all sockets of this process: frames sent, and sockets dropped because they did not read. */
export const framesOfAll = { told: 0, dropped: 0 };

/**
 * Writes straight to the connection, past the library, which would build a header per socket. The library writes each of its own frames
 * whole and at once, so frames are never interleaved.
 */
export function sendFrame({ socket, connection }: Line, frame: Buffer): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (connection.writableLength > BUFFERED_BYTES_MAX) {
    framesOfAll.dropped += 1;
    socket.terminate();
  } else {
    framesOfAll.told += 1;
    connection.write(frame);
  }
}

/** Closes the socket of a client that breaks the rules. */
export const hangUp = ({ socket }: Line, reason: string): void => socket.close(POLICY_VIOLATION, reason);

/** The number of messages since a window began. */
export interface MessageWindow {
  sinceMs: number;
  count: number;
}

/**
 * Counts a message and returns whether a window of `windowMs` milliseconds has more than `max`; if the clock jumps, a new window begins.
 */
export function isAbove(window: MessageWindow, nowMs: number, max: number, windowMs: number): boolean {
  const elapsed = nowMs - window.sinceMs;
  if (elapsed < 0 || elapsed >= windowMs) {
    window.sinceMs = nowMs;
    window.count = 0;
  }
  window.count += 1;
  return window.count > max;
}

const TEXT_TO_ITS_END = 0x81;
/** Above these lengths, the length takes two more bytes, or eight (RFC 6455, section 5.2). */
const SHORT_BYTES_MAX = 125;
const MIDDLE_BYTES_MAX = 0xffff;

/** Returns a text as one WebSocket frame of a server, header included: built once, and the same bytes for all recipients. */
export function frameOf(text: string | readonly Buffer[]): Buffer {
  const parts = typeof text === 'string' ? [Buffer.from(text)] : text;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([headOf(length), ...parts]);
}

function headOf(length: number): Buffer {
  if (length <= SHORT_BYTES_MAX) return Buffer.from([TEXT_TO_ITS_END, length]);
  const head = Buffer.alloc(length <= MIDDLE_BYTES_MAX ? 4 : 10);
  head[0] = TEXT_TO_ITS_END;
  head[1] = length <= MIDDLE_BYTES_MAX ? 126 : 127;
  if (length <= MIDDLE_BYTES_MAX) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Encodes a message of the server as a frame. */
export const wire = (message: ServerMessage): Buffer => frameOf(JSON.stringify(message));
