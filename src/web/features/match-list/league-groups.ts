import type { InfiniteData } from '@tanstack/react-query';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { type MatchGroup, matchGroup } from '#domain/matches/match-status.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import type { DayPage, DayRequest, SelectedMatch } from './api.ts';
import { type LocalDate, localDate } from './local-day.ts';

/** A league's matches, grouped in the list. */
export interface LeagueGroup {
  league: LeagueRef;
  matches: MatchSummary[];
  /** Total number of matches, including those not shown. */
  total: number;
  /** Number of matches that are not shown anywhere. */
  hidden: number;
}

/** A day with the pinned matches above it. */
export interface PinnedDay {
  pinned: LeagueGroup[];
  leagues: LeagueGroup[];
}

type LeagueOfDay = DayPage['leagues'][number];

export const countOf = ({ counts }: Pick<LeagueOfDay, 'counts'>, status: MatchGroup | null = null): number =>
  status === null ? counts.live + counts.finished + counts.upcoming : counts[status];

/** Returns whether a match is starred, or played by a starred team. */
const isPinned = (match: MatchSummary, { match: matches, team }: FavoriteSets): boolean =>
  matches.has(match.id) || team.has(match.home.id) || team.has(match.away.id);

/** Returns whether a match, a team of it, or its league is starred. */
export const isFollowed = (match: MatchSummary, followed: FavoriteSets): boolean =>
  isPinned(match, followed) || followed.league.has(match.league_id);

/**
 * Returns a day's pinned matches. `selected` may contain matches that the day's list omits, of any day and sport; the day's own are
 * included too, so that a star pins at once.
 */
export function pinnedOfDay(
  day: InfiniteData<DayPage>,
  selected: readonly SelectedMatch[],
  { date, sport, status }: Pick<DayRequest, 'date' | 'sport' | 'status'>,
  followed: FavoriteSets,
): LeagueGroup[] {
  const chosen = selected.filter((match) => isOn(match, date) && match.league.sport === sport);
  const pinned = unique([...chosen, ...matchesOf(day)]).filter((match) => isPinned(match, followed) && isOfChip(match, status));
  const leagues = new Map([...chosen.map(({ league }) => league), ...leaguesOf(day)].map((league) => [league.id, league]));
  return groupsByLeague(pinned.toSorted(byNearness), ({ league_id }) => leagues.get(league_id));
}

/**
 * Returns the day's other matches: starred leagues first, then those with favorites, and in each league favorites first;
 * otherwise in the server's order. Matches in `pinned` are not repeated.
 */
export function groupsOfDay(
  day: InfiniteData<DayPage>,
  status: MatchGroup | null,
  followed: FavoriteSets,
  pinned: readonly LeagueGroup[] = [],
): LeagueGroup[] {
  const above = new Set(pinned.flatMap(({ matches }) => matches.map(({ id }) => id)));
  const shown = matchesOf(day).filter((match) => isOfChip(match, status));
  const groups = leaguesOf(day).map((league) => {
    const own = shown.filter((match) => match.league_id === league.id);
    const matches = own
      .filter(({ id }) => !above.has(id))
      .toSorted((a, b) => Number(isPinned(b, followed)) - Number(isPinned(a, followed)));
    const pinnedAbove = pinned.find((group) => group.league.id === league.id)?.matches.length ?? 0;
    const total = countOf(league, status);
    const rank = followed.league.has(league.id) ? 2 : Number(pinnedAbove > 0 || own.some((match) => isPinned(match, followed)));
    return { league, matches, total, hidden: Math.max(0, total - matches.length - pinnedAbove), rank };
  });
  return groups
    .filter(({ matches, hidden, rank }) => matches.length > 0 || (rank > 0 && hidden > 0))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ rank: _, ...group }) => group);
}

/** Groups matches by league in the order of each league's first match; those of unknown leagues are omitted. */
export function groupsByLeague<T extends MatchSummary>(
  matches: readonly T[],
  leagueOf: (match: T) => LeagueRef | undefined,
): LeagueGroup[] {
  const groups = new Map<number, LeagueGroup>();
  for (const match of matches) {
    const league = leagueOf(match);
    if (!league) continue;
    const group = groups.get(league.id) ?? { league, matches: [], total: 0, hidden: 0 };
    group.matches.push(match);
    group.total += 1;
    groups.set(league.id, group);
  }
  return [...groups.values()];
}

export const isOn = ({ kickoff_at }: MatchSummary, date: LocalDate): boolean =>
  kickoff_at !== null && localDate(new Date(kickoff_at)) === date;

/** Sorts matches in play or upcoming by kick-off, those without a date last; then finished ones, the latest first. */
export function byNearness(a: MatchSummary, b: MatchSummary): number {
  const [aIsOver, bIsOver] = [a, b].map(({ status }) => matchGroup(status) === 'finished');
  if (aIsOver !== bIsOver) return aIsOver ? 1 : -1;
  return aIsOver ? byKickoff(b, a) : byKickoff(a, b);
}

const byKickoff = (a: MatchSummary, b: MatchSummary): number => timeOf(a) - timeOf(b) || a.id - b.id;

const timeOf = ({ kickoff_at }: MatchSummary): number => (kickoff_at === null ? Number.MAX_VALUE : Date.parse(kickoff_at));

/** A match that just kicked off is still among the upcoming ones of the last reply. */
const isOfChip = (match: MatchSummary, status: MatchGroup | null): boolean => status === null || matchGroup(match.status) === status;

const leaguesOf = (day: InfiniteData<DayPage>): LeagueOfDay[] => day.pages[0]?.leagues ?? [];

/** Pages fetched at different times may contain the same match twice. */
const matchesOf = (day: InfiniteData<DayPage>): MatchSummary[] => unique(day.pages.flatMap(({ items }) => items));

const unique = <T extends MatchSummary>(matches: readonly T[]): T[] => [...new Map(matches.map((match) => [match.id, match])).values()];
