import type { Feed } from '#server/modules/match-data/import/feed.ts';
import type { FeedState } from '#server/modules/match-data/import/runner.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { TestClock } from './app.ts';

export interface FollowOptions {
  log: { debug: () => void; info: () => void; warn: (what: { reason?: string }) => void; error: () => void };
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
}

/**
 * Follows a provider's feed into a database until the clock, which moves only while the feed sleeps, reaches `until`. `warnings` collects
 * why requests had no reply, or replies could not be read.
 */
export async function followService(
  db: Db,
  clock: TestClock,
  until: Date,
  make: (options: FollowOptions) => Feed,
  warnings: string[] = [],
): Promise<Readonly<FeedState>> {
  const abort = new AbortController();
  const sleep = async (ms: number) => {
    clock.advance(ms);
    if (clock.now() >= until) abort.abort();
  };
  const log = { debug: () => {}, info: () => {}, warn: (it: { reason?: string }) => void warnings.push(it.reason ?? ''), error: () => {} };
  const runner = runFeed({ db, now: clock.now, log, sleep }, make({ log, now: clock.now, sleep }), abort.signal, () => {});
  await runner.done;
  return runner.state();
}
