import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { OpenedByKey } from '#server/platform/realtime/conversation.ts';
import type { Listener, LiveHub } from '#server/platform/realtime/hub.ts';
import { type Channel, eventOf, type Kept, openChannel, type Told } from './channel.ts';
import { createKeyWatch, type Holder } from './key-watch.ts';
import { decodePosition, encodePosition } from './position.ts';
import type { Reader } from './reader.ts';

/** Proxies and clients close connections on which nothing comes for a minute. */
const HEARTBEAT_MS = 15_000;
/** How often keys are checked, as the end of one may be missed. */
const RECHECK_MS = 10_000;
/** A topic is kept this many heartbeats after its last reader has left: two minutes. */
const IDLE_BEATS_MAX = 8;
const STREAMS_MAX = 20_000;
/** A reader this far behind will not catch up: it must come back. */
const WAITING_BYTES_MAX = 1024 * 1024;
/** The most that is sent again to a reader that comes back; of further topics it reads everything again. */
const REPLAY_BYTES_MAX = 512 * 1024;
/** When clients that lost their connection come back, unless they were told otherwise. */
const RETRY_MS = 2_000;

/** Streams with the same topics: they get the same bytes. */
interface Audience {
  name: string;
  channels: readonly Channel[];
  readers: Set<Stream>;
}

interface Stream {
  reader: Reader;
  audience: Audience;
  /** Called once it has ended. */
  leave: () => void;
}

/** A topic and who follows it. */
interface Room {
  channel: Channel;
  audiences: Set<Audience>;
  sockets: Set<Listener>;
}

export type Streams = ReturnType<typeof createStreams>;

