import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Sport } from '#domain/sport.ts';

const LENGTH_MAX = 80;

/** Which leagues are on show, by the address. What is typed shows at once; the address follows. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [q, setQ] = useState(params.get('q')?.slice(0, LENGTH_MAX) ?? '');

  function change(name: 'sport' | 'q', value: string): void {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return {
    /** What the address says, a sport or not; null where it says nothing. */
    sport: params.get('sport'),
    q,
    chooseSport: (sport: Sport) => change('sport', sport),
    type: (text: string) => {
      setQ(text);
      change('q', text.trim());
    },
  };
}
