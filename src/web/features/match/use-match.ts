import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import { announce } from '#web/lib/announcements.ts';
import { useLiveTopic, usePollingInterval } from '#web/lib/live.ts';
import { scorer } from '#web/lib/live-match.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { matchQuery } from '#web/lib/match-query.ts';
import { withMatchChange } from './match-cache.ts';

/** A match, kept true by its topic; a goal is spoken. */
export function useMatch(id: number) {
  const client = useQueryClient();
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const query = useQuery({ ...matchQuery(id), refetchInterval: usePollingInterval() });
  const { queryKey } = matchQuery(id);

  const fetchAgain = () => void client.invalidateQueries({ queryKey });

  const onChange = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    const before = client.getQueryData(queryKey);
    if (!before) return;
    const after = withMatchChange(before, change);
    client.setQueryData(queryKey, after);
    if (scorer(before, after) === null) return;
    const { home, away, score } = after;
    const line = t('score_line', { home: nameOf(home), away: nameOf(away), home_score: score.home ?? 0, away_score: score.away ?? 0 });
    announce(t('goal', { line }));
  };

  useLiveTopic(`match:${id}`, onChange, fetchAgain);
  return query;
}
