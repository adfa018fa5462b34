import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** What is typed, and the match list's `?q=` that it becomes when it is sent off; it is followed when it changes elsewhere. */
export function useListSearch() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isOnList = pathname === '/matches';
  const inUrl = isOnList ? (params.get('q') ?? '') : '';
  const [typed, setTyped] = useState(inUrl);
  useEffect(() => setTyped(inUrl), [inUrl]);

  /** Shows the day's matches of what is called so, or all of them again. */
  function narrow(text: string) {
    const next = new URLSearchParams(isOnList ? params : undefined);
    // A day's matches, not a team's.
    next.delete('team');
    if (text.trim() === '') next.delete('q');
    else next.set('q', text.trim());
    void navigate({ pathname: '/matches', search: next.toString() }, { replace: isOnList });
  }

  function clear() {
    setTyped('');
    if (inUrl !== '') narrow('');
  }
  return { typed, setTyped, narrow, clear };
}
