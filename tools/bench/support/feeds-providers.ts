import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LIVE_MS as TENNIS_MS } from '#server/modules/match-data/providers/api-tennis/settings.ts';
import { LIVE_MS as FOOTBALL_DATA_ORG_MS } from '#server/modules/match-data/providers/football-data-org/settings.ts';
import { RUNNING_MS } from '#server/modules/match-data/providers/pandascore/settings.ts';
import { LIVE_MS_MIN } from '#server/modules/match-data/providers/polled/known-match.ts';
import { BASKETBALL_LEAGUE_IDS } from './feeds-basketball.ts';
import type { AnyCourse, DayMatch, FeedsDay } from './feeds-day.ts';
import { FOOTBALL_LEAGUE_IDS } from './feeds-football.ts';
import { FOLLOWED_COMPETITIONS } from './feeds-football-data-org.ts';
import { TOUR_SETTINGS } from './feeds-tennis.ts';

export const FEED_NAMES = ['api-tennis', 'pandascore', 'api-football', 'api-basketball', 'football-data-org'] as const;
export type FeedName = (typeof FEED_NAMES)[number];

/** What the bench knows of a provider. */
export interface FeedFacts {
  /** The interval of requests about matches in play while the allowance is no limit, as the adapter states it. */
  usualMs: number;
  /** Recognizes a request about matches in play, by its path and query. */
  live: RegExp;
  /** How many answers bring a result: 2 where a match that ended leaves the list and is asked for by its id. */
  answers: 1 | 2;
  /** Returns the matches of the day that these settings follow. */
  followed: (day: FeedsDay, names: readonly string[]) => DayMatch<AnyCourse>[];
}

const inGroups = <Course extends AnyCourse>(
  matches: readonly DayMatch<Course>[],
  all: readonly (string | number)[],
  names: readonly string[],
) => matches.filter(({ group }) => names.includes(String(all[group])));

export const FEED_FACTS: Record<FeedName, FeedFacts> = {
  'api-tennis': {
    ...{ usualMs: TENNIS_MS, live: /method=get_livescore/, answers: 2 },
    followed: ({ tennis }, names) => inGroups(tennis, TOUR_SETTINGS, names),
  },
  pandascore: { usualMs: RUNNING_MS, live: /\/matches\/running/, answers: 2, followed: ({ series }) => series },
  'api-football': {
    ...{ usualMs: LIVE_MS_MIN, live: /\/fixtures\?live=/, answers: 2 },
    followed: ({ football }, names) => inGroups(football, FOOTBALL_LEAGUE_IDS, names),
  },
  'api-basketball': {
    ...{ usualMs: LIVE_MS_MIN, live: /\/games\?date=/, answers: 1 },
    followed: ({ basketball }, names) => inGroups(basketball, BASKETBALL_LEAGUE_IDS, names),
  },
  'football-data-org': {
    ...{ usualMs: FOOTBALL_DATA_ORG_MS, live: /\/matches\?dateFrom=/, answers: 1 },
    followed: ({ football }) => football.filter(({ group }) => group < FOLLOWED_COMPETITIONS),
  },
};

/** Servers that answer as the providers would during the day. */
export interface FeedProviders {
  urls: Record<FeedName, string>;
  stop: () => void;
}

/** Starts the servers in a process of their own. */
export async function startProviders(seed: string): Promise<FeedProviders> {
  const program = fileURLToPath(new URL('./feeds-process.ts', import.meta.url));
  const child = fork(program, [seed], { execArgv: ['--import', 'tsx'] });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the providers ended with code ${code}`)));
  failed.catch(() => {});
  const [urls] = (await Promise.race([once(child, 'message'), failed])) as [FeedProviders['urls']];
  return { urls, stop: () => void child.kill() };
}
