import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** A body that many will ask for, with the headers it goes out with. */
export interface EncodedBytes {
  /** Of what is said, whatever the encoding: weak. */
  etag: string;
  /** What a 304 says. */
  headers: Record<string, string>;
  /** Compressed when the first one asks for it, once. */
  in: (encoding: Encoding) => { bytes: Bytes; headers: Record<string, string> };
}

export interface CachePolicy {
  contentType: string;
  cacheControl: string;
  /** 0 to 11: what is kept for long is worth more work. */
  brotliQuality: number;
}

export function encodeBytes(identity: Buffer, { contentType, cacheControl, brotliQuality }: CachePolicy): EncodedBytes {
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  const said = (bytes: Buffer, encoding?: Encoding) => ({
    bytes: bytes as Bytes,
    headers: {
      ...headers,
      'Content-Type': contentType,
      'Content-Length': String(bytes.length),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
  const made: Partial<Record<Encoding, ReturnType<typeof said>>> = { identity: said(identity) };
  const compressed = (encoding: Encoding) => said(encoding === 'br' ? brotli(identity, brotliQuality) : gzipSync(identity), encoding);
  const isText = COMPRESSIBLE.test(contentType);
  return {
    etag,
    headers,
    in: (encoding) => {
      const wanted = isText ? encoding : 'identity';
      made[wanted] ??= compressed(wanted);
      return made[wanted];
    },
  };
}

/** Pictures and fonts are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/;

const brotli = (bytes: Buffer, quality: number) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

/** What to answer: what the client can read, or that it has it already. */
export function cachedAnswer(kept: EncodedBytes, ifNoneMatch: string | undefined, acceptEncoding: string | undefined) {
  if (isKnown(ifNoneMatch, kept.etag)) return { status: 304, headers: kept.headers, bytes: null };
  return { status: 200, ...kept.in(encodingFor(acceptEncoding)) };
}

export function answerCached(c: Context, kept: EncodedBytes): Response {
  const { status, headers, bytes } = cachedAnswer(kept, c.req.header('if-none-match'), c.req.header('accept-encoding'));
  return new Response(bytes, { status, headers });
}

/** Weak comparison: a proxy may have made our tag a strong one. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag.slice(2)) || ifNoneMatch.trim() === '*');

/** The best of ours among those that the client takes; `;q=0` means that it does not. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const taken = acceptEncoding.includes('q=0') ? acceptEncoding.replace(REFUSED, '') : acceptEncoding;
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
}

const REFUSED = /\b(br|gzip)\s*;\s*q=0(\.0*)?\s*(?=,|$)/g;
