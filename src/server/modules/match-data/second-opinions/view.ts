import { DAY_MS } from '#domain/time.ts';
import type { LeagueUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { NamedLeague, NamedTeam } from './name-keys.ts';
import { type Place, placeOf } from './place-league.ts';
import {
  findCatalogue,
  findLeagueOwners,
  findOpinions,
  findOwnMatches,
  findOwnTeams,
  type KnownOpinion,
  type LeagueOwner,
} from './queries.ts';
import type { Trust } from './trust.ts';

/**
 * What is known of a feed's leagues, teams and matches that are second opinions, as last stored. It is kept in memory, so that a feed that
 * says nothing new causes no query.
 */
export interface FeedView {
  leagues: Map<string, { told: NamedLeague; place: Place; leagueId: number | null }>;
  /** Teams by the names that the feed tells. */
  teams: Map<string, NamedTeam>;
  /** Teams that the feed is the source of. */
  ownTeams: Set<string>;
  /** Matches that the feed is still the source of, in leagues that are another's by now. */
  ownMatches: Set<string>;
  opinions: Map<string, KnownOpinion>;
  /** When matches of long ago, opinions about which are not kept, were last told (milliseconds since 1970). */
  past: Map<string, number>;
  /** Fixtures whose match could not be taken over from another provider, as they were then told. */
  doubtful: Map<string, { told: string; toldMs: number }>;
  /** Words about a match that were refused, by reason, and when one was last told. */
  refused: Map<string, { words: Map<string, string>; toldMs: number }>;
  /** Leagues and teams as last stored, as text. */
  stored: Map<string, string>;
  retryAtMs: number;
}

/** Opinions are kept up to date for matches that begin after this time. */
const KEPT_MS = 10 * DAY_MS;

export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

export async function loadView(db: Db, trust: Trust, feed: string, now: Date): Promise<FeedView> {
  const [owners, catalogue, opinions, ownTeams] = await Promise.all([
    findLeagueOwners(db),
    findCatalogue(db, feed),
    findOpinions(db, feed, keptSince(now)),
    findOwnTeams(db, feed),
  ]);
  const view: FeedView = {
    leagues: new Map(),
    teams: new Map(ownTeams.map(({ feed_id, ...team }) => [feed_id, team])),
    ownTeams: new Set(ownTeams.map(({ feed_id }) => feed_id)),
    ownMatches: new Set(),
    opinions: new Map(opinions.map((row) => [row.feed_id, row])),
    past: new Map(),
    doubtful: new Map(),
    refused: new Map(),
    stored: new Map(catalogue.map(({ kind, feed_id, told }) => [`${kind} ${feed_id}`, JSON.stringify(sorted(told as object))])),
    retryAtMs: 0,
  };
  for (const { kind, feed_id, told } of catalogue) {
    if (kind === 'team') view.teams.set(feed_id, told as NamedTeam);
    else placeLeague(view, trust, owners, feed, feed_id, told as NamedLeague);
  }
  for (const { feed_id, sport, name, country_code } of owners.filter((owner) => owner.feed === feed))
    placeLeague(view, trust, owners, feed, feed_id, { sport, name, countryCode: country_code });
  const given = owners.filter((owner) => owner.feed === feed && view.leagues.get(owner.feed_id)?.place.kind === 'second');
  const left = await findOwnMatches(
    db,
    feed,
    given.map(({ league_id }) => league_id),
  );
  for (const id of left) view.ownMatches.add(id);
  const shared = owners.filter((owner) => owner.feed === feed && isShared(view, owner.feed_id));
  const adopted = await findOwnMatches(
    db,
    feed,
    shared.map(({ league_id }) => league_id),
  );
  for (const id of adopted) view.ownMatches.add(id);
  return view;
}

/** Notes a feed's role in a league, and returns it. */
export function placeLeague(
  view: FeedView,
  trust: Trust,
  owners: readonly LeagueOwner[],
  feed: string,
  id: string,
  told: NamedLeague,
): Place {
  const place = placeOf(trust, owners, feed, id, told);
  const own = owners.find((owner) => owner.feed === feed && owner.feed_id === id);
  const leagueId = place.kind === 'source' ? (own?.league_id ?? null) : place.leagueId;
  view.leagues.set(id, { told, place, leagueId });
  return place;
}

export const isShared = (view: FeedView, leagueFeedId: string): boolean => {
  const place = view.leagues.get(leagueFeedId)?.place;
  return place?.kind === 'source' && place.isShared;
};

/** Returns whether a feed is the source of some of its leagues only: its teams are ours only where they play in these. */
export const isDivided = (view: FeedView): boolean => [...view.leagues.values()].some(({ place }) => place.kind === 'second');

export const namedLeague = ({ sport, name, countryCode }: LeagueUpdate): NamedLeague => ({
  sport,
  name: printable(name),
  countryCode: countryCode === null ? null : printable(countryCode),
});

export const namedTeam = ({ sport, name, shortName, aliases, names, countryCode }: TeamUpdate): NamedTeam => ({
  sport,
  name: printable(name),
  shortName: shortName === undefined ? null : printable(shortName),
  aliases: [...(aliases ?? []), ...Object.values(names ?? {})].map(printable),
  countryCode: countryCode === null ? null : printable(countryCode),
});

/** jsonb stores neither of these. */
export const printable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');

export const isPrintable = (text: string): boolean => printable(text) === text;

/** Notes what is stored of a league or team; returns whether it differs from what was. */
export function isNews(view: FeedView, key: string, told: object): boolean {
  const text = JSON.stringify(sorted(told));
  if (view.stored.get(key) === text) return false;
  view.stored.set(key, text);
  return true;
}

/** Notes a refused word about a match; returns whether it is another one than before: it may be repeated with every poll. */
export function isNewRefusal({ refused }: FeedView, id: string, reason: string, word: string, now: Date): boolean {
  const words = refused.get(id)?.words ?? new Map<string, string>();
  refused.set(id, { words, toldMs: now.getTime() });
  if (words.get(reason) === word) return false;
  words.set(reason, word);
  return true;
}

/** The database returns the keys of objects in its own order. */
const sorted = (value: object): object => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
