import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs an act now, or after the query's first reply while that is under way. The reply may be older than a push that
 * arrives before it, and no later push repeats that one. Acts still waiting are dropped when the query is another one or is no longer shown.
 */
export function useWhenLoaded(queryKey: readonly unknown[]): (act: () => void) => void {
  const client = useQueryClient();
  const waiting = useRef<(() => void)[]>([]);
  const hash = hashKey(queryKey);
  useEffect(() => {
    const stop = client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === hash && query.state.data !== undefined) for (const act of waiting.current.splice(0)) act();
    });
    return () => {
      stop();
      waiting.current.splice(0);
    };
  }, [client, hash]);
  return (act) => {
    if (client.getQueryData(queryKey) === undefined) waiting.current.push(act);
    else act();
  };
}
