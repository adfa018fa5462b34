import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Another page begins at its top; going back returns to where one was, as browsers do it. Filters in the query stay put. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [pathname]);
}
