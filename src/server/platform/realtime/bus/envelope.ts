/**
 * What one process tells all others: `change` and `chat` are changes of a live topic (live/hub.ts), of which those of a chat may be joined;
 * `touch` says that replies about a topic are stale, `ended` that sessions have ended, and `beat` that its sender lives.
 */
export const KINDS = ['beat', 'change', 'chat', 'touch', 'ended'] as const;
export type Kind = (typeof KINDS)[number];

export interface Envelope {
  kind: Kind;
  /** Whose it is: eight bytes as hexadecimal, drawn when a process starts. */
  sender: string;
  /** How many its sender has told on this channel, this one included; a beat counts for none. */
  count: number;
  /** '' where there is none. */
  topic: string;
  /** JSON. */
  body: Buffer;
}

/** Another one when the layout changes: two versions of the program may run side by side for a while. */
const VERSION = 1;
const SENDER_AT = 2;
const COUNT_AT = 10;
const TOPIC_LENGTH_AT = 14;
const HEAD_BYTES = 16;
const COUNT_MAX = 2 ** 32;

/** As it goes to Redis: a head of sixteen bytes, the topic, the body. */
export function seal({ kind, sender, count, topic, body }: Envelope): Buffer {
  const topicBytes = Buffer.from(topic);
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = VERSION;
  head[1] = KINDS.indexOf(kind);
  head.write(sender, SENDER_AT, 'hex');
  head.writeUInt32BE(count % COUNT_MAX, COUNT_AT);
  head.writeUInt16BE(topicBytes.length, TOPIC_LENGTH_AT);
  return Buffer.concat([head, topicBytes, body]);
}

/** Opens what came from Redis; null where it is none of ours, or of another version. The body is not copied, and not read. */
export function open(bytes: Buffer): Envelope | null {
  if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) return null;
  const kind = KINDS[bytes[1]!];
  const bodyAt = HEAD_BYTES + bytes.readUInt16BE(TOPIC_LENGTH_AT);
  if (kind === undefined || bodyAt > bytes.length) return null;
  return {
    kind,
    sender: bytes.toString('hex', SENDER_AT, COUNT_AT),
    count: bytes.readUInt32BE(COUNT_AT),
    topic: bytes.toString('utf8', HEAD_BYTES, bodyAt),
    body: bytes.subarray(bodyAt),
  };
}
