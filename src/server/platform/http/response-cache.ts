import { isDatabaseAway } from '#server/platform/db/connect.ts';
import type { ApiCaller } from './api-access.ts';
import { type CachePolicy, type EncodedBytes, encodeBytes, REVALIDATED } from './encoded-response.ts';
import { createTopicCache } from './topic-cache.ts';

/** Identifies a public reply, and says what makes it stale. */
export interface ReplyPlan<R> {
  /** Plans with equal keys have equal replies. */
  key: string;
  /** Live topics, and topics used only here. A change published to any of them drops the reply. */
  topics: readonly string[];
  make: () => Promise<R>;
}

/** What several replies are made from, and what makes it stale. */
export interface PartPlan<T> {
  /** Plans with equal keys have equal values. */
  key: string;
  topics: readonly string[];
  make: () => Promise<T>;
  /** When the value becomes stale without a change, if that is earlier than its maximum age, in milliseconds since 1970. */
  staleAt: (value: T) => number;
}

/** A reply to one caller, and the session that it was sent to. */
interface OwnReply {
  sessionId: string;
  bytes: Buffer;
}

/** Whose reply it is, and until when it may be sent again. */
interface Asked {
  path: string;
  authorization: string;
  userId: string;
  sessionId: string;
  freshUntilMs: number;
}

/**
 * The maximum age of a public reply, in milliseconds. Replies state how fresh prices are and which match is next, and both move on without
 * any change.
 */
const AGE_MS_MAX = 5_000;
/**
 * The maximum age of a public reply while the database is away, in milliseconds. Nothing changes on the site then, and another member takes
 * over within half a minute.
 */
const AWAY_AGE_MS_MAX = 5 * 60_000;
/** Bounds the memory: a public reply is at most as large as a page, some 100 KB. */
const REPLIES_MAX = 400;
/** At most 6 MB each, for a tipping group of 5,000 members and 380 matches. */
const PARTS_MAX = 50;
/** Some 700 bytes each, including the token. */
const OWN_REPLIES_MAX = 10_000;
/** Some 300 bytes each. */
const CALLERS_MAX = 10_000;

export type CachedReplies = ReturnType<typeof createCachedReplies>;

const mayReuse = (error: unknown, ageMs: number): boolean => isDatabaseAway(error) && ageMs < AWAY_AGE_MS_MAX;

/** Caches public replies, and for a short time the replies that belong to one caller. A topic that is touched drops what is about it. */
export function createCachedReplies() {
  const shared = createTopicCache<EncodedBytes>(REPLIES_MAX);
  const own = createTopicCache<OwnReply>(OWN_REPLIES_MAX);
  const parts = createTopicCache<unknown>(PARTS_MAX);
  const callers = createTopicCache<ApiCaller | null>(CALLERS_MAX);
  let ageMsMax = AGE_MS_MAX;

  /**
   * Returns the public reply of a plan: cached, in progress, or started now. From then on `find` also finds it by `alias`, its URL. It is
   * JSON unless `policy` says otherwise.
   */
  const get = <R>(
    { key, topics, make }: ReplyPlan<R>,
    alias: string,
    nowMs: number,
    write: (reply: R) => string,
    policy: CachePolicy = KEEPING,
  ): Promise<EncodedBytes> => {
    const encoded = async () => encodeBytes(Buffer.from(write(await make())), policy);
    return shared.get({ key, topics, freshUntilMs: nowMs + ageMsMax, make: encoded, mayReuse }, alias, nowMs);
  };

  /** Returns a value from which several replies are made: cached, in progress, or made now. Readers do not change it. */
  const share = <T>({ key, topics, make, staleAt }: PartPlan<T>, nowMs: number): Promise<T> =>
    parts.get({ key, topics, freshUntilMs: nowMs + ageMsMax, staleAt: (value) => staleAt(value as T), make }, key, nowMs) as Promise<T>;

  /** Returns a value that `share` has cached or is making under this key; null if there is none, or it is stale. */
  const peekShared = <T>(key: string, nowMs: number): Promise<T> | null => parts.peek(key, nowMs) as Promise<T> | null;

  /** Returns the reply that this token got for this path; null if there is none, or it is stale. The caller checks the session. */
  const findOwn = (path: string, authorization: string, nowMs: number): OwnReply | null => own.find(`${path} ${authorization}`, nowMs);

  /**
   * Returns the reply to a token: cached, in progress, or started now. It is dropped when the user's topic (`me:<id>`) is touched in this
   * process; changes by other processes show once it expires. So cache only what is displayed, and nothing that decides: points, limits
   * and permissions are read each time.
   */
  const getOwn = async (asked: Asked, nowMs: number, make: () => Promise<string>): Promise<Buffer> => {
    const { path, authorization, userId, sessionId, freshUntilMs } = asked;
    const key = `${path} ${authorization}`;
    const reply = async () => ({ sessionId, bytes: Buffer.from(await make()) });
    return (await own.get({ key, topics: [`me:${userId}`], freshUntilMs, make: reply }, key, nowMs)).bytes;
  };

  const touch = (topic: string): void => {
    shared.touch(topic);
    own.touch(topic);
    parts.touch(topic);
    callers.touch(topic);
  };

  /** Drops everything, because changes may have been missed. */
  const dropAll = (): void => {
    shared.dropAll();
    own.dropAll();
    parts.dropAll();
    callers.dropAll();
  };

  /**
   * Sets the maximum age of public replies in milliseconds, for when changes are not received; null restores the default. Drops all
   * existing replies.
   */
  const ageAtMost = (ms: number | null): void => {
    ageMsMax = Math.min(ms ?? AGE_MS_MAX, AGE_MS_MAX);
    dropAll();
  };

  return {
    callers,
    find: shared.find,
    get,
    share,
    peekShared,
    findOwn,
    getOwn,
    touch,
    dropAll,
    ageAtMost,
    size: shared.size,
    ownSize: own.size,
  };
}

/** At this quality, Brotli takes about as long as gzip and still produces less. */
const KEEPING = { contentType: 'application/json', cacheControl: REVALIDATED, brotliQuality: 4 };
