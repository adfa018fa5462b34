import type { Deps } from '#server/deps.ts';
import { advanceMatches } from '#server/features/contests/service.ts';
import { onImported } from '#server/features/matches/service.ts';
import { StartError } from '#server/start-error.ts';
import { createApiFootballFeed } from './api-football/api-football-feed.ts';
import { createFeedStore } from './api-football/store.ts';
import { createDemoFeed } from './demo/demo-feed.ts';
import type { Feed } from './feed.ts';
import { createReplayFeed } from './replay/replay-feed.ts';
import { findReplayStart } from './replay/replay-start.ts';
import { type FeedRunner, runFeed } from './runner.ts';

/** Follows the feed that the settings name, if any: what changed is told to everybody, and the contests follow it. */
export async function followFeed(deps: Deps, signal: AbortSignal): Promise<FeedRunner | null> {
  const { config, db, now, log } = deps;
  if (config.feed === 'none') return null;
  const runner = runFeed({ db, now, log, speed: config.matchSpeed }, await createFeed(deps), signal, async (changes) => {
    await onImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
  });
  // What is out of our hands is not waited for: the site shows what it has until the provider answers.
  return config.feed !== 'api-football' ? runner : { ...runner, filled: Promise.resolve() };
}

async function createFeed(deps: Deps): Promise<Feed> {
  const { config, now, log } = deps;
  const speed = config.matchSpeed;
  if (config.feed === 'api-football') return createApiFootballFeed(config.apiFootball, { store: createFeedStore(deps), now, log });
  if (config.feed === 'replay') {
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
