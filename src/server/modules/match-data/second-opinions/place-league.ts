import { leagueKey, type NamedLeague } from './name-keys.ts';
import type { LeagueOwner } from './queries.ts';
import { isSameBySetting, rankOf, type Trust } from './trust.ts';

/** A provider's role in one of its leagues. */
export type Place =
  /** Its source. `isShared`: other providers were its source before, and may still be that of some of its matches. */
  | { kind: 'source'; isShared: boolean }
  /** Its source from now on: our league becomes its own. */
  | { kind: 'successor'; leagueId: number; from: string[] }
  /** It tells second opinions; `leagueId` is null if the league is none, or several, of ours. */
  | { kind: 'second'; leagueId: number | null };

/** Returns the role of a provider in a league that it tells of, given the leagues of all providers. */
export function placeOf(trust: Trust, owners: readonly LeagueOwner[], feed: string, id: string, league: NamedLeague): Place {
  const key = leagueKey(league);
  const others = owners.filter(
    (owner) =>
      owner.feed !== feed &&
      owner.sport === league.sport &&
      (isSameBySetting(trust, { feed, id }, { feed: owner.feed, id: owner.feed_id }) || keyOf(owner) === key),
  );
  const rank = (owner: LeagueOwner) => rankOf(trust, owner.feed, owner.feed_id, owner.sport);
  const best = others.toSorted((a, b) => rank(a) - rank(b))[0];
  const leagueIds = [...new Set(others.map(({ league_id }) => league_id))];
  const mine = rankOf(trust, feed, id, league.sport);
  if (!Number.isFinite(mine)) return { kind: 'second', leagueId: leagueIds.length === 1 ? leagueIds[0]! : null };
  if (best !== undefined && rank(best) < mine) return { kind: 'second', leagueId: best.league_id };
  const own = owners.find((owner) => owner.feed === feed && owner.feed_id === id);
  const sharers = owners.filter((owner) => owner.feed !== feed && owner.league_id === (own?.league_id ?? best?.league_id));
  if (own !== undefined) return { kind: 'source', isShared: sharers.length > 0 };
  if (best === undefined) return { kind: 'source', isShared: false };
  // Two leagues of one provider with the same name: the second one is another league.
  const isTaken = owners.some((owner) => owner.feed === feed && owner.league_id === best.league_id);
  if (isTaken) return { kind: 'source', isShared: false };
  return { kind: 'successor', leagueId: best.league_id, from: [...new Set(sharers.map((owner) => owner.feed))] };
}

const keyOf = ({ sport, name, country_code }: LeagueOwner): string => leagueKey({ sport, name, countryCode: country_code });
