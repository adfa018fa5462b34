import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '#web/app/providers.tsx';
import { routes } from '#web/app/router.tsx';

/** The whole site at a path, as a visitor has it on the desktop; tests talk to it as visitors do. */
export function renderSite(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, path: () => router.state.location.pathname + router.state.location.search };
}
