import type { Hono } from 'hono';
import { AppError } from './app-error.ts';

const ENCODED_NUL = '%00';

/**
 * Refuses addresses with a NUL character, of the API and of pages alike: nobody types one, and PostgreSQL's text cannot hold it. Bodies are
 * checked when they are read.
 *
 * @throws {AppError} `not_found` if the path has one, `invalid_query` with the parameter's name if the query has one.
 */
export function refuseNul(app: Hono): void {
  app.use('*', async (c, next) => {
    if (c.req.url.includes(ENCODED_NUL)) throw refusalOf(new URL(c.req.url));
    await next();
  });
}

function refusalOf({ pathname, searchParams }: URL): AppError {
  if (pathname.includes(ENCODED_NUL)) return new AppError('not_found');
  const [field = ''] = [...searchParams].find((pair) => pair.some((text) => text.includes('\0'))) ?? [];
  return new AppError('invalid_query', { field: field.replaceAll('\0', '').slice(0, 80) }, 'must not contain a NUL character');
}
