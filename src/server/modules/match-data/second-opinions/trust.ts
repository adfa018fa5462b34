import { z } from 'zod';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { isProvider, PROVIDER_NAMES, type ProviderName } from '#server/modules/match-data/import/feed-settings.ts';

/** Which of several providers is the source of a league, by the operator's settings FEED, CONFIRM_BY, TRUST and SAME_LEAGUE. */
export interface Trust {
  /** The providers of FEED, the most trusted first. */
  sources: readonly ProviderName[];
  /** The providers of CONFIRM_BY, which are never a source. */
  confirmers: readonly ProviderName[];
  /** Exceptions from the order of FEED, the most trusted first. */
  exceptions: readonly TrustException[];
  /** Leagues that are one league, although their names differ. */
  sameLeagues: readonly (readonly ProviderLeague[])[];
}

/** A league as a provider knows it: the provider's own id. */
export interface ProviderLeague {
  feed: ProviderName;
  id: string;
}

/** A provider that goes first in a whole sport, or in one of its leagues. */
export type TrustException = { sport: Sport; feed: ProviderName } | { league: ProviderLeague };

/** Returns how trusted a provider is as the source of one of its leagues: the lower, the more. Infinite if it cannot be a source. */
export function rankOf({ sources, exceptions }: Trust, feed: string, leagueId: string, sport: Sport): number {
  const index = (sources as readonly string[]).indexOf(feed);
  if (index === -1) return Number.POSITIVE_INFINITY;
  const isOf = (exception: TrustException) =>
    'league' in exception
      ? exception.league.feed === feed && exception.league.id === leagueId
      : exception.feed === feed && exception.sport === sport;
  const ofLeague = exceptions.findIndex((exception) => 'league' in exception && isOf(exception));
  if (ofLeague !== -1) return ofLeague;
  const ofSport = exceptions.findIndex((exception) => 'sport' in exception && isOf(exception));
  return exceptions.length + (ofSport === -1 ? exceptions.length + index : ofSport);
}

/** Returns whether the settings say that two leagues are one. */
export const isSameBySetting = ({ sameLeagues }: Trust, one: { feed: string; id: string }, other: { feed: string; id: string }): boolean =>
  sameLeagues.some((group) => [one, other].every(({ feed, id }) => group.some((league) => league.feed === feed && league.id === id)));

const parts = (text: string, separator = ','): string[] => text.split(separator).map((part) => part.trim());

const isSport = (name: string): name is Sport => (SPORTS as readonly string[]).includes(name);

/** Parses "api-football/39"; null if it names no league of a provider. */
function providerLeague(text: string): ProviderLeague | null {
  const [, feed = '', id = ''] = /^([^/]+)\/(\S{1,100})$/.exec(text) ?? [];
  return isProvider(feed) ? { feed, id } : null;
}

function trustException(text: string): TrustException | null {
  const [sport = '', feed = '', ...more] = parts(text, ':');
  if (more.length === 0 && isSport(sport) && isProvider(feed)) return { sport, feed };
  const league = providerLeague(text);
  return league && { league };
}

const known = `the providers are ${PROVIDER_NAMES.join(', ')}`;
const notNull = <T>(value: T | null): value is T => value !== null;

/** Providers that are followed for second opinions only. */
const confirmBySetting = z
  .string()
  .transform((text) => [...new Set(parts(text))])
  .refine((names) => names.every(isProvider), `must be providers, separated by commas: ${known}`)
  .transform((names) => names.filter(isProvider));

/** "football:api-football" (first in a sport) and "api-football/39" (first in the league that it calls so), separated by commas. */
const trustSetting = z
  .string()
  .transform((text) => parts(text).map(trustException))
  .refine(
    (found) => found.every(notNull),
    `must be a sport and its provider such as football:${PROVIDER_NAMES[0]}, or a provider's league such as ${PROVIDER_NAMES[0]}/39, separated by commas: ${known}`,
  )
  .transform((found) => found.filter(notNull));

/** "api-football/39=football-data-org/PL", separated by commas. */
const sameLeagueSetting = z
  .string()
  .transform((text) => parts(text).map((group) => parts(group, '=').map(providerLeague)))
  .refine(
    (groups) => groups.every((group) => group.length >= 2 && group.every(notNull)),
    `must be leagues of providers such as ${PROVIDER_NAMES[0]}/39=${PROVIDER_NAMES[1]}/12, separated by commas: ${known}`,
  )
  .transform((groups) => groups.map((group) => group.filter(notNull)));

/** The settings of second opinions, besides how long to wait for them. */
export const trustSettings = {
  CONFIRM_BY: confirmBySetting.default([]),
  TRUST: trustSetting.default([]),
  SAME_LEAGUE: sameLeagueSetting.default([]),
};

interface TrustValues {
  FEED: readonly string[];
  CONFIRM_BY: ProviderName[];
  TRUST: TrustException[];
  SAME_LEAGUE: ProviderLeague[][];
}

export const trustOf = ({ FEED, CONFIRM_BY, TRUST, SAME_LEAGUE }: TrustValues): Trust => ({
  sources: FEED.filter(isProvider),
  confirmers: CONFIRM_BY,
  exceptions: TRUST,
  sameLeagues: SAME_LEAGUE,
});

/** Returns what is wrong with CONFIRM_BY beside FEED. */
export function trustProblems({ sources, confirmers }: Trust): string[] {
  if (confirmers.length > 0 && sources.length === 0) return ['needs a provider in FEED to confirm'];
  return confirmers.filter((name) => sources.includes(name)).map((name) => `must not name ${name}, which FEED names`);
}

export const hasSecondOpinions = ({ sources, confirmers }: Trust): boolean => sources.length + confirmers.length > 1;
