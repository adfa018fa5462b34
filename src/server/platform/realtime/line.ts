import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/live.ts';

/** A reader that far behind will never catch up; it shall come back and fetch instead. */
const BUFFERED_BYTES_MAX = 1024 * 1024;
const POLICY_VIOLATION = 1008;

/** A socket, and the connection below it. */
export interface Line {
  socket: WebSocket;
  connection: Socket;
  address: Address;
}

/** Whatever comes from one address, over all its sockets. */
export interface Address extends MessageWindow {
  name: string;
  sockets: number;
}

/** Of all sockets of this process: frames that were handed on, and sockets that were dropped as they did not read. */
export const framesOfAll = { told: 0, dropped: 0 };

/**
 * Straight to the connection, past the library, which would make a head for each socket anew. It writes each of its own frames whole and
 * at once, so that none is ever cut in two.
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

/** Hangs up on somebody who does not keep to the rules. */
export const hangUp = ({ socket }: Line, reason: string): void => socket.close(POLICY_VIOLATION, reason);

/** How many messages came since a window began. */
export interface MessageWindow {
  sinceMs: number;
  count: number;
}

/** Counts a message and says whether it is above what a window of so many milliseconds may hold; a clock that jumps begins anew. */
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
/** Above these lengths the length takes two bytes more, or eight (RFC 6455, section 5.2). */
const SHORT_BYTES_MAX = 125;
const MIDDLE_BYTES_MAX = 0xffff;

/** A text as one WebSocket frame of a server, head and all: made once, and the same bytes for everybody who is sent it. */
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

/** A message of ours as it goes over the wire. */
export const wire = (message: ServerMessage): Buffer => frameOf(JSON.stringify(message));
