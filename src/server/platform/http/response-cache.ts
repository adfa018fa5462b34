import { type CachePolicy, type EncodedBytes, encodeBytes, REVALIDATED } from './encoded-response.ts';

/** Identifies a reply, and says what makes it stale. */
export interface ReplyPlan<R> {
  /** Plans with equal keys have equal replies. */
  key: string;
  /** Live topics, and topics used only here. A change published to any of them drops the reply. */
  topics: readonly string[];
  make: () => Promise<R>;
}

/**
 * The maximum age of a reply, in milliseconds. Replies state how fresh prices are and which match is next, and both move on without any
 * change.
 */
const AGE_MS_MAX = 5_000;
/** Bounds the memory: a reply is at most as large as a page, some 100 KB. */
const REPLIES_MAX = 400;
/** The maximum number of spellings of a URL that find the same cached reply without parsing the query. */
const ALIASES_MAX = 8;

interface Entry {
  key: string;
  topics: readonly string[];
  /**
   * When the reply was begun. It is not fresh before this time: if the clock is set back, it would otherwise be kept for that much longer.
   */
  sinceMs: number;
  freshUntilMs: number;
  reply: Promise<EncodedBytes>;
  /** The finished reply, for synchronous use; null until then. */
  made: EncodedBytes | null;
  aliases: string[];
}

export type CachedReplies = ReturnType<typeof createCachedReplies>;

export function createCachedReplies() {
  const entries = new Map<string, Entry>();
  const byAlias = new Map<string, Entry>();
  const byTopic = new Map<string, Set<Entry>>();
  const own = createUserReplyCache();
  let ageMsMax = AGE_MS_MAX;

  const drop = (entry: Entry): void => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    for (const alias of entry.aliases) byAlias.delete(alias);
    for (const topic of entry.topics) {
      const about = byTopic.get(topic);
      about?.delete(entry);
      if (about?.size === 0) byTopic.delete(topic);
    }
  };

  const keep = (entry: Entry): void => {
    entries.set(entry.key, entry);
    for (const topic of entry.topics) {
      const about = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, about.add(entry));
    }
    // Drops the oldest first: no reply is kept long, so the least recently used is rarely a different one.
    for (const oldest of entries.values()) {
      if (entries.size <= REPLIES_MAX) break;
      drop(oldest);
    }
  };

  /** Returns the finished reply for this exact URL; null if there is none, or it is stale. */
  const find = (alias: string, nowMs: number): EncodedBytes | null => {
    const entry = byAlias.get(alias);
    return entry !== undefined && isFreshAt(entry, nowMs) ? entry.made : null;
  };

  /** Returns the reply of a plan: cached, in progress, or started now. From then on `find` also finds it by `alias`. */
  const get = <R>(plan: ReplyPlan<R>, alias: string, nowMs: number, write: (reply: R) => string): Promise<EncodedBytes> => {
    const known = entries.get(plan.key);
    const isFresh = known !== undefined && isFreshAt(known, nowMs);
    if (known && !isFresh) drop(known);
    const entry = isFresh ? known : begin(plan, nowMs, write);
    if (!isFresh) keep(entry);
    if (entry.aliases.length < ALIASES_MAX && !entry.aliases.includes(alias)) {
      entry.aliases.push(alias);
      byAlias.set(alias, entry);
    }
    return entry.reply;
  };

  const begin = <R>(plan: ReplyPlan<R>, nowMs: number, write: (reply: R) => string): Entry => {
    const reply = plan.make().then((made) => encodeBytes(Buffer.from(write(made)), KEEPING));
    const times = { sinceMs: nowMs, freshUntilMs: nowMs + ageMsMax };
    const entry: Entry = { key: plan.key, topics: plan.topics, ...times, reply, made: null, aliases: [] };
    reply.then(
      (made) => {
        entry.made = made;
      },
      () => drop(entry),
    );
    return entry;
  };

  /**
   * Drops the replies about a topic. A reply in progress may have read the old state: requests that already wait for it came before the
   * change, and later requests do not get it.
   */
  const touch = (topic: string): void => {
    for (const entry of byTopic.get(topic) ?? []) drop(entry);
    if (topic.startsWith(ME)) own.forget(topic.slice(ME.length));
  };

  /** Drops everything, because changes may have been missed. */
  const dropAll = (): void => {
    for (const entry of [...entries.values()]) drop(entry);
    own.forgetAll();
  };

  /**
   * Sets the maximum age of replies in milliseconds, for when changes are not received; null restores the default. Drops all existing
   * replies.
   */
  const ageAtMost = (ms: number | null): void => {
    ageMsMax = Math.min(ms ?? AGE_MS_MAX, AGE_MS_MAX);
    dropAll();
  };

  return { find, get, touch, dropAll, ageAtMost, own, size: () => entries.size };
}

