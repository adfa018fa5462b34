import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import type { MatchSummary } from '#contract/matches.ts';
import { announce } from '#web/lib/announcements.ts';
import { useLiveTopic } from '#web/lib/live.ts';
import { withChange } from '#web/lib/live-match.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { DAYS_KEY, type DayRequest, dayMatches, recommendation } from './api.ts';
import { withDayChange } from './day-cache.ts';
import { utcDatesOf } from './local-day.ts';

/** After a kick-off or a final whistle the list is asked for anew: not at once, as these come in bursts. */
const REGROUP_MS = 4_000;

/** Follows the matches of the day on show: every change goes into the cache, and a goal is spoken. */
export function useLiveDay(request: DayRequest): void {
  const client = useQueryClient();
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const regroup = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(regroup.current), []);

  const fetchAgain = () => void client.invalidateQueries({ queryKey: DAYS_KEY });

  const announceGoal = ({ home, away, score }: MatchSummary) => {
    const line = t('score_line', { home: nameOf(home), away: nameOf(away), home_score: score.home ?? 0, away_score: score.away ?? 0 });
    announce(t('goal', { line }));
  };

  const onChange = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    showInRecommendation(change);
    const shown = hashKey(dayMatches(request).queryKey);
    // Other filters of other days may be in the cache as well: all hear of it, what is on show speaks.
    for (const [key, day] of client.getQueriesData<Parameters<typeof withDayChange>[0]>({ queryKey: DAYS_KEY })) {
      if (!day) continue;
      const { day: next, match, scored, regrouped } = withDayChange(day, change);
      if (match === null) continue;
      client.setQueryData(key, next);
      if (scored && hashKey(key) === shown) announceGoal(match);
      if (!regrouped) continue;
      clearTimeout(regroup.current);
      regroup.current = setTimeout(fetchAgain, REGROUP_MS);
    }
  };

  const showInRecommendation = (change: LiveChange) =>
    client.setQueryData(recommendation(request.sport).queryKey, (known) => {
      const match = known?.match && withChange(known.match, change);
      return match && match !== known.match ? { match } : known;
    });

  const [first, second] = utcDatesOf(request.date);
  useLiveTopic(first ? `matches:${first}` : null, onChange, fetchAgain);
  useLiveTopic(second ? `matches:${second}` : null, onChange, fetchAgain);
}
