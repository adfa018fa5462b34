import { useQueryClient } from '@tanstack/react-query';
import { useLiveTopic } from '#web/lib/live.ts';
import { invalidateBets, showMatchInBets } from './api.ts';

/** Follows the matches of one UTC day (YYYY-MM-DD) for as long as it is rendered; shows nothing itself. */
export function FollowDay({ day }: { day: string }) {
  const client = useQueryClient();
  useLiveTopic(
    `matches:${day}`,
    (change) => {
      if (change.t === 'match') showMatchInBets(client, change.match);
    },
    () => invalidateBets(client),
  );
  return null;
}
