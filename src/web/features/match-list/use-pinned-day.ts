import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type FavoriteSets, useFavorites } from '#web/data/favorites.ts';
import { type DayPage, type DayRequest, type SelectedMatch, selection } from './api.ts';
import { groupsOfDay, type PinnedDay, pinnedOfDay } from './league-groups.ts';
import type { useRefresh } from './use-live-day.ts';

interface DayOnHand {
  data: InfiniteData<DayPage> | undefined;
  /** It is what another day or filter showed. */
  isPlaceholderData: boolean;
}

/** What is followed of a request's day; a list that was narrowed to a league or by a search shows nothing apart. */
export const pinnedSelection = ({ date, leagueId, q }: DayRequest, followed: FavoriteSets) =>
  leagueId === null && q === ''
    ? selection({ date, ids: followed.match, teamIds: followed.team, leagueIds: NONE })
    : selection({ date, ids: NONE, teamIds: NONE, leagueIds: NONE });

/**
 * A day's leagues with what the reader follows on top. What the day leaves out is fetched beside it, and both are shown together, so
 * that nothing is pushed down: null until then at first, the last day afterwards. A list that was narrowed to a league or by a
 * search has nothing pinned above its leagues.
 */
export function usePinnedDay(request: DayRequest, day: DayOnHand, refetchInterval: ReturnType<typeof useRefresh>): PinnedDay | null {
  const followed = useFavorites();
  const { date, sport, status } = request;
  const isWhole = request.leagueId === null && request.q === '';
  const { data: selected, isError } = useQuery({ ...pinnedSelection(request, followed), refetchInterval });
  // The list does without what cannot be had.
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
