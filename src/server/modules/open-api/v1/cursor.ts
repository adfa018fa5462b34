import { AppError } from '#server/platform/http/app-error.ts';

/** Where a page ended: the values that order the list, of its last item. */
export type Cursor = readonly (string | number)[];

const ID_MAX = 2_147_483_647;

type CursorType = 'string' | 'number' | 'moment' | 'day';

/** Returns a cursor as clients send it back: they are to treat it as opaque. */
export const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/**
 * Reads a cursor. A client can make up any, and only changes where its own list goes on; so the caller checks the types and nothing else.
 * Throws `invalid_query`.
 *
 * @param types The types of its values, in order. A `moment` is an ISO 8601 text, a `day` the date of one.
 */
export function decodeCursor<T extends readonly CursorType[]>(text: string, types: T): ValuesOf<T> {
  const values = parse(text);
  const isValid = Array.isArray(values) && values.length === types.length && types.every((type, i) => isOf(values[i], type));
  if (!isValid) throw invalidCursor();
  return values.map((value, i) => (types[i] === 'moment' ? new Date(value as string) : value)) as ValuesOf<T>;
}

/** Returns the refusal of a cursor that no page gave, or the page of another list. */
export const invalidCursor = (): AppError =>
  new AppError(
    'invalid_query',
    { field: 'cursor' },
    'must be the `next_cursor` of a page of the same list, with otherwise the same parameters',
  );

type ValuesOf<T extends readonly string[]> = {
  -readonly [I in keyof T]: T[I] extends 'number' ? number : T[I] extends 'moment' ? Date : string;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function isOf(value: unknown, type: CursorType): boolean {
  // Numbers are ids, and the database refuses to compare an id with a larger one.
  if (type === 'number') return Number.isInteger(value) && Math.abs(value as number) <= ID_MAX;
  if (typeof value !== 'string' || value.includes('\0')) return false;
  if (type === 'day') return /^[12]\d{3}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return type === 'string' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value)));
}

/**
 * Returns a page of rows that were read with one more than its limit, which shows whether there is another page.
 *
 * @param cursorOf Returns where a row stands in the order.
 */
export function pageOf<Row, Item>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor, itemOf: (row: Row) => Item) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { data: shown.map(itemOf), next_cursor: last === undefined ? null : encodeCursor(cursorOf(last)) };
}
