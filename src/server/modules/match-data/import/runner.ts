import type { Log } from '#server/platform/observability/log.ts';
import { sleepUntilAborted } from '#server/platform/sleep.ts';
import type { MatchChange } from './batch.ts';
import type { Feed } from './feed.ts';
import { type ImportDeps, importUpdates } from './importer.ts';
import { findUnfinished } from './queries.ts';

export interface RunnerDeps extends Omit<ImportDeps, 'log'> {
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How a feed is doing, for health and for the age of its word. */
export interface FeedState {
  name: string;
  /** The last batch that was imported. */
  succeededAt: Date | null;
  /** When the feed last said that all it had told still holds: no price or match of it is older than this. */
  confirmedAt: Date | null;
  /** Why it is not running just now. */
  failure: string | null;
}

export interface FeedRunner {
  state: () => Readonly<FeedState>;
  /** Ends when the signal was aborted and the batch in hand is done, or when the feed has no more to tell. */
  done: Promise<void>;
  /** Ends when the first batches are in: for the demo world, when there is something to see. */
  filled: Promise<void>;
}

const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 60_000;

/**
 * Imports what a feed tells until aborted, and hands on what changed after each commit. An error of the feed or of the
 * database is logged, and the feed is begun again, later each time; it may repeat itself, so nothing is lost.
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
        const { changes, isConfirmed } = await importUpdates(importDeps, feed.name, updates);
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
      if (signal.aborted) return;
      state.failure = error instanceof Error ? error.message : String(error);
      deps.log.error({ err: error, feed: feed.name, retryMs: backoffMs }, 'a feed failed and will be begun again');
      await sleep(backoffMs, signal);
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX);
    }
  }
}

/** What is committed is not told again: whoever fails to hear of it has to find it in the database, and the feed goes on. */
async function handOn(
  deps: RunnerDeps,
  onChanges: (changes: MatchChange[]) => Promise<void> | void,
  changes: MatchChange[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await onChanges(changes);
  } catch (error) {
    // Whoever is asked to end may lose the database before the last of them is through: the next start finds them.
    if (signal.aborted) return;
    deps.log.error({ err: error, matches: changes.map((change) => change.matchId) }, 'changes of matches could not be handed on');
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
