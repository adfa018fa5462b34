import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatMessage } from '#contract/chat.ts';
import { type LiveChange, liveChange } from '#contract/live.ts';
import type { ChatPresence } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';

/** Receives the changes of a topic. */
export interface Listener {
  /**
   * Must not throw.
   *
   * @param message The change as sockets get it.
   * @param seq Its number.
   * @param change The change alone, as JSON.
   */
  hear: (message: Buffer, seq: number, change: Buffer) => void;
}

interface Room {
  seq: number;
  listeners: Set<Listener>;
  /** Changes that not all listeners have been sent yet, the oldest first. Only a large room has any. */
  underWay: Parcel[];
  /** Null until something is said in the room. */
  pace: ChatPace | null;
  /** The number of users here, as last published. */
  band: ChatPresence | null;
}

interface Parcel {
  message: Buffer;
  seq: number;
  change: Buffer;
  /** Whoever listened when it was published. */
  listeners: readonly Listener[];
}

/** How many listeners a room is sent to in one turn of the event loop: some milliseconds' work, so that others are answered in between. */
const TURN_LISTENERS = 1_000;
/** If more changes than this wait in a room, it is sent to without pauses. */
const UNDER_WAY_MAX = 20;

export type LiveHub = ReturnType<typeof createLiveHub>;

/** How many rooms at a time are notified that they may have missed changes, as each of their listeners then refetches everything. */
const MISSED_ROOMS = 100;
const MISSED_EVERY_MS = 50;

/** Tracks who listens to which topic. Changes without listeners are not even serialised. */
export function createLiveHub({ now, log }: Pick<Deps, 'now' | 'log'>) {
  const rooms = new Map<string, Room>();
  let isDegraded = false;
  /** The highest number of any room that was deleted. */
  let highest = 0;
  const watchers = new Set<(isDegraded: boolean) => void>();

  /** Joins a topic, and returns the number of its last change: the next one is one higher. */
  const join = (topic: string, listener: Listener): number => {
    // An empty room is deleted. It starts again from the clock, ahead of every number it ever gave even if the clock was set back, so that a
    // client that returns after a break or a restart never takes an old number for a current one.
    const room = rooms.get(topic) ?? newRoom(Math.max(now().getTime(), highest + 1));
    rooms.set(topic, room);
    room.listeners.add(listener);
    return room.seq;
  };

  const leave = (topic: string, listener: Listener): void => {
    const room = rooms.get(topic);
    room?.listeners.delete(listener);
    if (room?.listeners.size !== 0) return;
    highest = Math.max(highest, room.seq);
    rooms.delete(topic);
  };

  /** Sends a change to the listeners of a topic; it is serialised once, however many they are. */
  const publish = (topic: string, change: LiveChange): void => {
    if (!rooms.has(topic)) return;
    const told = presentable(change, log);
    if (told.t === 'chat') say(topic, told.messages);
    else tell(topic, bytesOf(told));
  };

  /** Like `publish`, with a change that is already serialised. */
  const tell = (topic: string, change: Buffer): void => {
    const room = rooms.get(topic);
    if (!room) return;
    if (room.pace) flush(room.pace, (messages) => send(topic, room, bytesOf({ t: 'chat', messages })));
    send(topic, room, change);
  };

  /** Sends chat messages to a room, perhaps together with those of the next moment. */
  const say = (topic: string, messages: readonly ChatMessage[]): void => {
    const room = rooms.get(topic);
    if (!room) return;
    room.pace ??= newPace();
    sendPaced(room.pace, messages, now().getTime(), (together) => send(topic, room, bytesOf({ t: 'chat', messages: together })));
  };

  /** Handles possibly missed changes: the number of each room jumps, so pages refetch; on a large site not all at once. */
  const missed = (topics = [...rooms.keys()]): void => {
    for (const topic of topics.slice(0, MISSED_ROOMS)) {
      const room = rooms.get(topic);
      if (room) room.seq += 1;
      tell(topic, REFETCH);
    }
    if (topics.length > MISSED_ROOMS) setTimeout(() => missed(topics.slice(MISSED_ROOMS)), MISSED_EVERY_MS).unref();
  };

  /** Sends the number of users to a room if it has changed. */
  const present = (topic: string, band: ChatPresence): void => {
    const room = rooms.get(topic);
    if (!room || room.band === band) return;
    room.band = band;
    tell(topic, bytesOf({ t: 'presence', band }));
  };

  return {
    join,
    leave,
    publish,
    tell,
    say,
    missed,
    present,
    /** Whether a topic has listeners here. */
    isHeard: (topic: string): boolean => rooms.has(topic),
    /** The number of listeners of each topic here. */
    sizes: function* (): Iterable<[topic: string, size: number]> {
      for (const [topic, { listeners }] of rooms) yield [topic, listeners.size];
    },
    /** The number of users in a room as last published; null if not counted yet. */
    bandOf: (topic: string): ChatPresence | null => rooms.get(topic)?.band ?? null,
    /** Whether changes by other processes are not received. */
    isDegraded: () => isDegraded,
    degrade: (to: boolean): void => {
      if (to === isDegraded) return;
      isDegraded = to;
      for (const watch of watchers) watch(to);
    },
    onDegraded: (watch: (isDegraded: boolean) => void): void => void watchers.add(watch),
  };
}

