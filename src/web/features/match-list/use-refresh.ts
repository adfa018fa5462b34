import type { InfiniteData } from '@tanstack/react-query';
import type { MatchSummary } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { usePollingInterval } from '#web/data/live.ts';
import { useMeta } from '#web/data/queries.tsx';
import { useIsPhone } from '#web/lib/use-media.ts';
import { type DayPage, REFRESH_MS } from './api.ts';
import type { Selected } from './selected-query.ts';

const ODDS_REFRESH_SECONDS = 15;

/**
 * How often the list is asked for again, counted from the last answer or push: often on a phone that shows prices, while
 * something is played (to know whether the feed is silent, or has nothing to say), and where no socket is to be had.
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
