/** A reply to the one who asked, with what has to hold for giving it again. */
interface OwnReply {
  userId: string;
  sessionId: string;
  /** Not given again before it was asked for: then the clock was set back. */
  sinceMs: number;
  freshUntilMs: number;
  bytes: Buffer;
}

/** Whose reply it is to be, and until when it may be given again. */
type Asked = Omit<OwnReply, 'bytes' | 'sinceMs'> & { path: string; authorization: string };

interface Entry {
  userId: string;
  making: Promise<OwnReply>;
  /** The reply once it is made, for those who cannot wait. */
  made: OwnReply | null;
}

/** Some 600 bytes each with its token. */
const REPLIES_MAX = 10_000;

export type UserReplies = ReturnType<typeof createUserReplyCache>;

/**
 * Replies that are one caller's own, given again for a moment to the very same token without asking the database. They are dropped when
 * something is told about the user (the topic `me:<id>`) in this process; what another process changes is seen when they have run
 * out. So only what is shown may be kept, and nothing that decides: points, limits and permissions are read each time.
 */
export function createUserReplyCache() {
  const entries = new Map<string, Entry>();
  const keysOf = new Map<string, Set<string>>();

  const drop = (key: string, entry: Entry | undefined): void => {
    if (entry === undefined || entries.get(key) !== entry) return;
    entries.delete(key);
    const keys = keysOf.get(entry.userId);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(entry.userId);
  };

  /** The reply that this token got at this address, if it still holds. Whether its session has ended is for the caller to ask. */
  const find = (path: string, authorization: string, nowMs: number): OwnReply | null => {
    const made = entries.get(keyOf(path, authorization))?.made;
    return made && isFreshAt(made, nowMs) ? made : null;
  };

  /** The reply to a token: kept, in the making, or made now. A refusal is not kept. */
  const get = async (asked: Asked, nowMs: number, make: () => Promise<string>): Promise<Buffer> => {
    const key = keyOf(asked.path, asked.authorization);
    const known = entries.get(key);
    if (known && (known.made === null || isFreshAt(known.made, nowMs))) return (await known.making).bytes;
    drop(key, known);
    const { userId, sessionId, freshUntilMs } = asked;
    const entry: Entry = {
      userId,
      made: null,
      making: make().then((text) => ({ userId, sessionId, sinceMs: nowMs, freshUntilMs, bytes: Buffer.from(text) })),
    };
    entries.set(key, entry);
    keysOf.set(userId, (keysOf.get(userId) ?? new Set()).add(key));
    // The first of a Map was begun first.
    const [oldest] = entries.size > REPLIES_MAX ? entries : [];
    if (oldest) drop(...oldest);
    entry.making.then(
      (made) => {
        entry.made = made;
      },
      () => drop(key, entry),
    );
    return (await entry.making).bytes;
  };

  /** Drops what was said to a user, and what is being said: it may have been read before the change. */
  const forget = (userId: string): void => {
    for (const key of keysOf.get(userId) ?? []) entries.delete(key);
    keysOf.delete(userId);
  };

  /** Drops what was said to everybody. */
  const forgetAll = (): void => {
    entries.clear();
    keysOf.clear();
  };

  return { find, get, forget, forgetAll, size: () => entries.size };
}

const isFreshAt = ({ sinceMs, freshUntilMs }: OwnReply, nowMs: number): boolean => sinceMs <= nowMs && nowMs < freshUntilMs;

const keyOf = (path: string, authorization: string): string => `${path} ${authorization}`;
