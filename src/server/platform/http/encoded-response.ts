import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** A body that many clients request, with its headers. */
export interface EncodedBytes {
  /** Identifies the content whatever its encoding, so it is weak. */
  etag: string;
  /** The headers of a 304. */
  headers: Record<string, string>;
  /** Returns the body in an encoding; it is compressed once, on first use. */
  in: (encoding: Encoding) => { bytes: Bytes; headers: Record<string, string> };
}

export interface CachePolicy {
  contentType: string;
  /** REVALIDATED, or for how long everybody may keep it. */
  cacheControl: string;
  /** 0 to 11: responses that are cached for long deserve a higher quality. */
  brotliQuality: number;
  /** Further headers, also of a 304. */
  headers?: Record<string, string>;
}

/** Everybody may keep it, but asks before each use whether it still holds. */
export const REVALIDATED = 'public, no-cache';

export function encodeBytes(identity: Buffer, { contentType, cacheControl, brotliQuality, headers: more }: CachePolicy): EncodedBytes {
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ...more };
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

/** Pictures and fonts are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest)|image\/svg)/;

const brotli = (bytes: Buffer, quality: number) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

/** Returns the response: the body in the best encoding that the client accepts, or 304 if the client has it. */
export function cachedAnswer(kept: EncodedBytes, ifNoneMatch: string | undefined, acceptEncoding: string | undefined) {
  if (isKnown(ifNoneMatch, kept.etag)) return { status: 304, headers: kept.headers, bytes: null };
  return { status: 200, ...kept.in(encodingFor(acceptEncoding)) };
}

export function answerCached(c: Context, kept: EncodedBytes): Response {
  const { status, headers, bytes } = cachedAnswer(kept, c.req.header('if-none-match'), c.req.header('accept-encoding'));
  return new Response(bytes, { status, headers });
}

/** Compares weakly: a proxy may have made our tag a strong one. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag.slice(2)) || ifNoneMatch.trim() === '*');

/** Returns the best of these encodings that the client accepts; `;q=0` means that it does not. */
export function encodingFor(acceptEncoding: string | undefined, offered: readonly Encoding[] = ENCODINGS): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const taken = acceptEncoding.includes('q=0') ? acceptEncoding.replace(REFUSED, '') : acceptEncoding;
  return offered.find((encoding) => taken.includes(encoding)) ?? 'identity';
}

const REFUSED = /\b(br|gzip)\s*;\s*q=0(\.0*)?\s*(?=,|$)/g;
