import type { Deps } from '#server/deps.ts';
import { isProvider, type Provider } from '#server/modules/match-data/import/feed-settings.ts';
import { dayLeft } from './allowance.ts';
import { agesMs, CommonProgress, newCommonProgress } from './progress.ts';
import { findProgress } from './store.ts';

export interface ProviderState {
  feed: Provider;
  /** Seconds since each kind of data was last imported: leagues, teams, fixtures, live, details, odds ... */
  agesSeconds: Record<string, number>;
  /** Requests left until midnight UTC. */
  leftToday: number;
  allowedPerDay: number;
  /** Why the last request failed; null if it succeeded. `isSetting`: only the operator can help. */
  problem: { message: string; isSetting: boolean } | null;
}

/** Returns the state of each followed provider, from the progress that its feed stores in the database. */
export function providerStates({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<ProviderState[]> {
  const followed = config.feeds.filter(isProvider);
  return Promise.all(
    followed.map(async (feed) => {
      const kept = CommonProgress.safeParse(await findProgress(db, feed));
      return stateOf(feed, kept.success ? kept.data : newCommonProgress(), config.providers[feed], now().getTime());
    }),
  );
}

function stateOf(feed: Provider, progress: CommonProgress, allowance: { perDay: number; perMinute: number }, nowMs: number): ProviderState {
  const ages = Object.entries(agesMs(progress, nowMs)).map(([kind, ms]) => [kind, Math.floor(ms / 1000)]);
  return {
    feed,
    agesSeconds: Object.fromEntries(ages),
    leftToday: dayLeft(progress.used, allowance, nowMs),
    allowedPerDay: allowance.perDay,
    problem: progress.problem,
  };
}
