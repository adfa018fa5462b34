import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type FavoriteSets, useFavorites } from '#web/data/favorites.ts';
import { type DayPage, type DayRequest, type SelectedMatch, selection } from './api.ts';
import { groupsOfDay, type PinnedDay, pinnedOfDay } from './league-groups.ts';
import type { useRefresh } from './use-live-day.ts';

interface DayOnHand {
  data: InfiniteData<DayPage> | undefined;
  /** Whether the data is of another day or filter. */
  isPlaceholderData: boolean;
}

/** Returns the query of a day's favorites; none for a list filtered by league or search. */
export const pinnedSelection = ({ date, leagueId, q }: DayRequest, followed: FavoriteSets) =>
  leagueId === null && q === ''
    ? selection({ date, ids: followed.match, teamIds: followed.team, leagueIds: NONE })
    : selection({ date, ids: NONE, teamIds: NONE, leagueIds: NONE });

/**
 * Returns a day's leagues with the favorites pinned on top. Favorites outside the day's list are fetched separately, and both appear
 * together so that nothing moves down: null until then at first, later the previous day. A list filtered by league or search has no
 * pinned matches.
 */
export function usePinnedDay(request: DayRequest, day: DayOnHand, refetchInterval: ReturnType<typeof useRefresh>): PinnedDay | null {
  const followed = useFavorites();
  const { date, sport, status } = request;
  const isWhole = request.leagueId === null && request.q === '';
  const { data: selected, isError } = useQuery({ ...pinnedSelection(request, followed), refetchInterval });
  // If favorites cannot be loaded, the list is shown without them.
  const isSelected = isError || selected?.date === date;
  const items = isSelected && selected ? selected.items : NO_MATCHES;

  const shown = useMemo(() => {
    if (!day.data) return null;
    const pinned = isWhole ? pinnedOfDay(day.data, items, { date, sport, status }, followed) : [];
    return { pinned, leagues: groupsOfDay(day.data, status, followed, pinned) };
  }, [day.data, items, date, sport, status, followed, isWhole]);

  const isComplete = shown !== null && isSelected && !day.isPlaceholderData;
  const last = useRef<PinnedDay>(null);
  useEffect(() => {
    if (isComplete) last.current = shown;
  });
  return isComplete ? shown : last.current;
}

const NONE: ReadonlySet<number> = new Set();
const NO_MATCHES: SelectedMatch[] = [];
