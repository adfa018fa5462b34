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

/** Sends a message, encoded once for all its recipients; drops a client that is too far behind. */
export function sendEncoded({ socket }: Line, message: Buffer): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
    framesOfAll.dropped += 1;
    socket.terminate();
  } else {
    framesOfAll.told += 1;
    socket.send(message, AS_TEXT);
  }
}

const AS_TEXT = { binary: false };

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

/** Encodes a message of the server. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));
