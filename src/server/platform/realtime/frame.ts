import type { ServerMessage } from '#contract/live.ts';

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
