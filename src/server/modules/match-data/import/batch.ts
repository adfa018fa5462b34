import type { Db } from '#server/platform/db/pool.ts';
import type { FeedUpdate } from './feed.ts';
import type { MatchRow, RowChange } from './match-row.ts';
import type { PlayerNames } from './player-rows.ts';
import type { Refusal } from './quarantine.ts';

export type ChangeKind = RowChange | 'events' | 'lineups' | 'statistics' | 'shots' | 'absences' | 'ratings' | 'odds';

/** A match changed by an import: what changed, and its row before (null for a new match) and after. */
export interface MatchChange {
  matchId: number;
  kinds: ChangeKind[];
  before: MatchRow | null;
  after: MatchRow;
}

/** The inputs of one batch's import, and what it collects. */
export interface Batch {
  db: Db;
  feed: string;
  now: Date;
  /** Real milliseconds per minute of match time. */
  minuteMs: number;
  /** Whole seconds until the feed confirms prices again; null: never. */
  oddsCadenceSeconds: number | null;
  refusals: Refusal[];
  changes: Map<number, MatchChange>;
  /** The players whom changes name. */
  names: PlayerNames;
  /** A fault that an admin has reviewed and accepted; null: every fault counts. */
  believed: string | null;
  /** The admin who entered this in the console; null: it comes from a feed. */
  teller: DataAuthor | null;
}

/** An admin who enters or accepts match data, and the reason: contests that end on it pass a gate (modules/betting/contests/gate.ts). */
export interface DataAuthor {
  adminId: string;
  reason: string;
}

export function refusalOf(update: FeedUpdate, reason: string): Refusal {
  return { kind: update.kind, feed_id: feedIdOf(update).replaceAll('\0', '\ufffd'), reason, payload: update };
}

function feedIdOf(update: FeedUpdate): string {
  if ('matchId' in update) return update.matchId;
  if ('teamId' in update) return update.teamId;
  return 'id' in update ? update.id : '';
}

/** Records that a match changed; several kinds of changes are merged. */
export function noteChange(batch: Batch, matchId: number, kinds: ChangeKind[], before: MatchRow | null, after: MatchRow): void {
  if (kinds.length === 0) return;
  const known = batch.changes.get(matchId);
  batch.changes.set(
    matchId,
    known ? { ...known, kinds: [...new Set([...known.kinds, ...kinds])], after } : { matchId, kinds, before, after },
  );
}
