import type { Deps } from '#server/deps.ts';
import { dayLeft } from '#server/feeds/api-sports/allowance.ts';
import { agesMs } from '#server/feeds/api-sports/progress.ts';
import { loadProgress } from './store.ts';

export interface ApiFootballState {
  /** Seconds since each kind of data was last told: leagues, teams, fixtures, live, details, odds ... */
  agesSeconds: Record<string, number>;
  /** Requests that may still be made until midnight UTC. */
  leftToday: number;
  allowedPerDay: number;
  /** Why the last request had no answer; null when it had one. `isSetting`: only the operator can help. */
  problem: { message: string; isSetting: boolean } | null;
}

/** How the provider's data are, by what the feed keeps in the database; null when another feed is followed. */
export async function apiFootballState({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<ApiFootballState | null> {
  if (config.feed !== 'api-football') return null;
  const progress = await loadProgress(db);
  const nowMs = now().getTime();
  const ages = Object.entries(agesMs(progress, nowMs)).map(([kind, ms]) => [kind, Math.floor(ms / 1000)]);
  return {
    agesSeconds: Object.fromEntries(ages),
    leftToday: dayLeft(progress.used, config.apiFootball, nowMs),
    allowedPerDay: config.apiFootball.perDay,
    problem: progress.problem,
  };
}
