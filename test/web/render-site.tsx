import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { Providers } from '#web/app/providers.tsx';
import { Site } from '#web/app/router.tsx';
import { createLocationProbe } from './location-probe.tsx';

/** The whole site at a path, as a visitor has it on the desktop; tests talk to it as visitors do. */
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

/** One component, with all that every component may lean on. */
export const renderPart = (part: ReactNode) =>
  render(
    <Providers>
      <MemoryRouter>{part}</MemoryRouter>
    </Providers>,
  );
