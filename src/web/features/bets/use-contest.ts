import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveTopic, usePollingInterval } from '#web/lib/live.ts';
import { contestsOf, showContest } from './api.ts';

/** A match's pool contest, kept true by the match's topic; null where the match has none. */
export function useContest(matchId: number) {
  const client = useQueryClient();
  const query = useQuery({
    ...contestsOf(matchId),
    refetchInterval: usePollingInterval(),
    select: ({ items }) => items.find(({ market }) => market === 'wdl') ?? null,
  });
  useLiveTopic(
    `match:${matchId}`,
    (change) => {
      if (change.t === 'contest') showContest(client, change.contest);
      if (change.t === 'refetch') void query.refetch();
    },
    () => void query.refetch(),
  );
  return query;
}
