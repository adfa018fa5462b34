import type { InfiniteData } from '@tanstack/react-query';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { type MatchGroup, matchGroup } from '#domain/match-status.ts';
import type { DayPage } from './api.ts';

/** A league's matches, as the list shows them together. */
export interface LeagueGroup {
  league: LeagueRef;
  matches: MatchSummary[];
  /** How many there are, those not on show included. */
  total: number;
}

type LeagueOfDay = DayPage['leagues'][number];

export const countOf = ({ counts }: Pick<LeagueOfDay, 'counts'>, status: MatchGroup | null = null): number =>
  status === null ? counts.live + counts.finished + counts.upcoming : counts[status];

/** A day's matches by league: leagues with a favorite first, and in each league its favorites first; else as the server has them. */
export function groupsOfDay(day: InfiniteData<DayPage>, status: MatchGroup | null, favourites: ReadonlySet<number>): LeagueGroup[] {
  const leagues = day.pages[0]?.leagues ?? [];
  // A match that kicked off a moment ago is still among the upcoming ones of the last answer.
  const shown = unique(day.pages.flatMap(({ items }) => items)).filter((match) => status === null || matchGroup(match.status) === status);
  const groups = leagues.map((league) => ({
    league,
    matches: favouritesFirst(
      shown.filter((match) => match.league_id === league.id),
      favourites,
    ),
    total: countOf(league, status),
  }));
  const isFavourite = ({ matches }: LeagueGroup) => matches[0] !== undefined && favourites.has(matches[0].id);
  return groups.filter(({ matches }) => matches.length > 0).toSorted((a, b) => Number(isFavourite(b)) - Number(isFavourite(a)));
}

/** Favorites of any day, by league, the next first. */
export function groupsOfFavourites(matches: readonly (MatchSummary & { league: LeagueRef })[]): LeagueGroup[] {
  const groups = new Map<number, LeagueGroup>();
  for (const match of matches.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const group = groups.get(match.league_id) ?? { league: match.league, matches: [], total: 0 };
    group.matches.push(match);
    group.total += 1;
    groups.set(match.league_id, group);
  }
  return [...groups.values()];
}

const favouritesFirst = (matches: MatchSummary[], favourites: ReadonlySet<number>): MatchSummary[] =>
  matches.toSorted((a, b) => Number(favourites.has(b.id)) - Number(favourites.has(a.id)));

const timeOf = ({ kickoff_at }: MatchSummary): number => (kickoff_at === null ? Number.POSITIVE_INFINITY : Date.parse(kickoff_at));

/** Pages that were fetched at different moments may hold the same match twice. */
const unique = (matches: MatchSummary[]): MatchSummary[] => [...new Map(matches.map((match) => [match.id, match])).values()];
