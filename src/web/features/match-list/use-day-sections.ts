import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type FavoriteSets, useFavorites } from '#web/data/favorites.ts';
import { type DayPage, type DayRequest, type SelectedMatch, selection } from './api.ts';
import { type DaySections, sectionsOfDay } from './day-sections.ts';
import type { useRefresh } from './use-live-day.ts';

interface DayOnHand {
  data: InfiniteData<DayPage> | undefined;
  /** Whether the data is of another day or filter. */
  isPlaceholderData: boolean;
  isFetching: boolean;
}

/** Returns the query of a day's favorites; none for a list filtered by league or search. */
export const pinnedSelection = ({ date, leagueId, q }: DayRequest, followed: FavoriteSets) =>
  leagueId === null && q === ''
    ? selection({ date, ids: followed.match, teamIds: followed.team, leagueIds: NONE })
    : selection({ date, ids: NONE, teamIds: NONE, leagueIds: NONE });

/**
 * Returns the sections of a day's list, and whether an answer that may change them is on its way. Favorites outside the day's list are
 * fetched separately, and both appear together so that nothing moves down: null until then at first, later the previous day.
 */
export function useDaySections(
  request: DayRequest,
  day: DayOnHand,
  refetchInterval: ReturnType<typeof useRefresh>,
): { day: DaySections | null; isFetching: boolean } {
  const followed = useFavorites();
  const { date, sport, status, leagueId, q } = request;
  const { data: selected, isError, isFetching } = useQuery({ ...pinnedSelection(request, followed), refetchInterval });
  // If favorites cannot be loaded, the list is shown without them.
  const isSelected = isError || selected?.date === date;
  const items = isSelected && selected ? selected.items : NO_MATCHES;

  const shown = useMemo(
    () => (day.data ? sectionsOfDay(day.data, items, { date, sport, status, leagueId, q }, followed) : null),
    [day.data, items, date, sport, status, leagueId, q, followed],
  );

  const isComplete = shown !== null && isSelected && !day.isPlaceholderData;
  const last = useRef<DaySections>(null);
  useEffect(() => {
    if (isComplete) last.current = shown;
  });
  return { day: isComplete ? shown : last.current, isFetching: isFetching || day.isFetching };
}

const NONE: ReadonlySet<number> = new Set();
const NO_MATCHES: SelectedMatch[] = [];
