import type { Deps } from '#server/deps.ts';
import { advanceMatches } from '#server/features/contests/service.ts';
import { onImported } from '#server/features/matches/service.ts';
import { createDemoFeed } from './demo/demo-feed.ts';
import { type FeedRunner, runFeed } from './runner.ts';

/** Follows the feed that the settings name, if any: what changed is told to everybody, and the contests follow it. */
export function followFeed(deps: Deps, signal: AbortSignal): FeedRunner | null {
  const { config, db, now, log } = deps;
  if (config.feed === 'none') return null;
  const feed = createDemoFeed({ seed: config.demoSeed, speed: config.demoSpeed, now });
  return runFeed({ db, now, log, speed: config.demoSpeed }, feed, signal, async (changes) => {
    await onImported(deps, changes);
    await advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
  });
}
