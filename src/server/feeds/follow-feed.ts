import type { Deps } from '#server/deps.ts';
import { advanceMatches } from '#server/features/contests/service.ts';
import { onImported } from '#server/features/matches/service.ts';
import { createApiFootballFeed } from './api-football/api-football-feed.ts';
import { createFeedStore } from './api-football/store.ts';
import { createDemoFeed } from './demo/demo-feed.ts';
import type { Feed } from './feed.ts';
import { type FeedRunner, runFeed } from './runner.ts';

/** Follows the feed that the settings name, if any: what changed is told to everybody, and the contests follow it. */
export function followFeed(deps: Deps, signal: AbortSignal): FeedRunner | null {
  const { config, db, now, log } = deps;
  if (config.feed === 'none') return null;
  const speed = config.feed === 'demo' ? config.demoSpeed : 1;
  const runner = runFeed({ db, now, log, speed }, createFeed(deps), signal, async (changes) => {
    await onImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
  });
  // What is out of our hands is not waited for: the site shows what it has until the provider answers.
  return config.feed === 'demo' ? runner : { ...runner, filled: Promise.resolve() };
}

function createFeed(deps: Deps): Feed {
  const { config, now, log } = deps;
  if (config.feed === 'api-football') return createApiFootballFeed(config.apiFootball, { store: createFeedStore(deps), now, log });
  return createDemoFeed({ seed: config.demoSeed, speed: config.demoSpeed, now });
}
