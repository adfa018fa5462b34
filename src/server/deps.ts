import type pg from 'pg';
import type { LiveChange } from '#contract/live.ts';
import type { Config } from './config.ts';
import type { ServerKeys } from './platform/crypto/server-keys.ts';
import type { Db } from './platform/db/pool.ts';
import type { SiteBoard } from './platform/feature-flags/site-board.ts';
import type { Activity } from './platform/http/activity.ts';
import type { EndedSessions } from './platform/http/ended-sessions.ts';
import type { LimitStore } from './platform/http/limit-store.ts';
import type { CachedReplies } from './platform/http/response-cache.ts';
import type { Log } from './platform/observability/log.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { Trace } from './platform/observability/tracing.ts';
import type { Wiring } from './wiring-types.ts';

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