const newRoom = (seq: number): Room => ({ seq, listeners: new Set(), underWay: [], pace: null, band: null });

function send(topic: string, room: Room, change: Buffer): void {
  room.seq += 1;
  const message = encodeChange(topic, room.seq, change);
  if (room.listeners.size <= TURN_LISTENERS && room.underWay.length === 0) {
    for (const listener of room.listeners) listener.hear(message, room.seq, change);
    return;
  }
  room.underWay.push({ message, seq: room.seq, change, listeners: [...room.listeners] });
  if (room.underWay.length === 1) void sendInTurns(room);
}

/** Sends what is under way, one change after the other, so that each listener hears them in order. */
async function sendInTurns(room: Room): Promise<void> {
  for (let parcel = room.underWay[0]; parcel; parcel = room.underWay[0]) {
    for (const [n, listener] of parcel.listeners.entries()) {
      if (n > 0 && n % TURN_LISTENERS === 0 && room.underWay.length <= UNDER_WAY_MAX) await nextTurn();
      // Some have left meanwhile.
      if (room.listeners.has(listener)) listener.hear(parcel.message, parcel.seq, parcel.change);
    }
    room.underWay.shift();
  }
}

/** Encodes a change with its number. */
export const encodeChange = (topic: string, seq: number, change: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`{"t":"change","topic":${JSON.stringify(publicTopic(topic))},"seq":${seq},"change":`), change, CLOSING]);

export const bytesOf = (change: LiveChange): Buffer => Buffer.from(JSON.stringify(change));

const CLOSING = Buffer.from('}');
const REFETCH = bytesOf({ t: 'refetch' });

/**
 * Checks a change against the contract. The publisher has already committed and must not fail, so a change that breaks the contract is
 * replaced by a request to refetch.
 */
export function presentable(change: LiveChange, log: Deps['log']): LiveChange {
  const parsed = liveChange.safeParse(change);
  if (parsed.success) return parsed.data;
  log.error({ err: parsed.error, t: change.t }, 'a change does not keep to the contract');
  return { t: 'refetch' };
}

/** Returns the topic as clients know it: `me:<user id>` is the user's own `me`. */
const publicTopic = (topic: string): string => (topic.startsWith('me:') ? 'me' : topic);

/** From this many messages a second, those of a room are sent in groups (decisions of speed: docs/decisions/038). */
export const CROWDED_PER_SECOND = 20;
/** The interval of groups. */
export const CROWDED_EVERY_MS = 50;
/** The maximum size of a group: a page has to read it. */
const TOGETHER_MAX = 100;

/** The message rate of a room, and the messages that wait to be sent. */
interface ChatPace {
  since: number;
  /** Messages in the second that began at `since`, and in the one before. */
  count: number;
  countBefore: number;
  waiting: ChatMessage[];
  timer: NodeJS.Timeout | undefined;
}

export const newPace = (): ChatPace => ({ since: 0, count: 0, countBefore: 0, waiting: [], timer: undefined });

/**
 * Sends messages at once while the rate is low, and grouped with those of the next 50 ms while it is high. `nowMs` in milliseconds; if the
 * clock jumps, a new second begins.
 */
export function sendPaced(pace: ChatPace, messages: readonly ChatMessage[], nowMs: number, tell: (messages: ChatMessage[]) => void): void {
  const elapsed = nowMs - pace.since;
  if (elapsed < 0 || elapsed >= 1_000) {
    pace.countBefore = elapsed >= 0 && elapsed < 2_000 ? pace.count : 0;
    pace.count = 0;
    pace.since = nowMs;
  }
  pace.count += messages.length;
  pace.waiting.push(...messages);
  const isCrowded = pace.count > CROWDED_PER_SECOND || pace.countBefore > CROWDED_PER_SECOND;
  if (!isCrowded || pace.waiting.length >= TOGETHER_MAX) flush(pace, tell);
  else pace.timer ??= setTimeout(() => flush(pace, tell), CROWDED_EVERY_MS);
}

/** Sends the waiting messages now. */
export function flush(pace: ChatPace, tell: (messages: ChatMessage[]) => void): void {
  clearTimeout(pace.timer);
  pace.timer = undefined;
  const { waiting } = pace;
  pace.waiting = [];
  if (waiting.length > 0) tell(waiting);
}
