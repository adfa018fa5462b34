import { z } from 'zod';

/** Settings of feeds, as written by an operator. */

/** Feeds with their own world and speed, which cannot be combined with other feeds. */
const LONE_FEEDS = ['demo', 'replay', 'none'] as const;
/** Providers of real matches, which can be combined. */
const PROVIDERS = ['api-football', 'api-basketball'] as const;

export type Provider = (typeof PROVIDERS)[number];
export type FeedKind = Exclude<(typeof LONE_FEEDS)[number], 'none'> | Provider;

export const isProvider = (kind: FeedKind): kind is Provider => (PROVIDERS as readonly string[]).includes(kind);

const listed = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];

/** One lone feed, or several providers: "api-football,api-basketball". */
export const feedKinds = z
  .string()
  .transform(listed)
  .pipe(
    z.union([z.tuple([z.enum(LONE_FEEDS)]), z.array(z.enum(PROVIDERS))], {
      error: `must be one of ${LONE_FEEDS.join(', ')}, or of ${PROVIDERS.join(', ')} (or these together, separated by commas)`,
    }),
  );

export const apiKey = z
  .string()
  .trim()
  .max(200, 'must have at most 200 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be letters, digits and signs without spaces')
  .optional();

/** League ids of a provider. */
export const leagueIds = z
  .string()
  .transform(listed)
  .refine(
    (ids) => ids.length <= 50 && ids.every((id) => /^[1-9]\d{0,6}$/.test(id)),
    'must be at most 50 numbers of leagues, separated by commas',
  );
