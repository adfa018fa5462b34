import type { z } from 'zod';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Refusal } from '#server/modules/match-data/import/queries.ts';

/** The result of reading an answer: updates for the importer, and refusals of what could not be read. */
export interface Taken {
  updates: FeedUpdate[];
  refusals: Refusal[];
}

export interface Read<T> {
  good: T[];
  refusals: Refusal[];
}

/** Reads each row separately, so that an invalid one does not affect the others. `kind` is the kind of rows. */
export function readRows<S extends z.ZodType>(schema: S, rows: readonly unknown[], kind: string, idOf = idInside): Read<z.output<S>> {
  const read: Read<z.output<S>> = { good: [], refusals: [] };
  for (const row of rows) {
    const result = schema.safeParse(row);
    if (result.success) read.good.push(result.data);
    else read.refusals.push(refusalOf(kind, idOf(row), reasonOf(result.error), row));
  }
  return read;
}

const PAYLOAD_LENGTH_MAX = 4000;

/** Creates a refusal. The payload is stored as truncated text: rows with embedded details are long, and text can hold what jsonb cannot. */
export const refusalOf = (kind: string, feedId: string, reason: string, row: unknown): Refusal => ({
  kind,
  feed_id: feedId,
  reason,
  payload: (JSON.stringify(row) ?? 'nothing').slice(0, PAYLOAD_LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd'),
});

function reasonOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? 'unreadable' : `unreadable ${first.path.map(plainKey).join('.')}: ${first.message}`.slice(0, 200);
}

/** Replaces list indexes in paths, so that the same mistake in the same match is one row in the quarantine. */
const plainKey = (key: PropertyKey): string => (typeof key === 'number' ? '*' : String(key));

function idInside(row: unknown): string {
  const { fixture, game, id: own, team, league } = Object(row);
  const id = fixture?.id ?? game?.id ?? own ?? team?.id ?? league?.id;
  return typeof id === 'number' || typeof id === 'string'
    ? String(id)
        .slice(0, 40)
        .replace(/[\0\p{Surrogate}]/gu, '\ufffd')
    : '?';
}
