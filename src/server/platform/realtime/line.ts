import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { MessageWindow } from './message-window.ts';

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
