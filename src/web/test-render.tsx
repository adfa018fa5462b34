import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { Providers } from '#web/app/providers.tsx';
import { Site } from '#web/app/router.tsx';

/** The whole site at a path, as a visitor has it on the desktop; tests talk to it as visitors do. */
export function renderSite(initialPath: string) {
  let location: Location;
  let go: NavigateFunction;
  const Here = () => {
    location = useLocation();
    go = useNavigate();
    return null;
  };
  render(
    <Providers>
      <MemoryRouter initialEntries={[initialPath]}>
        <Here />
        <Site />
      </MemoryRouter>
    </Providers>,
  );
  return {
    path: () => location.pathname + location.search,
    hash: () => location.hash,
    navigate: (to: string) => act(async () => go(to)),
  };
}

/** One component, with all that every component may lean on. */
export const renderPart = (part: ReactNode) =>
  render(
    <Providers>
      <MemoryRouter>{part}</MemoryRouter>
    </Providers>,
  );
