import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Endpoint, ParsedInputOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { encodingFor, isKnown, REVALIDATED } from './encoded-response.ts';
import { inTurn, mountedOn, parseInput, rawInput } from './mount.ts';
import { deprecate, withContextHeaders } from './mount-open.ts';
import { type RequestContext, requestContext } from './request-context.ts';

/** A file that is sent as it is made. */
export interface OpenFile {
  /** Identifies the content, whatever its encoding. */
  etag: string;
  contentType: string;
  fileName: string;
  pieces: AsyncIterable<Uint8Array>;
}

/**
 * Mounts a GET of the open API that answers with a file. It is streamed piece by piece, compressed if the client accepts gzip, and never
 * held as a whole. A client that has it already gets a 304, and no piece is made.
 */
export function mountOpenFile<I extends z.ZodObject, R extends z.ZodType, E extends Endpoint<I, R> & { access: 'open' }>(
  app: Hono,
  deps: Deps,
  endpoint: E & Endpoint<I, R>,
  answer: (input: ParsedInputOf<E>, request: RequestContext) => Promise<OpenFile>,
): void {
  app.get(endpoint.path, deprecate(endpoint), async (c) => {
    const request = requestContext(c, deps.config.trustProxy);
    const file = await answer(parseInput(endpoint, await rawInput(c, endpoint)) as ParsedInputOf<E>, request);
    const headers = { ETag: `W/"${file.etag}"`, 'Cache-Control': REVALIDATED, Vary: 'Accept-Encoding' };
    if (isKnown(c.req.header('if-none-match'), headers.ETag)) return withContextHeaders(c, new Response(null, { status: 304, headers }));
    const plain = ReadableStream.from(inTurn(file.pieces, request.ip)) as ReadableStream<Uint8Array<ArrayBuffer>>;
    const isCompressed = encodingFor(c.req.header('accept-encoding'), ['gzip']) === 'gzip';
    const response = new Response(isCompressed ? plain.pipeThrough(new CompressionStream('gzip')) : plain, {
      headers: {
        ...headers,
        'Content-Type': file.contentType,
        'Content-Disposition': `attachment; filename="${file.fileName}"`,
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      },
    });
    return withContextHeaders(c, response);
  });
  mountedOn(app).push(endpoint as unknown as Endpoint);
}
