import type { Deps } from '#server/deps.ts';
import { type ApiCaller, apiKeyTopic, findValidKeys } from '#server/platform/http/api-access.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Listener, LiveHub } from '#server/platform/realtime/hub.ts';

/** How many streams a key, and an address, may have open in a process. */
export const STREAMS_PER_KEY_MAX = 5;
export const STREAMS_PER_ADDRESS_MAX = 100;

/** Who opens a stream. */
export interface Holder {
  caller: ApiCaller;
  /** The hash of the key. */
  hash: Buffer;
  /** The network of the client. */
  address: string;
}

/** What is open with a key. */
interface Opened {
  end: () => void;
}

interface Watched {
  holder: Holder;
  opened: Set<Opened>;
  stop: () => void;
}

export type KeyWatch = ReturnType<typeof createKeyWatch>;

/**
 * Counts what is open by key and by address, and ends it once the key is no longer valid: at once when that is published, and otherwise when
 * `check` finds it.
 */
export function createKeyWatch(hub: LiveHub, { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  const keys = new Map<string, Watched>();
  const addresses = new Map<string, number>();

  const watch = (holder: Holder): Watched => {
    const { keyId, userId } = holder.caller;
    const look = () => void check([keyId]);
    const [ofKey, ofUser]: Listener[] = [
      { hear: look },
      // Of the owner, only a change of the account itself can end a key.
      { hear: (_, __, change) => void (change.includes(ACCOUNT) && look()) },
    ];
    const topics: [string, Listener][] = [
      [apiKeyTopic(holder.hash), ofKey!],
      [`me:${userId}`, ofUser!],
    ];
    for (const [topic, listener] of topics) hub.join(topic, listener);
    const stop = () => {
      for (const [topic, listener] of topics) hub.leave(topic, listener);
    };
    return { holder, opened: new Set(), stop };
  };

  /**
   * Counts something that is opened, and returns what to call when it is closed. Throws `too_many_streams`.
   *
   * @param opened Its `end` is called when the key is no longer valid.
   */
  const enter = (holder: Holder, opened: Opened): (() => void) => {
    const { keyId } = holder.caller;
    const atAddress = addresses.get(holder.address) ?? 0;
    if (atAddress >= STREAMS_PER_ADDRESS_MAX) throw new AppError('too_many_streams', { max: STREAMS_PER_ADDRESS_MAX });
    const ofKey = keys.get(keyId) ?? watch(holder);
    if (ofKey.opened.size >= STREAMS_PER_KEY_MAX) throw new AppError('too_many_streams', { max: STREAMS_PER_KEY_MAX });
    keys.set(keyId, ofKey);
    ofKey.opened.add(opened);
    addresses.set(holder.address, atAddress + 1);
    return () => {
      if (!ofKey.opened.delete(opened)) return;
      const left = (addresses.get(holder.address) ?? 1) - 1;
      if (left === 0) addresses.delete(holder.address);
      else addresses.set(holder.address, left);
      if (ofKey.opened.size > 0) return;
      ofKey.stop();
      keys.delete(keyId);
    };
  };

  /** Ends what is open with keys that are no longer valid, by one query. If that cannot be found out now, it is tried again the next time. */
  const check = async (ids = [...keys.keys()]): Promise<void> => {
    if (ids.length === 0) return;
    try {
      const valid = await findValidKeys(db, ids, now());
      for (const id of ids) if (!valid.has(id)) for (const opened of keys.get(id)?.opened ?? []) opened.end();
    } catch (error) {
      log.warn({ err: error }, 'keys of streams could not be checked');
    }
  };

  return { enter, check, isAnyOpen: () => keys.size > 0 };
}

const ACCOUNT = '"t":"account"';
