import type { Log } from '#server/platform/observability/log.ts';
import type { Redis } from './redis.ts';

/** What the processes of an installation tell each other, over Redis (docs/decisions/038). */
export interface Bus {
  /** Tells all other processes, if they can be told now; never waits, and never throws. */
  tell: (kind: Exclude<Kind, 'beat'>, topic: string, body: Buffer) => void;
  /** Whether what others tell is heard, and what we tell goes out. */
  isUp: () => boolean;
  close: () => void;
}

export interface Ears {
  /** What another process told. */
  hear: (told: Envelope) => void;
  /** Some of what others told may have been missed: whatever was kept may be stale. */
  onMissed: () => void;
  /** `isUp` is another one now. */
  onState: (isUp: boolean) => void;
  /** What to tell with each beat, and who else lives. */
  beat: { body: () => Buffer; heard: (sender: string, body: Buffer) => void };
}

/** Where one server does it all there is nothing to spread. */
const CLUSTER_CHANNELS = 16;
const BEAT_MS = 1_000;
/** While nobody is heard: to know it at once when they are. */
const SEARCH_MS = 250;
/** Own beats that may be under way: a process that was busy itself has sent none meanwhile, and takes nobody for dead. */
const MISSED_BEATS_MAX = 3;
/** So many, some ten seconds, and the connection is given up, though it looks alive. */
const MISSED_BEATS_RESTART = 40;
/** Far more than ever run at once. */
const OTHERS_MAX = 1_000;

interface Channel {
  name: string;
  /** What we have told on it, beats left out. */
  told: number;
  /** Beats of ours that did not come back yet. */
  unheard: number;
  /** What each other process had told when it was heard last. */
  counts: Map<string, number>;
}

/**
 * Joins the others. Everything is numbered, and a beat a second repeats the last number, so that whatever got lost is noticed, wherever
 * it was lost; our own beats, coming back, are the proof that we hear.
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
      // Numbered in any case: what cannot be told now is missed by the others, and they shall notice.
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

/** FNV-1a: the same topic goes by the same channel, and so stays in order. */
function hashOf(topic: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < topic.length; i++) hash = Math.imul(hash ^ topic.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * What one process tells all others: `change` and `chat` are changes of a live topic (live/hub.ts), of which those of a chat may be joined;
 * `touch` says that replies about a topic are stale, `ended` that sessions have ended, and `beat` that its sender lives.
 */
export const KINDS = ['beat', 'change', 'chat', 'touch', 'ended'] as const;
type Kind = (typeof KINDS)[number];

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
