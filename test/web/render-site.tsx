import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { Providers } from '#web/app/providers.tsx';
import { Site } from '#web/app/router.tsx';
import { createLocationProbe } from './location-probe.tsx';

/** Renders the whole site at a path, as on a visitor's desktop. */
export function renderSite(initialPath: string) {
  const { Probe, ...location } = createLocationProbe();
  render(
    <Providers>
      <MemoryRouter initialEntries={[initialPath]}>
        <Probe />
        <Site />
      </MemoryRouter>
    </Providers>,
  );
  return location;
}

/** Renders one component, with the context of every component. */
export const renderPart = (part: ReactNode) =>
  render(
    <Providers>
      <MemoryRouter>{part}</MemoryRouter>
    </Providers>,
  );
