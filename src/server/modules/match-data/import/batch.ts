import type { Db } from '#server/platform/db/pool.ts';
import type { FeedUpdate } from './feed.ts';
import type { MatchRow, RowChange } from './match-row.ts';
import type { Refusal } from './quarantine.ts';

export type ChangeKind = RowChange | 'events' | 'lineups' | 'statistics' | 'odds';

/** A match that an import changed, in what, and its row before (null when it is new) and after. */
export interface MatchChange {
  matchId: number;
  kinds: ChangeKind[];
  before: MatchRow | null;
  after: MatchRow;
}

/** What one batch is imported with, and what it gathers on the way. */
export interface Batch {
  db: Db;
  feed: string;
  now: Date;
  /** Real milliseconds of a minute of match time. */
  minuteMs: number;
  /** Whole seconds until prices are confirmed again; null: never. */
  oddsCadenceSeconds: number | null;
  refusals: Refusal[];
  changes: Map<number, MatchChange>;
  /** A fault that a person has looked at, and found to be none; null: every fault counts. */
  believed: string | null;
  /** Who tells this by the console; null: a feed does. */
  teller: Teller | null;
}

/** An admin who tells something of a match, and why: its contests then end on their word (modules/betting/contests/gate.ts). */
export interface Teller {
  adminId: string;
  reason: string;
}

export function refusalOf(update: FeedUpdate, reason: string): Refusal {
  return { kind: update.kind, feed_id: feedIdOf(update).replaceAll('\0', '\ufffd'), reason, payload: update };
}

export function feedIdOf(update: FeedUpdate): string {
  if ('matchId' in update) return update.matchId;
  if ('teamId' in update) return update.teamId;
  return 'id' in update ? update.id : '';
}

/** Notes that a match changed in some way; several ways add up. */
export function noteChange(batch: Batch, matchId: number, kinds: ChangeKind[], before: MatchRow | null, after: MatchRow): void {
  if (kinds.length === 0) return;
  const known = batch.changes.get(matchId);
  batch.changes.set(
    matchId,
    known ? { ...known, kinds: [...new Set([...known.kinds, ...kinds])], after } : { matchId, kinds, before, after },
  );
}
