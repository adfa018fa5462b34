import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import type { Log } from '#server/platform/observability/log.ts';
import type { MatchChange } from './batch.ts';
import type { Feed, FeedUpdate } from './feed.ts';
import { type ImportDeps, importUpdates } from './importer.ts';
import { findUnfinished } from './queries.ts';

export interface RunnerDeps extends Omit<ImportDeps, 'log'> {
  /** Takes the second opinions out of what a feed tells, before it is imported; absent for feeds that are no providers. */
  opinions?: {
    sort: (deps: ImportDeps, feed: string, updates: readonly FeedUpdate[]) => Promise<FeedUpdate[]>;
    /** Called when a feed failed, because its own updates may not have been imported. */
    forget: (feed: string) => void;
  };
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A feed's state, for the health check and for the age of its data. */
export interface FeedState {
  name: string;
  /** When the last batch was imported. */
  succeededAt: Date | null;
  /** When the feed last confirmed that everything sent before is still valid: no match or price of it is older than this. */
  confirmedAt: Date | null;
  /** The error that stopped the feed, until it runs again. */
  failure: string | null;
}

export interface FeedRunner {
  state: () => Readonly<FeedState>;
  /** Resolves when the signal was aborted and the present batch is done, or when the feed has ended. */
  done: Promise<void>;
  /** Resolves when the first batches are imported: for the demo world, when it can be shown. */
  filled: Promise<void>;
}

const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 60_000;

/**
 * Imports a feed's updates until aborted, and publishes the changes after each commit. An error of the feed or the database is
 * logged, and the feed is restarted with growing delays; it may repeat itself, so nothing is lost.
 */
export function runFeed(
  deps: RunnerDeps,
  feed: Feed,
  signal: AbortSignal,
  onChanges: (changes: MatchChange[]) => Promise<void> | void,
): FeedRunner {
  const state: FeedState = { name: feed.name, succeededAt: null, confirmedAt: null, failure: null };
  const filled = deferred();
  const done = run(deps, feed, signal, onChanges, state, filled.resolve).finally(filled.resolve);
  return { state: () => state, done, filled: filled.promise };
}

async function run(
  deps: RunnerDeps,
  feed: Feed,
  signal: AbortSignal,
  onChanges: (changes: MatchChange[]) => Promise<void> | void,
  state: FeedState,
  onFilled: () => void,
): Promise<void> {
  const sleep = deps.sleep ?? sleepUntilAborted;
  const importDeps = { ...deps, oddsCadenceSeconds: feed.oddsCadenceSeconds };
  let backoffMs = BACKOFF_MS_MIN;
  while (!signal.aborted) {
    try {
      for await (const updates of feed.updates(signal, await findUnfinished(deps.db, feed.name))) {
        const own = deps.opinions ? await deps.opinions.sort(importDeps, feed.name, updates) : updates;
        const { changes, isConfirmed } = own.length > 0 ? await importUpdates(importDeps, feed.name, own) : NOTHING;
        state.succeededAt = deps.now();
        if (isConfirmed) state.confirmedAt = state.succeededAt;
        if (isConfirmed) onFilled();
        state.failure = null;
        backoffMs = BACKOFF_MS_MIN;
        if (changes.length > 0) await handOn(deps, onChanges, changes, signal);
        if (signal.aborted) break;
      }
      return;
    } catch (error) {
      deps.opinions?.forget(feed.name);
      if (signal.aborted) return;
      state.failure = error instanceof Error ? error.message : String(error);
      deps.log.error({ err: error, feed: feed.name, retryMs: backoffMs }, 'a feed failed and will be restarted');
      await sleep(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX);
    }
  }
}

const NOTHING = { changes: [], isConfirmed: false };

/** Publishes committed changes once. A consumer that fails must find them in the database; the feed goes on. */
async function handOn(
  deps: RunnerDeps,
  onChanges: (changes: MatchChange[]) => Promise<void> | void,
  changes: MatchChange[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await onChanges(changes);
  } catch (error) {
    // During shutdown the database may be closed before the last changes are published; the next start finds them.
    if (signal.aborted) return;
    deps.log.error({ err: error, matches: changes.map((change) => change.matchId) }, 'failed to publish changes of matches');
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
