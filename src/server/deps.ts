import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { MatchBrief } from '#contract/bets.ts';
import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import type { Exclusion } from '#contract/play-limits.ts';
import type { Actor, AgreedTo } from '#server/modules/admins/public.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import type { Rejection, WithdrawalRow } from '#server/modules/withdrawals/public.ts';
import type { Config } from './config.ts';
import type { ServerKeys } from './platform/crypto/server-keys.ts';
import type { Db } from './platform/db/pool.ts';
import type { DB } from './platform/db/schema.ts';
import type { SiteBoard } from './platform/feature-flags/feature-flags.ts';
import type { Activity } from './platform/http/activity.ts';
import type { EndedSessions } from './platform/http/ended-sessions.ts';
import type { LimitStore } from './platform/http/limit-counts.ts';
import type { CachedReplies } from './platform/http/response-cache.ts';
import type { Log } from './platform/observability/log.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { Trace } from './platform/observability/tracing.ts';
import type { Announce } from './platform/transact.ts';

/** Everything impure, handed in from main.ts; tests hand in their own clock, randomness and ears. */
export interface Deps {
  db: Db;
  /** Connections for the limits that a library counts. */
  pool: pg.Pool;
  /** Where limits are counted instead while it answers, so that they hold over all processes; null without Redis. */
  limitStore: LimitStore | null;
  config: Config;
  /** This installation's own: tokens are signed, successors derived, codes hashed and messages sealed with them. */
  serverKeys: ServerKeys;
  now: () => Date;
  randomBytes: (count: number) => Uint8Array;
  log: Log;
  /** What this process measures; nothing where nobody asks. */
  metrics?: Metrics;
  /** Tells a collector what is done for how long; nothing without one. */
  trace?: Trace;
  /** The country of an address as two capital letters, by a database of our own; null where nobody knows. */
  countryOf: (ip: string) => string | null;
  /** Replies that everybody gets alike, kept as bytes until one of their topics changes. */
  replies: CachedReplies;
  /** Sessions whose access tokens are refused though they have not expired. */
  endedSessions: EndedSessions;
  /** What modules ask of, or tell, modules that depend on them. */
  wiring: Wiring;
  /** What operators have switched off, and the banner above every page. */
  site: SiteBoard;
  /** Who made signed-in requests, until it is written down. */
  activity: Activity;
  /** Whether this process has been asked to end: it goes on answering for a while, and is ready for nobody new. */
  isStopping: () => boolean;
  /** Tells everybody who joined a topic, and drops the replies kept about it; call it only after the commit (see transact). */
  publish: (topic: string, change: LiveChange) => void;
}

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
