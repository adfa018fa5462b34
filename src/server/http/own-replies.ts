/** A reply to the one who asked, with what has to hold for giving it again. */
interface OwnReply {
  userId: string;
  sessionId: string;
  freshUntilMs: number;
  bytes: Buffer;
}

/** Some 600 bytes each with its token. */
const REPLIES_MAX = 10_000;

export type OwnReplies = ReturnType<typeof createOwnReplies>;

/**
 * Replies that are one caller's own, given again for a moment to the very same token without asking the database. They are dropped when
 * something is told about the user (the topic `me:<id>`) in this process; what another process changes is seen when they have run
 * out. So only what is shown may be kept, and nothing that decides: points, limits and permissions are read each time.
 */
export function createOwnReplies() {
  const replies = new Map<string, OwnReply>();
  const keysOf = new Map<string, Set<string>>();
  let changes = 0;

  const drop = (key: string): void => {
    const keys = keysOf.get(replies.get(key)?.userId ?? '');
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(replies.get(key)!.userId);
    replies.delete(key);
  };

  /** The reply that this token got at this address, if it still holds. Whether its session has ended is for the caller to ask. */
  const find = (path: string, authorization: string, nowMs: number): OwnReply | null => {
    const reply = replies.get(keyOf(path, authorization));
    return reply !== undefined && reply.freshUntilMs > nowMs ? reply : null;
  };

  /**
   * Keeps a reply. `seen` is what `changeCount` was before it was begun: if anybody has changed since, it may be old already
   * and is not kept.
   */
  const keep = (path: string, authorization: string, reply: OwnReply, seen: number): void => {
    if (seen !== changes) return;
    const key = keyOf(path, authorization);
    drop(key);
    replies.set(key, reply);
    keysOf.set(reply.userId, (keysOf.get(reply.userId) ?? new Set()).add(key));
    // The first of a Map was kept first.
    if (replies.size > REPLIES_MAX) drop(replies.keys().next().value!);
  };

  /** Drops what was said to a user. */
  const forget = (userId: string): void => {
    changes += 1;
    for (const key of keysOf.get(userId) ?? []) replies.delete(key);
    keysOf.delete(userId);
  };

  return { find, keep, forget, changeCount: () => changes, size: () => replies.size };
}

const keyOf = (path: string, authorization: string): string => `${path} ${authorization}`;
