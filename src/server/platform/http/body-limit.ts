import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from './app-error.ts';

/**
 * Refuses bodies of more than so many bytes: `payload_too_large`. One whose length is told is judged by that, to which Node's parser holds
 * it; only one that comes in chunks is counted. To look at a body makes all the framework's objects of its request, which costs a bet as
 * much as its place in the batch.
 */
export function limitBody(bytesMax: number): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: bytesMax, onError: () => refuse() });
  return (c, next) => {
    const told = c.req.header('content-length');
    if (told === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next);
    return Number(told) <= bytesMax ? next() : refuse();
  };
}

const refuse = (): never => {
  throw new AppError('payload_too_large');
};
