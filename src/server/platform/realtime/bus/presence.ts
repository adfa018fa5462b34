import { CHAT_PRESENCE, type ChatPresence } from '#domain/chat/chat.ts';
import type { LiveHub } from '#server/platform/realtime/hub.ts';

/** A process not heard for this long no longer counts. */
const ALIVE_MS = 5_000;
const PUBLISH_MS = 3_000;
/** The maximum number of rooms another process may report: more than there are matches on a day, in three languages. */
const ROOMS_MAX = 5_000;

interface Other {
  heardAtMs: number;
  rooms: ReadonlyMap<string, number>;
}

export type Presence = ReturnType<typeof createPresence>;

/** Counts the users in each chat over all processes, and every few seconds notifies the rooms whose band has changed. */
export function createPresence(hub: LiveHub, nowMs: () => number = () => performance.now()) {
  const others = new Map<string, Other>();

  /** Returns the number of listeners of each room in this process, as bytes for the others. */
  const own = (): Buffer => Buffer.from(JSON.stringify(roomsOf(hub)));

  const hear = (sender: string, body: Buffer): void => {
    others.set(sender, { heardAtMs: nowMs(), rooms: read(body) });
  };

  const tell = (): void => {
    for (const [sender, { heardAtMs }] of others) if (nowMs() - heardAtMs > ALIVE_MS) others.delete(sender);
    for (const [topic, here] of roomsOf(hub)) {
      let count = here;
      for (const { rooms } of others.values()) count += rooms.get(topic) ?? 0;
      hub.present(topic, bandOf(count));
    }
  };

  const telling = setInterval(tell, PUBLISH_MS).unref();
  return { own, hear, tell, stop: () => clearInterval(telling) };
}

const roomsOf = (hub: LiveHub): [topic: string, size: number][] => [...hub.sizes()].filter(([topic]) => topic.startsWith('chat:'));

/** Returns the highest step that is not above a number of listeners (0 or more). */
export const bandOf = (count: number): ChatPresence => CHAT_PRESENCE.findLast((step) => step <= count) ?? 0;

/** Parses the counts of another process. Another version of the program may use another format: what cannot be read counts as empty. */
function read(body: Buffer): ReadonlyMap<string, number> {
  try {
    const rooms = JSON.parse(body.toString()) as [string, number][];
    return new Map(
      rooms.slice(0, ROOMS_MAX).filter(([topic, count]) => typeof topic === 'string' && Number.isSafeInteger(count) && count > 0),
    );
  } catch {
    return new Map();
  }
}
