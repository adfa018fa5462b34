import type { Log } from '#server/platform/observability/log.ts';
import type { Redis } from './redis.ts';

/** Messages between the processes of an installation, over Redis (docs/decisions/038). */
export interface Bus {
  /** Sends to all other processes if that is possible now; never waits, and never throws. */
  tell: (kind: Exclude<Kind, 'beat'>, topic: string, body: Buffer) => void;
  /** Whether messages are received from, and sent to, other processes. */
  isUp: () => boolean;
  close: () => void;
}

export interface Ears {
  /** Receives a message of another process. */
  hear: (told: Envelope) => void;
  /** Called when messages may have been missed, so that anything cached may be stale. */
  onMissed: () => void;
  /** Called when `isUp` changes. */
  onState: (isUp: boolean) => void;
  /** The payload of each beat, and a handler for those of other processes. */
  beat: { body: () => Buffer; heard: (sender: string, body: Buffer) => void };
}

/** The number of channels in a cluster; a single server uses one, as there is no load to spread. */
const CLUSTER_CHANNELS = 16;
const BEAT_MS = 1_000;
/** The interval of beats while none is received, so that recovery is noticed at once. */
const SEARCH_MS = 250;
/** How many own beats may be outstanding. A process that was busy itself has sent none meanwhile, so it does not consider others dead. */
const MISSED_BEATS_MAX = 3;
/** After this many, some ten seconds, the connection is replaced although it seems alive. */
const MISSED_BEATS_RESTART = 40;
/** The maximum number of other processes, far more than ever run at once. */
const OTHERS_MAX = 1_000;

interface Channel {
  name: string;
  /** How many messages this process has sent on it, without beats. */
  told: number;
  /** Own beats that have not come back yet. */
  unheard: number;
  /** The last count received from each other process. */
  counts: Map<string, number>;
}

/**
 * Joins the bus. All messages are numbered, and a beat each second repeats the last number, so that any loss is noticed, wherever it
 * happened. Own beats that come back prove that messages are received.
 */
export function joinBus(redis: Redis, { randomBytes, log }: { randomBytes: (count: number) => Uint8Array; log: Log }, ears: Ears): Bus {
  const me = Buffer.from(randomBytes(8)).toString('hex');
  const channels = Array.from({ length: redis.isCluster ? CLUSTER_CHANNELS : 1 }, (_, i): Channel => {
    return { name: `${redis.prefix}bus:${i}`, told: 0, unheard: MISSED_BEATS_MAX, counts: new Map() };
  });
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  let isUp = false;

  const send = (channel: Channel, kind: Kind, topic: string, body: Buffer): void => {
    redis.publish(channel.name, seal({ kind, sender: me, count: channel.told, topic, body })).catch(() => {});
  };

  const judge = (): void => {
    const wasUp = isUp;
    isUp = channels.every(({ unheard }) => unheard < MISSED_BEATS_MAX);
    if (isUp === wasUp) return;
    log[isUp ? 'info' : 'warn']({}, isUp ? 'other processes are heard' : 'other processes are not heard: Redis does not answer');
    for (const { counts } of channels) counts.clear();
    if (isUp) ears.onMissed();
    ears.onState(isUp);
  };

  const beat = (): void => {
    if (channels.some(({ unheard }) => unheard >= MISSED_BEATS_RESTART)) restart();
    for (const [i, channel] of channels.entries()) {
      channel.unheard += 1;
      send(channel, 'beat', '', i === 0 ? ears.beat.body() : NOTHING);
    }
    judge();
    beating = setTimeout(beat, isUp ? BEAT_MS : SEARCH_MS);
  };

  const lost = (): void => {
    for (const channel of channels) channel.unheard = Math.max(channel.unheard, MISSED_BEATS_MAX);
    judge();
  };

  const restart = (): void => {
    for (const channel of channels) channel.unheard = MISSED_BEATS_MAX;
    redis.restart();
  };

  const hear = (bytes: Buffer, name: string): void => {
    const channel = byName.get(name);
    const told = open(bytes);
    if (!channel || !told) return;
    if (told.sender !== me) hearOther(channel, told);
    else if (told.kind === 'beat') {
      channel.unheard = 0;
      judge();
    }
  };

  const hearOther = (channel: Channel, told: Envelope): void => {
    const isBeat = told.kind === 'beat';
    const before = channel.counts.get(told.sender);
    if (channel.counts.size >= OTHERS_MAX) channel.counts.clear();
    channel.counts.set(told.sender, told.count);
    if (before !== undefined && told.count !== before + (isBeat ? 0 : 1)) ears.onMissed();
    if (!isBeat) ears.hear(told);
    else if (channel === channels[0]) ears.beat.heard(told.sender, told.body);
  };

  redis.connect([...byName.keys()], hear, lost);
  let beating = setTimeout(beat, 0);
  return {
    tell: (kind, topic, body) => {
      const channel = channels[hashOf(topic) % channels.length]!;
      // Counted even if it cannot be sent now: the others miss it, and must notice.
      channel.told += 1;
      if (isUp) send(channel, kind, topic, body);
    },
    isUp: () => isUp,
    close: () => {
      clearTimeout(beating);
      redis.close();
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** FNV-1a. A topic always uses the same channel, so its messages stay in order. */
function hashOf(topic: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < topic.length; i++) hash = Math.imul(hash ^ topic.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * The kinds of messages: `change` and `chat` are changes of a live topic (live/hub.ts), of which those of a chat may be joined; `touch`
 * means that replies about a topic are stale, `ended` that sessions have ended, and `beat` that the sender is alive.
 */
export const KINDS = ['beat', 'change', 'chat', 'touch', 'ended'] as const;
type Kind = (typeof KINDS)[number];

export interface Envelope {
  kind: Kind;
  /** The sender: eight bytes as hexadecimal, drawn when a process starts. */
  sender: string;
  /** How many messages its sender has sent on this channel, including this one; beats are not counted. */
  count: number;
  /** '' if there is none. */
  topic: string;
  /** JSON. */
  body: Buffer;
}

/** Change it with the layout: two versions of the program may run side by side for a while. */
const VERSION = 1;
const SENDER_AT = 2;
const COUNT_AT = 10;
const TOPIC_LENGTH_AT = 14;
const HEAD_BYTES = 16;
const COUNT_MAX = 2 ** 32;

/** Encodes a message for Redis: a head of sixteen bytes, the topic, the body. */
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

/** Decodes a message from Redis; null if it is not of this program, or of another version. The body is not copied, and not parsed. */
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