const isFreshAt = ({ sinceMs, freshUntilMs }: Pick<Entry, 'sinceMs' | 'freshUntilMs'>, nowMs: number): boolean =>
  sinceMs <= nowMs && nowMs < freshUntilMs;

/** The prefix of the topics of single users. */
const ME = 'me:';

/** At this quality, Brotli takes about as long as gzip and still produces less. */
const KEEPING: CachePolicy = { contentType: 'application/json', cacheControl: REVALIDATED, brotliQuality: 4 };

/** A reply to one caller, with the conditions for sending it again. */
interface OwnReply {
  userId: string;
  sessionId: string;
  /** When it was requested. It is not sent again before this time: then the clock was set back. */
  sinceMs: number;
  freshUntilMs: number;
  bytes: Buffer;
}

/** Whose reply it is, and until when it may be sent again. */
type Asked = Omit<OwnReply, 'bytes' | 'sinceMs'> & { path: string; authorization: string };

interface OwnEntry {
  userId: string;
  making: Promise<OwnReply>;
  /** The finished reply, for synchronous use; null until then. */
  made: OwnReply | null;
}

/** Some 600 bytes each, including the token. */
const OWN_REPLIES_MAX = 10_000;

/**
 * Caches replies that belong to one caller, and sends them again for a short time to the same token without a query. They are dropped when
 * this process publishes to the user's topic (`me:<id>`); changes by other processes show once they expire. So cache only what is
 * displayed, and nothing that decides: points, limits and permissions are read each time.
 */
export function createUserReplyCache() {
  const entries = new Map<string, OwnEntry>();
  const keysOf = new Map<string, Set<string>>();

  const drop = (key: string, entry: OwnEntry | undefined): void => {
    if (entry === undefined || entries.get(key) !== entry) return;
    entries.delete(key);
    const keys = keysOf.get(entry.userId);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(entry.userId);
  };

  /**
   * Returns the reply that this token got for this path; null if there is none, or it is stale. The caller checks whether the session has
   * ended.
   */
  const find = (path: string, authorization: string, nowMs: number): OwnReply | null => {
    const made = entries.get(keyOf(path, authorization))?.made;
    return made && isFreshAt(made, nowMs) ? made : null;
  };

  /** Returns the reply to a token: cached, in progress, or started now. Failures are not cached. */
  const get = async (asked: Asked, nowMs: number, make: () => Promise<string>): Promise<Buffer> => {
    const key = keyOf(asked.path, asked.authorization);
    const known = entries.get(key);
    if (known && (known.made === null || isFreshAt(known.made, nowMs))) return (await known.making).bytes;
    drop(key, known);
    const { userId, sessionId, freshUntilMs } = asked;
    const entry: OwnEntry = {
      userId,
      made: null,
      making: make().then((text) => ({ userId, sessionId, sinceMs: nowMs, freshUntilMs, bytes: Buffer.from(text) })),
    };
    entries.set(key, entry);
    keysOf.set(userId, (keysOf.get(userId) ?? new Set()).add(key));
    // A Map iterates in order of insertion, so the first entry is the oldest.
    const [oldest] = entries.size > OWN_REPLIES_MAX ? entries : [];
    if (oldest) drop(...oldest);
    entry.making.then(
      (made) => {
        entry.made = made;
      },
      () => drop(key, entry),
    );
    return (await entry.making).bytes;
  };

  /** Drops the replies of a user, also those in progress: they may have been read before the change. */
  const forget = (userId: string): void => {
    for (const key of keysOf.get(userId) ?? []) entries.delete(key);
    keysOf.delete(userId);
  };

  const forgetAll = (): void => {
    entries.clear();
    keysOf.clear();
  };

  return { find, get, forget, forgetAll, size: () => entries.size };
}

const keyOf = (path: string, authorization: string): string => `${path} ${authorization}`;
