import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { VoidReason } from '#domain/settlement/contest.ts';
import type { ReceiptFacts } from '#domain/settlement/receipt.ts';
import type { ContestWithMatch } from './facts.ts';

/** What a contest ends on: a score, or only a reason; by its match's course or by an operator. */
export type EndedOn = ({ ending: 'settle'; score: Score; startedAt: Date | null } | { ending: 'void'; reason: VoidReason }) & {
  isByHand?: boolean;
};

/** Returns what is known of a contest's match when its ending is decided, for the receipt. */
export const receiptFacts = (row: ContestWithMatch, end: EndedOn, now: Date): ReceiptFacts => ({
  ending: end.ending,
  void_reason: end.ending === 'void' ? end.reason : null,
  score: end.ending === 'settle' ? end.score : null,
  score_since: end.ending === 'settle' ? isoOf(end.isByHand ? now : row.match_fulltime_since) : null,
  started_at: isoOf(end.ending === 'settle' ? end.startedAt : row.match_started_at),
  match_status: row.match_status as MatchStatus,
  match_status_since: row.match_status_since.toISOString(),
  confirmed_at: row.match_confirmed_at.toISOString(),
  told_at: isoOf(row.match_seen_at),
  decided_at: now.toISOString(),
  ...(end.isByHand && { told_by: 'operator' as const }),
});

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
