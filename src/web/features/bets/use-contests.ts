import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveTopic, usePollingInterval } from '#web/data/live.ts';
import { useMeta } from '#web/data/queries.tsx';
import { type ContestWithMine, contestsOf, showContest } from './api.ts';

/** A match's contests, updated by the match's topic; prices are refetched when the market moves, and regularly while visible. */
export function useContests(matchId: number) {
  const client = useQueryClient();
  const polling = usePollingInterval();
  const refreshSeconds = useMeta()?.odds_refresh_seconds;
  const query = useQuery({
    ...contestsOf(matchId),
    refetchInterval: ({ state }) => (refreshSeconds !== undefined && state.data?.items.some(isPriced) ? refreshSeconds * 1_000 : polling),
  });
  useLiveTopic(
    `match:${matchId}`,
    (change) => {
      if (change.t === 'contest') showContest(client, change.contest);
      if (change.t === 'market' && query.data?.items.some(isPriced)) void query.refetch({ cancelRefetch: false });
      if (change.t === 'refetch') void query.refetch();
    },
    () => void query.refetch(),
  );
  return query;
}

/** Returns whether a contest has a price that may move: it takes stakes at fixed odds. */
const isPriced = ({ state, quote }: ContestWithMine): boolean => state === 'open' && quote !== null;
