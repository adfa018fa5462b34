import type { LiveChange } from '#contract/live.ts';
import { type StreamChange, streamChange } from '#contract/v1/stream.ts';
import type { Deps } from '#server/deps.ts';
import type { Listener, LiveHub } from '#server/platform/realtime/hub.ts';
import { streamChangeOf } from './change-view.ts';

/** The most that is kept of one topic for readers that come back, and of all topics of the process. */
const KEPT_CHANGES_MAX = 500;
const KEPT_BYTES_MAX = 256 * 1024;
const KEPT_BYTES_OF_ALL_MAX = 32 * 1024 * 1024;

/** One change of a topic, written once for all who get it. */
export interface Told {
  seq: number;
  /** The event of a stream without its id: lines that end in a line break. */
  event: Buffer;
  /** The message of a socket. */
  message: Buffer;
}

/** The bytes that all channels of a process keep. */
export interface Kept {
  bytes: number;
}

interface ChannelNeeds {
  hub: LiveHub;
  kept: Kept;
  log: Deps['log'];
  /** Called for each change that readers get. */
  tell: (topic: string, told: Told) => void;
}

export type Channel = ReturnType<typeof openChannel>;

/**
 * Follows a topic of the hub for all streams: translates each change once, and keeps the last ones. It stays open for a while after its last
 * reader has left, so that the reader can come back and miss nothing.
 */
export function openChannel({ hub, kept, log, tell }: ChannelNeeds, topic: string) {
  let bytes = 0;
  let told: Told[] = [];

  const listener: Listener = {
    hear: (_, seq, change) => {
      channel.seq = seq;
      const view = read(change, log);
      if (view === null) return;
      const next = write(topic, seq, view);
      // What was before it is of no use to those who have to read everything again.
      if (view.type === 'refetch') forget();
      else keep(next);
      tell(topic, next);
    },
  };

  const keep = (next: Told): void => {
    told.push(next);
    weigh(next.event.length);
    let gone = 0;
    while (told.length - gone > KEPT_CHANGES_MAX || bytes > KEPT_BYTES_MAX || (kept.bytes > KEPT_BYTES_OF_ALL_MAX && gone < told.length)) {
      const oldest = told[gone]!;
      weigh(-oldest.event.length);
      channel.since = oldest.seq;
      gone += 1;
    }
    if (gone > 0) told = told.slice(gone);
  };

  const forget = (): void => {
    weigh(-bytes);
    told = [];
    channel.since = channel.seq;
  };

  const weigh = (more: number): void => {
    bytes += more;
    kept.bytes += more;
  };

  const seq = hub.join(topic, listener);
  const channel = {
    topic,
    /** The number of the last change. */
    seq,
    /** All later changes are kept. */
    since: seq,
    /** How many look-arounds it has had no readers. */
    idle: 0,
    /** Returns the changes after a number; null if they are not all kept, or the number was never given. */
    after: (known: number): Told[] | null => (known < channel.since || known > channel.seq ? null : told.filter(({ seq }) => seq > known)),
    close: (): void => {
      hub.leave(topic, listener);
      forget();
    },
  };
  return channel;
}

/**
 * Returns a change as it is promised; null if it is not sent. A change that cannot be read, such as one by a process of another version, must
 * be read again by the readers.
 */
function read(change: Buffer, log: Deps['log']): StreamChange | null {
  try {
    const view = streamChangeOf(JSON.parse(change.toString()) as LiveChange);
    return view && streamChange.parse(view);
  } catch (error) {
    log.error({ err: error }, 'a change does not keep to the contract of the stream');
    return { type: 'refetch' };
  }
}

function write(topic: string, seq: number, view: StreamChange): Told {
  const [head, change] = [`"topic":${JSON.stringify(topic)},"seq":${seq}`, JSON.stringify(view)];
  const event = view.type === 'refetch' ? eventOf('refetch', `{${head}}`) : eventOf('change', `{${head},"change":${change}}`);
  return { seq, event: Buffer.from(event), message: Buffer.from(`{"t":"change",${head},"change":${change}}`) };
}

/** Writes an event without an id. JSON has no line breaks. */
export const eventOf = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n`;
