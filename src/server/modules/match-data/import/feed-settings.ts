import { z } from 'zod';

/** The setting FEED, as written by an operator. */

/** Feeds with their own world and speed, which cannot be combined with other feeds. */
const LONE_FEEDS = ['demo', 'replay', 'none'] as const;
/** Providers of real matches, which can be combined (providers/registry.ts). */
export const PROVIDER_NAMES = ['api-football', 'api-basketball', 'api-tennis', 'live-tennis', 'football-data-org', 'pandascore'] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];
export type FeedKind = Exclude<(typeof LONE_FEEDS)[number], 'none'> | ProviderName;

/** What readers see as the source of data. */
const TITLES: Partial<Record<string, string>> = {
  demo: 'Matchpoint demo',
  'api-football': 'API-Football',
  'api-basketball': 'API-Basketball',
  'api-tennis': 'api-tennis.com',
  'football-data-org': 'football-data.org',
  pandascore: 'PandaScore',
};

/** Returns the name of a feed as readers see it. */
export const feedTitle = (feed: string): string => TITLES[feed] ?? feed;

export const isProvider = (name: string): name is ProviderName => (PROVIDER_NAMES as readonly string[]).includes(name);

/** One lone feed, or several providers: "api-football,api-basketball". */
export const feedKinds = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])
  .pipe(
    z.union([z.tuple([z.enum(LONE_FEEDS)]), z.array(z.enum(PROVIDER_NAMES))], {
      error: `must be one of ${LONE_FEEDS.join(', ')}, or of ${PROVIDER_NAMES.join(', ')} (or these together, separated by commas)`,
    }),
  );
