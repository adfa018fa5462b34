import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';

/**
 * What can be believed after all: what a feed told of the course of a match and is only unlikely. A kick-off in a year that was not expected, a
 * score that falls further than a referee ever takes back, an early whistle, a status out of order. What cannot be stored or played whole
 * (unknown teams, a match against itself, a number that is none, a draw where there is none, a match under a second id) stays refused, and so do
 * prices, line-ups and statistics, which the next word of the feed replaces anyway.
 */
const ACCEPTABLE: Record<string, RegExp> = {
  fixture: /^kickoff_(in_another_year|outside_season)$/,
  status: /^(final_too_early|score_(dropped|halftime_shrank)|status_[a-z0-9]+_after_[a-z0-9]+)$/,
};

export interface RefusedRow {
  kind: string;
  reason: string;
  payload: unknown;
}

/** Whether a refused row can be believed. */
export const isAcceptable = ({ kind, reason }: Pick<RefusedRow, 'kind' | 'reason'>): boolean => ACCEPTABLE[kind]?.test(reason) === true;

/** The update that was refused, as the feed told it; null where it cannot be believed, or is none. */
export function updateOf(row: RefusedRow): FeedUpdate | null {
  const payload = row.payload as (Record<string, unknown> & { kind?: unknown }) | null;
  if (!isAcceptable(row) || payload?.kind !== row.kind) return null;
  const { kickoffAt, seenAt } = payload;
  // In JSON a time is text.
  return {
    ...payload,
    ...(typeof kickoffAt === 'string' && { kickoffAt: new Date(kickoffAt) }),
    ...(typeof seenAt === 'string' && { seenAt: new Date(seenAt) }),
  } as unknown as FeedUpdate;
}
