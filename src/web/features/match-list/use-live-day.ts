import { hashKey, type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { useLiveTopic, usePollingInterval, useWhenLoaded } from '#web/data/live.ts';
import { withChange } from '#web/data/match-state.ts';
import { useMeta } from '#web/data/queries.tsx';
import { announce } from '#web/data/toasts.ts';
import { useScoreWords } from '#web/lib/local-name.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { DAYS_KEY, type DayPage, type DayRequest, dayMatches, REFRESH_MS, recommendation, SELECTED_KEY, type Selected } from './api.ts';
import { withDayChange, withSelectedChange } from './day-cache.ts';
import { type LocalDate, utcDatesOf } from './local-day.ts';

/** Milliseconds from a kick-off or final whistle to the refetch of the list; these come in bursts. */
const REGROUP_MS = 4_000;

/** Follows the matches of the selected day: changes are applied to the cache, and goals are announced. */
export function useLiveDay(request: DayRequest): void {
  const client = useQueryClient();
  const scoreWords = useScoreWords();
  const regroup = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(regroup.current), []);

  const fetchAgain = () => {
    void client.invalidateQueries({ queryKey: DAYS_KEY });
    void client.invalidateQueries({ queryKey: SELECTED_KEY });
  };

  const announceGoal = (match: MatchSummary & { league?: LeagueRef }) => {
    const words = scoreWords(match, match.league?.sport ?? request.sport);
    if (words !== null) announce(words);
  };

  const whenLoaded = useWhenLoaded(dayMatches(request).queryKey);
  const onChange = (change: LiveChange) => whenLoaded(() => (change.t === 'refetch' ? fetchAgain() : show(change)));

  const show = (change: LiveChange) => {
    showInRecommendation(change);
    const changed = [...showInDays(change), ...showInSelected(change)];
    const goal = changed.find(({ scored, isOnShow }) => scored && isOnShow)?.match;
    if (goal) announceGoal(goal);
    if (!changed.some(({ regrouped }) => regrouped)) return;
    clearTimeout(regroup.current);
    regroup.current = setTimeout(fetchAgain, REGROUP_MS);
  };

  // The cache may contain other days and filters: all are updated, but only the visible one is announced.
  const showInDays = (change: LiveChange) =>
    client.getQueriesData<Parameters<typeof withDayChange>[0]>({ queryKey: DAYS_KEY }).flatMap(([key, known]) => {
      const result = known && withDayChange(known, change);
      if (!result?.match) return [];
      client.setQueryData(key, result.day);
      return [{ ...result, isOnShow: hashKey(key) === hashKey(dayMatches(request).queryKey) }];
    });

  const showInSelected = (change: LiveChange) =>
    client.getQueriesData<Selected>({ queryKey: SELECTED_KEY }).flatMap(([key, known]) => {
      const result = known && withSelectedChange(known, change);
      if (!result?.match) return [];
      client.setQueryData(key, result.selected);
      return [{ ...result, isOnShow: client.getQueryCache().find({ queryKey: key })?.isActive() === true }];
    });

  const showInRecommendation = (change: LiveChange) =>
    client.setQueryData(recommendation(request.sport).queryKey, (known) => {
      const match = known?.match && withChange(known.match, change);
      return match && match !== known.match ? { match } : known;
    });

  useDayTopics(request.date, onChange, fetchAgain);
}

/** Follows the changes of a day's matches, and calls `onGap` when some may have been missed. */
export function useDayTopics(date: LocalDate, onChange: (change: LiveChange) => void, onGap: () => void): void {
  const [first, second, third] = utcDatesOf(date).map((day) => `matches:${day}`);
  useLiveTopic(first ?? null, onChange, onGap);
  useLiveTopic(second ?? null, onChange, onGap);
  useLiveTopic(third ?? null, onChange, onGap);
}

/** A day's data for the page outside the list. */
export type DaySummary = Pick<DayPage, 'leagues' | 'counts'>;

/**
 * Returns the day's leagues and chip counts, whatever filters its list. Goals and prices change neither, so they do not re-render
 * users of this hook.
 */
export function useDaySummary(request: DayRequest) {
  const { data, error, refetch } = useInfiniteQuery({
    ...dayMatches({ ...request, status: null, leagueId: null, q: '' }),
    select: ({ pages: [first] }): DaySummary | undefined => first && { leagues: first.leagues, counts: first.counts },
  });
  return { day: data, error, refetch: () => void refetch() };
}

const ODDS_REFRESH_SECONDS = 15;

/**
 * Returns the refetch interval, counted from the last reply or push: short on phones with prices, during play (to know whether the
 * feed is silent or just has no news), and without a socket.
 */
export function useRefresh(showOdds: boolean) {
  const polling = usePollingInterval();
  const isPhone = useIsPhone();
  const often = (useMeta()?.odds_refresh_seconds ?? ODDS_REFRESH_SECONDS) * 1_000;
  return ({ state: { data } }: { state: { data: InfiniteData<DayPage> | Selected | undefined } }): number => {
    if (polling !== false) return polling;
    const isLive = data !== undefined && matchesOf(data).some(({ status }) => isInPlay(status));
    return isLive || (isPhone && showOdds) ? often : REFRESH_MS;
  };
}

const matchesOf = (data: InfiniteData<DayPage> | Selected): readonly MatchSummary[] =>
  'pages' in data ? data.pages.flatMap(({ items }) => items) : data.items;
