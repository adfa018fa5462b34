import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A reply as it goes over the wire, made once for everybody. */
export interface CachedReply {
  /** Of what is said, whatever the encoding: weak. */
  etag: string;
  body: Record<Encoding, () => { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>;
  /** What a 304 says. */
  headers: Record<string, string>;
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

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
  freshUntilMs: number;
  reply: Promise<CachedReply>;
  /** The reply once it is made, for those who cannot wait. */
  made: CachedReply | null;
  aliases: string[];
}

export type CachedReplies = ReturnType<typeof createCachedReplies>;

export function createCachedReplies() {
  const entries = new Map<string, Entry>();
  const byAlias = new Map<string, Entry>();
  const byTopic = new Map<string, Set<Entry>>();

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
  const find = (alias: string, nowMs: number): CachedReply | null => {
    const entry = byAlias.get(alias);
    return entry !== undefined && entry.freshUntilMs > nowMs ? entry.made : null;
  };

  /** The reply of a plan: kept, in the making, or made now. It is found by `alias` from then on. */
  const get = <R>(plan: ReplyPlan<R>, alias: string, nowMs: number, write: (reply: R) => string): Promise<CachedReply> => {
    const known = entries.get(plan.key);
    const isFresh = known !== undefined && known.freshUntilMs > nowMs;
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
    const reply = plan.make().then((made) => encode(write(made)));
    const entry: Entry = { key: plan.key, topics: plan.topics, freshUntilMs: nowMs + AGE_MS_MAX, reply, made: null, aliases: [] };
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
  };

  return { find, get, touch, size: () => entries.size };
}

/** Compressing is put off until somebody asks for it, and done once. */
function encode(text: string): CachedReply {
  const identity = Buffer.from(text);
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  const said = { ...headers, 'Content-Type': 'application/json' };
  const body = (compress: (bytes: Buffer) => Buffer, encoding?: Encoding) => {
    let kept: { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> } | undefined;
    return () => {
      kept ??= {
        bytes: compress(identity) as Uint8Array<ArrayBuffer>,
        headers: encoding ? { ...said, 'Content-Encoding': encoding } : said,
      };
      return kept;
    };
  };
  return { etag, headers, body: { identity: body((bytes) => bytes), gzip: body(gzip, 'gzip'), br: body(brotli, 'br') } };
}

const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 6 });
/** At this quality brotli takes about as long as gzip and still sends less. */
const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