/** Holds the streams of this process (docs/api/stream.md). */
export function createStreams(
  hub: LiveHub,
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'randomBytes'>,
  { heartbeatMs = HEARTBEAT_MS, recheckMs = RECHECK_MS, streamsMax = STREAMS_MAX } = {},
) {
  const name = Buffer.from(deps.randomBytes(6)).toString('hex');
  const rooms = new Map<string, Room>();
  const audiences = new Map<string, Audience>();
  const streams = new Set<Stream>();
  const kept: Kept = { bytes: 0 };
  const counts = { told: 0, dropped: 0 };
  const keys = createKeyWatch(hub, deps);
  let isClosing = false;
  let timers: NodeJS.Timeout[] = [];

  const end = (stream: Stream, how: 'end' | 'cut' | 'gone'): void => {
    if (!streams.delete(stream)) return;
    const { audience, reader } = stream;
    audience.readers.delete(stream);
    if (audience.readers.size === 0) {
      audiences.delete(audience.name);
      for (const { topic } of audience.channels) rooms.get(topic)?.audiences.delete(audience);
    }
    stream.leave();
    if (how !== 'gone') reader[how]();
  };

  const send = (stream: Stream, bytes: Buffer): void => {
    if (stream.reader.waitingBytes() > WAITING_BYTES_MAX) {
      counts.dropped += 1;
      end(stream, 'cut');
    } else stream.reader.write(bytes);
  };

  /** Sends an event to all streams with these topics, with where they stand now: it is written once, however many they are. */
  const sendTo = (audience: Audience, event: Buffer): void => {
    const bytes = Buffer.concat([event, Buffer.from(idOf(audience))]);
    counts.told += audience.readers.size;
    for (const stream of audience.readers) send(stream, bytes);
  };

  const idOf = ({ channels }: Audience): string => `id: ${encodePosition(name, channels)}\n\n`;

  const tell = (topic: string, { seq, event, message }: Told): void => {
    const room = rooms.get(topic);
    for (const audience of room?.audiences ?? []) sendTo(audience, event);
    for (const socket of room?.sockets ?? []) socket.hear(message, seq, message);
  };

  const roomOf = (topic: string): Room => {
    const room = rooms.get(topic) ?? {
      channel: openChannel({ hub, kept, log: deps.log, tell }, topic),
      audiences: new Set(),
      sockets: new Set(),
    };
    rooms.set(topic, room);
    return room;
  };

  const audienceOf = (topics: readonly string[]): Audience => {
    const sorted = topics.toSorted();
    const known = audiences.get(sorted.join());
    if (known) return known;
    const audience: Audience = { name: sorted.join(), channels: sorted.map((topic) => roomOf(topic).channel), readers: new Set() };
    for (const topic of sorted) roomOf(topic).audiences.add(audience);
    audiences.set(audience.name, audience);
    return audience;
  };

  /**
   * Opens a stream: sends what was missed, then `joined`, then every change. Returns what to call when its connection has closed. Throws
   * `too_many_streams` and `unavailable`, both before `begin` is called.
   *
   * @param lastEventId Where the reader stood, as it was sent as the id of an event; null for a new reader.
   * @param begin Begins the answer.
   */
  const open = (holder: Holder, topics: readonly string[], lastEventId: string | null, begin: () => Reader): (() => void) => {
    if (isClosing || streams.size >= streamsMax) throw new AppError('unavailable');
    const leave = keys.enter(holder, { end: () => end(stream, 'end') });
    const audience = audienceOf(topics);
    const stream: Stream = { audience, leave, reader: begin() };
    streams.add(stream);
    audience.readers.add(stream);
    start();
    const joined = eventOf('joined', JSON.stringify({ topics: audience.channels.map(({ topic, seq }) => ({ topic, seq })) }));
    const missed = lastEventId === null ? [] : missedBy(audience, lastEventId);
    const degraded = hub.isDegraded() ? `${degradedEvent(true)}\n` : '';
    stream.reader.write(Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n\n`), ...missed, Buffer.from(degraded + joined + idOf(audience))]));
    return () => end(stream, 'gone');
  };

  /** Returns the events that a reader missed. They have no ids: a reader that is lost while it gets them gets all of them again. */
  const missedBy = ({ channels }: Audience, lastEventId: string): Buffer[] => {
    const position = decodePosition(name, lastEventId);
    let left = REPLAY_BYTES_MAX;
    return channels.flatMap((channel) => {
      const known = position?.get(channel.topic);
      const told = known === undefined ? null : channel.after(known);
      left -= (told ?? []).reduce((sum, { event }) => sum + event.length, 0);
      if (told !== null && left >= 0) return told.flatMap(({ event }) => [event, EVENT_END]);
      return [Buffer.from(`${eventOf('refetch', JSON.stringify({ topic: channel.topic, seq: channel.seq }))}\n`)];
    });
  };

  /**
   * Opens the rooms for the socket of a key: they have the same changes with the same numbers as streams. Throws `too_many_streams` and
   * `unavailable`.
   *
   * @param onEnd Called when the key ends.
   */
  const openRooms = (holder: Holder, onEnd: () => void): OpenedByKey => {
    if (isClosing) throw new AppError('unavailable');
    const leave = keys.enter(holder, { end: onEnd });
    start();
    const join = (topic: string, socket: Listener): number => {
      const { sockets, channel } = roomOf(topic);
      sockets.add(socket);
      return channel.seq;
    };
    const part = (topic: string, socket: Listener) => void rooms.get(topic)?.sockets.delete(socket);
    return { rooms: { join, leave: part, bandOf: () => null, isDegraded: hub.isDegraded }, leave };
  };

  /** Sends a heartbeat to all streams, and closes topics that nobody has followed for two minutes. */
  const beat = (): void => {
    for (const stream of streams) send(stream, HEARTBEAT);
    for (const [topic, { channel, audiences, sockets }] of rooms) {
      channel.idle = audiences.size + sockets.size > 0 ? 0 : channel.idle + 1;
      if (channel.idle <= IDLE_BEATS_MAX) continue;
      channel.close();
      rooms.delete(topic);
    }
    if (rooms.size === 0 && !keys.isAnyOpen()) stop();
  };

  const start = (): void => {
    if (timers.length > 0) return;
    timers = [setInterval(beat, heartbeatMs).unref(), setInterval(() => void keys.check(), recheckMs).unref()];
  };
  const stop = (): void => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };

  hub.onDegraded((isDegraded) => {
    const event = Buffer.from(degradedEvent(isDegraded));
    for (const audience of audiences.values()) sendTo(audience, event);
  });

  /** Opens no more streams, and ends all: clients come back within `spreadMs` milliseconds, each after a delay of its own. */
  const close = (spreadMs: number): void => {
    isClosing = true;
    stop();
    for (const stream of streams) {
      const afterMs = Math.floor(Math.random() * spreadMs);
      send(stream, Buffer.from(`retry: ${afterMs}\n${eventOf('reconnect', JSON.stringify({ after_ms: afterMs }))}\n`));
      end(stream, 'end');
    }
    for (const [topic, { channel, sockets }] of rooms) {
      // Sockets are led away within a time of their own, and hear changes until then.
      if (sockets.size > 0) continue;
      channel.close();
      rooms.delete(topic);
    }
  };

  return {
    open,
    openRooms,
    beat,
    /** Ends the streams of keys that are no longer valid. */
    checkKeys: () => keys.check(),
    close,
    /** For metrics: streams that are open, topics that are followed or kept, and bytes that are kept. */
    sizes: () => ({ streams: streams.size, topics: rooms.size, keptBytes: kept.bytes, ...counts }),
  };
}

const HEARTBEAT = Buffer.from(':\n\n');
const EVENT_END = Buffer.from('\n');

const degradedEvent = (isDegraded: boolean): string => eventOf('degraded', JSON.stringify({ is_degraded: isDegraded }));
