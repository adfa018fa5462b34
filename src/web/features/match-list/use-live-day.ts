import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { withChange } from '#web/data/match-state.ts';
import { announce } from '#web/data/toasts.ts';
import { useScoreWords } from '#web/lib/local-name.ts';
import { DAYS_KEY, type DayRequest, dayMatches, recommendation } from './api.ts';
import { withDayChange, withSelectedChange } from './day-cache.ts';
import { utcDatesOf } from './local-day.ts';
import { SELECTED_KEY, type Selected } from './selected-query.ts';

/** After a kick-off or a final whistle the list is asked for anew: not at once, as these come in bursts. */
const REGROUP_MS = 4_000;

/** Follows the matches of the day on show: every change goes into the cache, and a goal is spoken. */
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

  const onChange = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    showInRecommendation(change);
    const changed = [...showInDays(change), ...showInSelected(change)];
    const goal = changed.find(({ scored, isOnShow }) => scored && isOnShow)?.match;
    if (goal) announceGoal(goal);
    if (!changed.some(({ regrouped }) => regrouped)) return;
    clearTimeout(regroup.current);
    regroup.current = setTimeout(fetchAgain, REGROUP_MS);
  };

  // Other filters of other days may be in the cache as well: all hear of it, what is on show speaks.
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

  const [first, second] = utcDatesOf(request.date);
  useLiveTopic(first ? `matches:${first}` : null, onChange, fetchAgain);
  useLiveTopic(second ? `matches:${second}` : null, onChange, fetchAgain);
}
