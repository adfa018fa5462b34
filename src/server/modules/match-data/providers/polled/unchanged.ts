import { createHash } from 'node:crypto';
import { isInPlay } from '#domain/matches/match-status.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';

/** Time after which an unchanged update is sent again: it confirms the data, and repairs what the importer could not take the first time. */
const REPEAT_MS = 10 * MINUTE_MS;
/** Maximum number of remembered updates; the longest unsent are forgotten, and sent again. */
const REMEMBERED_MAX = 20_000;

/** Remembers what a run of a feed has imported, so that lists of many matches cost the database only what changed in them. */
export interface Sent {
  /**
   * Returns the updates that differ from what was last imported of the same league, team or match, that were imported long ago, or that
   * are about a match in play.
   */
  changed: (updates: readonly FeedUpdate[], nowMs: number) => FeedUpdate[];
  /** Records that updates were imported. */
  note: (updates: readonly FeedUpdate[], nowMs: number) => void;
}

export function rememberSent(): Sent {
  const sent = new Map<string, { hash: string; atMs: number }>();
  return {
    changed: (updates, nowMs) =>
      updates.filter((update) => {
        const key = keyOf(update);
        const last = key === null ? undefined : sent.get(key);
        return last === undefined || last.atMs + REPEAT_MS <= nowMs || isUnderWay(update) || last.hash !== hashOf(update);
      }),
    note(updates, nowMs) {
      for (const update of updates) {
        const key = keyOf(update);
        if (key === null) continue;
        sent.delete(key);
        sent.set(key, { hash: hashOf(update), atMs: nowMs });
      }
      for (const key of sent.keys()) {
        if (sent.size <= REMEMBERED_MAX) break;
        sent.delete(key);
      }
    },
  };
}

/** Each answer about a match in play confirms it: users are told how old its last confirmation is. */
const isUnderWay = (update: FeedUpdate): boolean => update.kind === 'status' && isInPlay(update.status);

/** Returns what an update is about; null for kinds that are always sent, such as prices, whose every answer confirms them. */
function keyOf(update: FeedUpdate): string | null {
  switch (update.kind) {
    case 'league':
    case 'team':
    case 'fixture':
      return `${update.kind} ${update.id}`;
    case 'status':
      return `status ${update.matchId}`;
    default:
      return null;
  }
}

/** Returns a hash of what an update says; when it was seen is not part of it. */
const hashOf = (update: FeedUpdate): string =>
  createHash('sha1')
    .update(JSON.stringify(update, (name, value) => (name === 'seenAt' ? undefined : value)))
    .digest('base64');
