import type { InfiniteData } from '@tanstack/react-query';
import type { MatchSummary } from '#contract/matches.ts';
import { type MatchGroup, matchGroup } from '#domain/matches/match-status.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import type { DayPage, DayRequest, SelectedMatch } from './api.ts';
import { byNearness, countOf, groupsByLeague, isFollowed, isOn, isPinned, type LeagueGroup } from './league-groups.ts';

/** A day's list from top to bottom. Each match is in one section. */
export interface DaySections {
  /** Matches in play, favorites first: only where the list opens with what happens now (`order=now`). */
  playing: LeagueGroup[];
  /** Favorites; none in a list filtered by league or search. */
  pinned: LeagueGroup[];
  /** Matches of the next hour: only where `playing` can be. */
  soon: LeagueGroup[];
  leagues: LeagueGroup[];
}

/**
 * Arranges a day. `selected` has matches of favorites that the day's list may omit, of any day and sport; the day's own are included too,
 * so that a star pins at once. A match that kicked off or ended since the reply is where its new state belongs.
 */
export function sectionsOfDay(
  day: InfiniteData<DayPage>,
  selected: readonly SelectedMatch[],
  { date, sport, status, leagueId, q }: DayRequest,
  followed: FavoriteSets,
): DaySections {
  const chosen = selected.filter((match) => isOn(match, date) && match.league.sport === sport);
  const known = new Map([...chosen.map(({ league }) => league), ...leaguesOf(day)].map((league) => [league.id, league]));
  const grouped = (matches: readonly MatchSummary[]) => groupsByLeague(matches, ({ league_id }) => known.get(league_id));
  const all = unique([...chosen, ...matchesOf(day)]).filter((match) => isOfChip(match, status));
  const soon = day.pages[0]?.soon ?? null;

  const rankOf = (match: MatchSummary) => (isPinned(match, followed) ? 2 : Number(isFollowed(match, followed)));
  const playing = soon === null ? [] : all.filter(isLive).toSorted((a, b) => rankOf(b) - rankOf(a));
  const isWhole = leagueId === null && q === '';
  const pinned = isWhole ? all.filter((match) => isPinned(match, followed) && !playing.includes(match)).toSorted(byNearness) : [];
  const starting = matchesOf(day).filter((match) => soon !== null && startsSoon(match, soon) && !pinned.includes(match));
  const above = new Set([...playing, ...pinned, ...starting]);
  return {
    playing: grouped(playing),
    pinned: grouped(pinned),
    soon: grouped(starting),
    leagues: byLeague(day, { status, isNowFirst: soon !== null, followed, above }),
  };
}

interface ByLeague {
  status: MatchGroup | null;
  /** Whether a league's finished matches are folded while others are to come. */
  isNowFirst: boolean;
  followed: FavoriteSets;
  /** Matches shown further up, which are not repeated. */
  above: ReadonlySet<MatchSummary>;
}

/** Starred leagues first, then those with favorites, and in each league favorites first; otherwise in the server's order. */
function byLeague(day: InfiniteData<DayPage>, { status, isNowFirst, followed, above }: ByLeague): LeagueGroup[] {
  const shown = matchesOf(day).filter((match) => isOfChip(match, status));
  const isAbove = new Set([...above].map(({ id }) => id));
  const groups = leaguesOf(day).map((league) => {
    const isFolded = isNowFirst && league.counts.live + league.counts.upcoming > 0;
    const listed: readonly MatchGroup[] = isNowFirst ? [isFolded ? 'upcoming' : 'finished'] : status === null ? ALL : [status];
    const own = shown.filter((match) => match.league_id === league.id);
    const matches = own
      .filter((match) => !isAbove.has(match.id) && listed.includes(matchGroup(match.status)))
      .toSorted((a, b) => Number(isPinned(b, followed)) - Number(isPinned(a, followed)));
    const ofLeagueAbove = [...above].filter((match) => match.league_id === league.id);
    const countAbove = (group: MatchGroup) => ofLeagueAbove.filter((match) => matchGroup(match.status) === group).length;
    const hidden = listed.reduce((sum, group) => sum + league.counts[group] - countAbove(group), -matches.length);
    const folded = isFolded ? Math.max(0, league.counts.finished - countAbove('finished')) : 0;
    const rank = followed.league.has(league.id) ? 2 : Number([...own, ...ofLeagueAbove].some((match) => isPinned(match, followed)));
    return { league, matches, total: countOf(league, status), hidden: Math.max(0, hidden), folded, rank };
  });
  return groups
    .filter(({ matches, hidden, folded, rank }) => matches.length > 0 || folded > 0 || (rank > 0 && hidden > 0))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ rank: _, ...group }) => group);
}

const ALL: readonly MatchGroup[] = ['live', 'finished', 'upcoming'];

/** A match that just kicked off is still among the upcoming ones of the last reply. */
const isOfChip = (match: MatchSummary, status: MatchGroup | null): boolean => status === null || matchGroup(match.status) === status;

const isLive = ({ status }: MatchSummary): boolean => matchGroup(status) === 'live';

const startsSoon = ({ status, kickoff_at }: MatchSummary, { after, until }: NonNullable<DayPage['soon']>): boolean =>
  status === 'ns' && kickoff_at !== null && Date.parse(kickoff_at) > Date.parse(after) && Date.parse(kickoff_at) <= Date.parse(until);

const leaguesOf = (day: InfiniteData<DayPage>): DayPage['leagues'] => day.pages[0]?.leagues ?? [];

/** Pages fetched at different times may contain the same match twice. */
const matchesOf = (day: InfiniteData<DayPage>): MatchSummary[] => unique(day.pages.flatMap(({ items }) => items));

const unique = <T extends MatchSummary>(matches: readonly T[]): T[] => [...new Map(matches.map((match) => [match.id, match])).values()];
