import { type CachePolicy, type EncodedBytes, encodeBytes } from './encoded-response.ts';

/** What makes a reply different from all others, and what makes it stale. */
export interface ReplyPlan<R> {
  /** Equal keys are equal replies. */
  key: string;
  /** Live topics, and topics of our own: a change told to any of them drops the reply. */
  topics: readonly string[];
  make: () => Promise<R>;
}

/**
 * A reply is dropped when one of its topics changes, and made anew when it is this old in any case: it says how fresh
 * prices are, and which match is the next one, which moves on without any change.
 */
const AGE_MS_MAX = 5_000;
/** Replies are bounded by the size of a page, some 100 KB: so this bounds the memory. */
const REPLIES_MAX = 400;
/** Spellings of addresses under which a kept reply is found without reading the query. */
const ALIASES_MAX = 8;

interface Entry {
  key: string;
  topics: readonly string[];
  /** Nothing is fresh before it was begun: then the clock was set back, and would keep it for as long as that. */
  sinceMs: number;
  freshUntilMs: number;
  reply: Promise<EncodedBytes>;
  /** The reply once it is made, for those who cannot wait. */
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
    // The oldest first: none is kept long, so the least used is hardly another one.
    for (const oldest of entries.values()) {
      if (entries.size <= REPLIES_MAX) break;
      drop(oldest);
    }
  };

  /** The reply that was given for this very address, if it still holds. */
  const find = (alias: string, nowMs: number): EncodedBytes | null => {
    const entry = byAlias.get(alias);
    return entry !== undefined && isFreshAt(entry, nowMs) ? entry.made : null;
  };

  /** The reply of a plan: kept, in the making, or made now. It is found by `alias` from then on. */
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
   * Drops what was said about a topic. A reply in the making may have read the state before: those who wait for it asked
   * before the change, and nobody gets it after.
   */
  const touch = (topic: string): void => {
    for (const entry of byTopic.get(topic) ?? []) drop(entry);
    if (topic.startsWith(ME)) own.forget(topic.slice(ME.length));
  };

  /** Drops everything: changes may have been missed. */
  const dropAll = (): void => {
    for (const entry of [...entries.values()]) drop(entry);
    own.forgetAll();
  };

  /** How old a reply may be that is made from now on, in milliseconds, where changes are not heard; null is the usual. What was made before goes. */
  const ageAtMost = (ms: number | null): void => {
    ageMsMax = Math.min(ms ?? AGE_MS_MAX, AGE_MS_MAX);
    dropAll();
  };

  return { find, get, touch, dropAll, ageAtMost, own, size: () => entries.size };
}

const isFreshAt = ({ sinceMs, freshUntilMs }: Pick<Entry, 'sinceMs' | 'freshUntilMs'>, nowMs: number): boolean =>
  sinceMs <= nowMs && nowMs < freshUntilMs;

/** What is told to one user, and of them. */
const ME = 'me:';

/** At this quality brotli takes about as long as gzip and still sends less. */
const KEEPING: CachePolicy = { contentType: 'application/json', cacheControl: 'public, no-cache', brotliQuality: 4 };

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

interface OwnEntry {
  userId: string;
  making: Promise<OwnReply>;
  /** The reply once it is made, for those who cannot wait. */
  made: OwnReply | null;
}

/** Some 600 bytes each with its token. */
const OWN_REPLIES_MAX = 10_000;

/**
 * Replies that are one caller's own, given again for a moment to the very same token without asking the database. They are dropped when
 * something is told about the user (the topic `me:<id>`) in this process; what another process changes is seen when they have run
 * out. So only what is shown may be kept, and nothing that decides: points, limits and permissions are read each time.
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
    const entry: OwnEntry = {
      userId,
      made: null,
      making: make().then((text) => ({ userId, sessionId, sinceMs: nowMs, freshUntilMs, bytes: Buffer.from(text) })),
    };
    entries.set(key, entry);
    keysOf.set(userId, (keysOf.get(userId) ?? new Set()).add(key));
    // The first of a Map was begun first.
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

const keyOf = (path: string, authorization: string): string => `${path} ${authorization}`;
