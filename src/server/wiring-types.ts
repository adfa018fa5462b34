import type { Transaction } from 'kysely';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { MatchBrief } from '#contract/bets.ts';
import type { MatchDetail } from '#contract/matches.ts';
import type { Exclusion } from '#contract/play-limits.ts';
import type { Actor, AgreedTo } from '#server/modules/admins/public.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import type { Rejection, WithdrawalRow } from '#server/modules/withdrawals/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { Deps } from './deps.ts';

/** A request for a payout that nobody has decided, locked. */
export type PendingWithdrawal = WithdrawalRow;

/** What modules ask of, or tell, modules that depend on them. `wiring.ts` says who answers. */
export interface Wiring {
  /** Tells of an import that was committed. */
  onMatchesImported: (deps: Deps, changes: readonly MatchChange[]) => Promise<void>;
  /** The contests that the page of a match shows. */
  contestsOfMatch: (db: Db, matchId: number) => Promise<MatchDetail['contests']>;

  /** Tells, in its transaction, that a contest has ended, or ended again on a corrected score: `round` counts corrections from 1, and is null for the first ending. */
  onContestEnded: (db: Db, contest: { id: string; match_id: number }, round: number | null, at: Date) => Promise<void>;
  /** Locks the undecided requests for payouts of these users. */
  lockPendingWithdrawals: (db: Transaction<DB>, userIds: readonly string[]) => Promise<PendingWithdrawal[]>;
  /** Rejects a locked request: its points are the user's again. */
  rejectWithdrawal: (
    deps: Deps,
    db: Transaction<DB>,
    announce: Announce,
    row: PendingWithdrawal,
    why: Rejection,
  ) => Promise<PendingWithdrawal>;
  /** Tells that payouts of a user are held until a moment. Call it under the lock of the user's row. */
  onRedeemHeld: (db: Db, userId: string, until: Date, at: Date) => Promise<void>;

  /** Extends the self-exclusion of whoever is recognised by these traits to this account. */
  carryExclusions: (deps: Deps, db: Db, userId: string, traits: readonly Trait[]) => Promise<void>;
  /** The time away from play that a user is in; null outside one. */
  exclusionOf: (db: Db, userId: string, at: Date) => Promise<Exclusion | null>;
  /** Ends limits and exclusions that were set before the address was proven; false where there were none. */
  endUnprovenPlayLimits: (deps: Deps, db: Db, userId: string) => Promise<boolean>;

  /** Does what a second admin has agreed to, in the transaction that writes the agreement down. */
  performApproved: (deps: Deps, db: Transaction<DB>, announce: Announce, actor: Actor, agreed: AgreedTo<ApprovalKind>) => Promise<void>;
  /** Matches in brief, by their ids. */
  findMatchBriefs: (db: Db, ids: readonly number[]) => Promise<Map<number, MatchBrief>>;
}
