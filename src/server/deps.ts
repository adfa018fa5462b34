import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { ApprovalKind } from '#contract/approvals.ts';
import type { MatchBrief } from '#contract/bets.ts';
import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail, Offer } from '#contract/matches.ts';
import type { Exclusion } from '#contract/play-limits.ts';
import type { Actor, AgreedTo } from '#server/modules/admins/public.ts';
import type { Passwords } from '#server/modules/identity/public.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import type { Trait } from '#server/modules/play-limits/public.ts';
import type { Rejection, WithdrawalRow } from '#server/modules/withdrawals/public.ts';
import type { Config } from './config.ts';
import type { ServerKeys } from './platform/crypto/server-keys.ts';
import type { Db } from './platform/db/pool.ts';
import type { ReadDatabase } from './platform/db/replicas/read-database.ts';
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

/** All side effects, passed in from main.ts; tests pass their own clock, randomness and listeners. */
export interface Deps {
  db: Db;
  /** Runs reads on replicas of the database; missing without any. */
  reads?: ReadDatabase;
  /** Database connections for rate limits that a library counts. */
  pool: pg.Pool;
  /** Counts limits while it is reachable, so that they hold over all processes; null without Redis. */
  limitStore: LimitStore | null;
  config: Config;
  /** The installation's keys: for signing tokens, deriving successors, hashing codes and sealing messages. */
  serverKeys: ServerKeys;
  now: () => Date;
  randomBytes: (count: number) => Uint8Array;
  /** Hashes and checks passwords, off the main thread. */
  passwords: Passwords;
  log: Log;
  /** Metrics of this process; a no-op if they are not exported. */
  metrics?: Metrics;
  /** Reports spans to a trace collector; a no-op without one. */
  trace?: Trace;
  /** Country of an address as two capital letters, from a local database; null if unknown. */
  countryOf: (ip: string) => string | null;
  /** Public replies, cached as bytes until one of their topics changes. */
  replies: CachedReplies;
  /** Ended sessions, whose unexpired access tokens are refused. */
  endedSessions: EndedSessions;
  /** Calls from modules to modules that depend on them. */
  wiring: Wiring;
  /** What operators have switched off, and the banner above every page. */
  site: SiteBoard;
  /** Users who made signed-in requests, until this is stored. */
  activity: Activity;
  /** Whether this process was asked to end: it continues to answer for a while, but reports that it is not ready. */
  isStopping: () => boolean;
  /** Publishes a change to everybody who joined a topic, and drops its cached replies; call it only after the commit (see transact). */
  publish: (topic: string, change: LiveChange) => void;
}

/** An undecided withdrawal request, locked. */
export type PendingWithdrawal = WithdrawalRow;

/** Calls from modules to modules that depend on them, as implemented in `wiring.ts`. */
export interface Wiring {
  /** Reports a committed import. */
  onMatchesImported: (deps: Deps, changes: readonly MatchChange[]) => Promise<void>;
  /** Returns the contests shown on a match's page. */
  contestsOfMatch: (db: Db, matchId: number) => Promise<MatchDetail['contests']>;
  /** Returns the prices at which the house takes stakes on these matches now, by id; those that are not for sale are missing. */
  offersOf: (deps: Deps, matchIds: readonly number[]) => Promise<Map<number, Offer>>;

  /**
   * Reports, within its transaction, that a contest has ended, or ended again on a corrected score: `round` counts corrections from 1, and
   * is null for the first ending.
   */
  onContestEnded: (deps: Deps, db: Db, contest: { id: string; match_id: number }, round: number | null, at: Date) => Promise<void>;
  /** Locks the undecided withdrawal requests of these users. */
  lockPendingWithdrawals: (db: Transaction<DB>, userIds: readonly string[]) => Promise<PendingWithdrawal[]>;
  /** Rejects a locked request and returns its points to the user. */
  rejectWithdrawal: (
    deps: Deps,
    db: Transaction<DB>,
    announce: Announce,
    row: PendingWithdrawal,
    why: Rejection,
  ) => Promise<PendingWithdrawal>;
  /** Reports that payouts of a user are on hold until a time. Call it under the lock of the user's row. */
  onRedeemHeld: (db: Db, userId: string, until: Date, at: Date) => Promise<void>;

  /** Extends the self-exclusion of a person recognised by these traits to this account. */
  carryExclusions: (deps: Deps, db: Db, userId: string, traits: readonly Trait[]) => Promise<void>;
  /** Returns the user's current time-out or self-exclusion; null without one. */
  exclusionOf: (db: Db, userId: string, at: Date) => Promise<Exclusion | null>;
  /** Throws `tipping_paused` for a user who closed forecasts, tips and brackets for themselves. */
  requireTipping: (db: Db, userId: string, at: Date) => Promise<void>;
  /** Ends limits and exclusions set before the address was proven; false if there were none. */
  endUnprovenPlayLimits: (deps: Deps, db: Db, userId: string) => Promise<boolean>;

  /** Carries out what a second admin has approved, in the transaction that stores the approval. */
  performApproved: (deps: Deps, db: Transaction<DB>, announce: Announce, actor: Actor, agreed: AgreedTo<ApprovalKind>) => Promise<void>;
  /** Returns short forms of matches, by id. */
  findMatchBriefs: (db: Db, ids: readonly number[]) => Promise<Map<number, MatchBrief>>;
}
