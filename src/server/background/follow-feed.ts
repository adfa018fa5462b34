import { createDemoFeed } from '#demo/demo-feed.ts';
import type { Deps } from '#server/deps.ts';
import type { Feed, MatchChange } from '#server/modules/match-data/public.ts';
import {
  createApiBasketballFeed,
  createApiFootballFeed,
  createBasketballStore,
  createFootballStore,
  createReplayFeed,
  type FeedKind,
  type FeedRunner,
  type FeedState,
  findReplayStart,
  isProvider,
  type RunnerDeps,
  runFeed,
} from '#server/modules/match-data/public.ts';
import { StartError } from '#server/platform/start-error.ts';

/** The feeds that are followed, all at the same time. */
export interface FollowedFeeds {
  states: () => Readonly<FeedState>[];
  /** Ends when the signal was aborted and every batch in hand is done, or when no feed has more to tell. */
  done: Promise<void>;
  /** Ends when there is something to see. */
  filled: Promise<void>;
}

/**
 * Follows the feeds that the settings name, if any: what changed is told to everybody, and the contests follow it. Nothing is written that `confirm`
 * throws at.
 */
export async function followFeed(deps: Deps, signal: AbortSignal, confirm?: RunnerDeps['confirm']): Promise<FollowedFeeds | null> {
  const { config, db, now, log } = deps;
  if (config.feeds.length === 0) return null;
  const onChanges = (changes: MatchChange[]) => deps.wiring.onMatchesImported(deps, changes);
  const feeds = await Promise.all(config.feeds.map((kind) => createFeed(deps, kind)));
  const runners = feeds.map((feed) =>
    runFeed({ db, now, log, speed: config.matchSpeed, ...(confirm && { confirm }) }, feed, signal, onChanges),
  );
  // What is out of our hands is not waited for: the site shows what it has until the provider answers.
  const awaited = runners.filter((_, index) => !isProvider(config.feeds[index]!));
  return { states: () => runners.map((runner) => runner.state()), done: all(runners, 'done'), filled: all(awaited, 'filled') };
}

const all = async (runners: FeedRunner[], when: 'done' | 'filled'): Promise<void> => {
  await Promise.all(runners.map((runner) => runner[when]));
};

async function createFeed(deps: Deps, kind: FeedKind): Promise<Feed> {
  const { config, now, log } = deps;
  const speed = config.matchSpeed;
  if (kind === 'api-football') return createApiFootballFeed(config.providers[kind], { store: createFootballStore(deps), now, log });
  if (kind === 'api-basketball') return createApiBasketballFeed(config.providers[kind], { store: createBasketballStore(deps), now, log });
  if (kind === 'replay') {
    const { path, date, leadMinutes } = config.replay;
    const startAt = await findReplayStart(deps.db, `${path} ${date} ${speed}`, now(), leadMinutes);
    const feed = asStartError(() => createReplayFeed({ path, date, speed, startAt, now }));
    for (const problem of feed.problems) log.warn({ problem }, 'a part of the recording cannot be played');
    return feed;
  }
  return createDemoFeed({ seed: config.demoSeed, speed, now });
}

/** A recording that cannot be played is told as a wrong setting is, and not tried again. */
function asStartError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
