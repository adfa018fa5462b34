import type { ServerResponse } from 'node:http';
import { endRequest } from '#server/platform/http/listen.ts';

/** Who reads a stream. */
export interface Reader {
  write: (bytes: Buffer) => void;
  /** How many bytes were written and not taken by the connection. */
  waitingBytes: () => number;
  /** Ends the stream after what was written. */
  end: () => void;
  /** Ends the stream at once. */
  cut: () => void;
}

/** A reader that does not take the last bytes within this time is cut. */
const END_MS_MAX = 1_000;

/**
 * Begins a stream as the answer of a request. It is not sent in chunks and ends with its connection, so that the same bytes can go to all
 * readers as they are. The timeouts of requests do not end it, as heartbeats are sent; it no longer counts as a request in progress.
 */
export function readerOf(outgoing: ServerResponse, headers: Record<string, string>): Reader {
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(200, { ...headers, Connection: 'close' });
  outgoing.flushHeaders();
  // Writing to a connection that was just lost reports an error; its end is reported too.
  outgoing.on('error', () => {});
  endRequest(outgoing);
  // The head is sent, so events go to the connection itself, which is quicker. A request that was sent before the answer to the one before it
  // (pipelining) has no connection yet.
  const line = outgoing.socket ?? outgoing;
  return {
    write: (bytes) => void line.write(bytes),
    waitingBytes: () => line.writableLength,
    end: () => {
      outgoing.end();
      setTimeout(() => outgoing.destroy(), END_MS_MAX).unref();
    },
    cut: () => void outgoing.destroy(),
  };
}
