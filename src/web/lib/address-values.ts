import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Values of the address; invalid ones are treated as missing. */

export const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined => values.find((value) => value === text);

/** The page number of a list; 1 unless the address holds another valid one. */
export const pageNumber = (text: string | null): number => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1);

/** A calendar day, YYYY-MM-DD, that exists. */
export function dateIn(text: string | null): string | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : undefined;
}

/** The address's fragment, such as the proof in a mail's link; it is removed from the address bar and the history at once. */
export function useFragment(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [fragment, setFragment] = useState(() => hash.slice(1));
  // Another link may be opened while the page is mounted.
  if (hash.length > 1 && hash.slice(1) !== fragment) setFragment(hash.slice(1));
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return fragment;
}
