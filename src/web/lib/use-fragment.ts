import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the address's fragment says, such as the proof of a link in a mail; it leaves the address bar and the history at once. */
export function useFragment(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [fragment, setFragment] = useState(() => hash.slice(1));
  // Another link may be opened while the page stands.
  if (hash.length > 1 && hash.slice(1) !== fragment) setFragment(hash.slice(1));
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return fragment;
}
