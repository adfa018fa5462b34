import { type LiveChange, liveChange, type ServerMessage } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';

/** Takes a message as it goes over the wire. */
export type Listener = (message: Buffer) => void;

interface Room {
  seq: number;
  listeners: Set<Listener>;
}

export type LiveHub = ReturnType<typeof createLiveHub>;

/** Who listens to which topic. What nobody listens to is not even serialised. */
export function createLiveHub({ now, log }: Pick<Deps, 'now' | 'log'>) {
  const rooms = new Map<string, Room>();

  /** Joins, and says the number of the last change: the next one is one higher. */
  const join = (topic: string, listener: Listener): number => {
    // An empty room is forgotten. It begins again from the clock, ahead of every number it ever gave, so that whoever
    // comes back after a break, or after a restart, never takes an old number for a current one.
    const room = rooms.get(topic) ?? { seq: now().getTime(), listeners: new Set() };
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
    const room = rooms.get(topic);
    if (!room) return;
    room.seq += 1;
    const message = wire({ t: 'change', topic: publicTopic(topic), seq: room.seq, change: presentable(change) });
    for (const listener of room.listeners) listener(message);
  };

  /** Whoever publishes has committed already and must not fail: a change that breaks the contract is fetched instead. */
  const presentable = (change: LiveChange): LiveChange => {
    const parsed = liveChange.safeParse(change);
    if (parsed.success) return parsed.data;
    log.error({ err: parsed.error, t: change.t }, 'a change does not keep to the contract');
    return { t: 'refetch' };
  };

  return { join, leave, publish };
}

export const wire = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

/** `me:<user id>` is everybody's own `me`. */
const publicTopic = (topic: string): string => (topic.startsWith('me:') ? 'me' : topic);
