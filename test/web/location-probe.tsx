import { act } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router';

/**
 * A component that renders nothing and reports the router's location, as of the last commit. A navigation is a transition: its render may
 * be ahead of the page, whose links still lead to the old targets.
 */
export function createLocationProbe() {
  let seen: Location;
  let go: NavigateFunction;
  const Probe = () => {
    const location = useLocation();
    const navigate = useNavigate();
    useLayoutEffect(() => {
      seen = location;
      go = navigate;
    });
    return null;
  };
  return {
    Probe,
    path: () => seen.pathname + seen.search,
    hash: () => seen.hash,
    navigate: (to: string) => act(async () => go(to)),
  };
}
