import { AppError } from '#server/platform/http/app-error.ts';

/** Returns a cursor: what the next page begins after, as a text that callers pass on as it is. */
export const encodeCursor = (after: readonly (string | number)[]): string => Buffer.from(JSON.stringify(after)).toString('base64url');

/** Returns what a cursor holds. Throws `invalid_query` for one that was not made by `encodeCursor`. */
export function decodeCursor(cursor: string): (string | number)[] {
  try {
    const after: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(after) && after.every((one) => typeof one === 'string' || typeof one === 'number')) return after;
  } catch {
    // Reported below.
  }
  throw new AppError('invalid_query', { field: 'cursor' });
}
