import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { type SearchHit, search } from '#contract/search.ts';
import { call } from './call.ts';

const TYPING_MS = 200;
const HITS_MAX = 12;

/** A league or a team. */
type NameHit = Exclude<SearchHit, { kind: 'player' }>;

/** Finds leagues and teams by name, once the typing pauses. `found` is null while nothing is typed, and until the first answer. */
export function useNameSearch(typed: string): { found: NameHit[] | null; error: Error | null } {
  const [settled, setSettled] = useState('');
  const text = useDeferredValue(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: ['search', 'names', settled],
    queryFn: ({ signal }) => call(search, { q: settled, limit: HITS_MAX }, signal),
    placeholderData: keepPreviousData,
    enabled: settled !== '',
    retry: false,
  });
  if (settled === '' || text === '' || !data) return { found: null, error };
  return { found: data.items.filter((hit): hit is NameHit => hit.kind !== 'player'), error };
}
