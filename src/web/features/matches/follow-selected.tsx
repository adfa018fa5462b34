import { useQueryClient } from '@tanstack/react-query';
import { useLiveTopic } from '#web/lib/live.ts';
import { withSelectedChange } from './day-cache.ts';
import { SELECTED_KEY, type Selected } from './selected-query.ts';

/** Keeps what is followed of one UTC date (YYYY-MM-DD) true for as long as it is rendered; shows nothing itself. */
export function FollowSelected({ day }: { day: string }) {
  const client = useQueryClient();
  const fetchAgain = () => void client.invalidateQueries({ queryKey: SELECTED_KEY });
  useLiveTopic(
    `matches:${day}`,
    (change) => {
      if (change.t === 'refetch') return fetchAgain();
      client.setQueriesData<Selected>({ queryKey: SELECTED_KEY }, (selected) => selected && withSelectedChange(selected, change).selected);
    },
    fetchAgain,
  );
  return null;
}
