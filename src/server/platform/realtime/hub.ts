import type { ChatMessage } from '#contract/chat.ts';
import { type LiveChange, liveChange } from '#contract/live.ts';
import type { ChatPresence } from '#domain/chat/chat.ts';
import type { Deps } from '#server/deps.ts';
import { frameOf } from './line.ts';

/** Takes a message as it goes over the wire. */
export interface Listener {
  hear: (frame: Buffer) => void;
}

interface Room {
  seq: number;
  listeners: Set<Listener>;
  /** Of a chat, once something was said. */
  pace: ChatPace | null;
  /** How many are here, as it was told last. */
  band: ChatPresence | null;
}

export type LiveHub = ReturnType<typeof createLiveHub>;

/** So many rooms are told at once that they may have missed something, and so many again each time: whoever hears it asks for everything. */
const MISSED_ROOMS = 100;
const MISSED_EVERY_MS = 50;

/** Who listens to which topic. What nobody listens to is not even serialised. */
export function createLiveHub({ now, log }: Pick<Deps, 'now' | 'log'>) {
  const rooms = new Map<string, Room>();
  let isDegraded = false;
  const watchers = new Set<(isDegraded: boolean) => void>();

  /** Joins, and says the number of the last change: the next one is one higher. */
  const join = (topic: string, listener: Listener): number => {
    // An empty room is forgotten. It begins again from the clock, ahead of every number it ever gave, so that whoever
    // comes back after a break, or after a restart, never takes an old number for a current one.
    const room: Room = rooms.get(topic) ?? { seq: now().getTime(), listeners: new Set(), pace: null, band: null };
    rooms.set(topic, room);
    room.listeners.add(listener);
    return room.seq;
  };

  const leave = (topic: string, listener: Listener): void => {
    const room = rooms.get(topic);
    room?.listeners.delete(listener);
    if (room?.listeners.size === 0) rooms.delete(topic);
  };

  /** Tells a topic's listeners of a change; serialised once, however many they are. */
  const publish = (topic: string, change: LiveChange): void => {
    if (!rooms.has(topic)) return;
    const told = presentable(change, log);
    if (told.t === 'chat') say(topic, told.messages);
    else tell(topic, bytesOf(told));
  };

  /** As `publish`, with a change that is bytes already. */
  const tell = (topic: string, change: Buffer): void => {
    const room = rooms.get(topic);
    if (!room) return;
    if (room.pace) flush(room.pace, (messages) => send(topic, room, bytesOf({ t: 'chat', messages })));
    send(topic, room, change);
  };

  /** Tells what was said in a room, perhaps together with what is said in a moment. */
  const say = (topic: string, messages: readonly ChatMessage[]): void => {
    const room = rooms.get(topic);
    if (!room) return;
    room.pace ??= newPace();
    sendPaced(room.pace, messages, now().getTime(), (together) => send(topic, room, bytesOf({ t: 'chat', messages: together })));
  };

  /** Something may have been missed in every room: each number jumps, and pages ask again; a large site not all at once. */
  const missed = (topics = [...rooms.keys()]): void => {
    for (const topic of topics.slice(0, MISSED_ROOMS)) {
      const room = rooms.get(topic);
      if (room) room.seq += 1;
      tell(topic, REFETCH);
    }
    if (topics.length > MISSED_ROOMS) setTimeout(() => missed(topics.slice(MISSED_ROOMS)), MISSED_EVERY_MS).unref();
  };

  /** Tells a room how many are there, where that is news. */
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
    /** Whether anybody here listens to a topic. */
    isHeard: (topic: string): boolean => rooms.has(topic),
    /** How many listen to each topic here. */
    sizes: function* (): Iterable<[topic: string, size: number]> {
      for (const [topic, { listeners }] of rooms) yield [topic, listeners.size];
    },
    /** How many are in a room, as it was told last; null where nobody counted yet. */
    bandOf: (topic: string): ChatPresence | null => rooms.get(topic)?.band ?? null,
    /** Whether changes of other processes are not heard. */
    isDegraded: () => isDegraded,
    degrade: (to: boolean): void => {
      if (to === isDegraded) return;
      isDegraded = to;
      for (const watch of watchers) watch(to);
    },
    onDegraded: (watch: (isDegraded: boolean) => void): void => void watchers.add(watch),
  };
}

function send(topic: string, room: Room, change: Buffer): void {
  room.seq += 1;
  const frame = changeFrame(topic, room.seq, change);
  for (const listener of room.listeners) listener.hear(frame);
}

/** A change, with its number, as it goes over the wire. */
export const changeFrame = (topic: string, seq: number, change: Buffer): Buffer =>
  frameOf([Buffer.from(`{"t":"change","topic":${JSON.stringify(publicTopic(topic))},"seq":${seq},"change":`), change, CLOSING]);

export const bytesOf = (change: LiveChange): Buffer => Buffer.from(JSON.stringify(change));

const CLOSING = Buffer.from('}');
const REFETCH = bytesOf({ t: 'refetch' });

/** Whoever publishes has committed already and must not fail: a change that breaks the contract is fetched instead. */
export function presentable(change: LiveChange, log: Deps['log']): LiveChange {
  const parsed = liveChange.safeParse(change);
  if (parsed.success) return parsed.data;
  log.error({ err: parsed.error, t: change.t }, 'a change does not keep to the contract');
  return { t: 'refetch' };
}

/** `me:<user id>` is everybody's own `me`. */
const publicTopic = (topic: string): string => (topic.startsWith('me:') ? 'me' : topic);

/** From so many messages a second on, a room's messages are told together (decisions of speed: docs/decisions/038). */
export const CROWDED_PER_SECOND = 20;
/** How often they are told then. */
export const CROWDED_EVERY_MS = 50;
/** Together at most: a page has to read them. */
const TOGETHER_MAX = 100;

/** How fast a room talks, and what waits to be told. */
interface ChatPace {
  since: number;
  /** In the second that began at `since`, and in the one before. */
  count: number;
  countBefore: number;
  waiting: ChatMessage[];
  timer: NodeJS.Timeout | undefined;
}

export const newPace = (): ChatPace => ({ since: 0, count: 0, countBefore: 0, waiting: [], timer: undefined });

/**
 * Tells messages at once where little is said, and together with those of the next 50 ms where much is. `nowMs` in milliseconds; a clock
 * that jumps begins a second anew.
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

/** Tells what waits, now. */
export function flush(pace: ChatPace, tell: (messages: ChatMessage[]) => void): void {
  clearTimeout(pace.timer);
  pace.timer = undefined;
  const { waiting } = pace;
  pace.waiting = [];
  if (waiting.length > 0) tell(waiting);
}
