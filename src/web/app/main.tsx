import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { showLocale } from '#web/i18n/locale-store.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';
import './app.css';

await showLocale('en');
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createRouter()} />
    </Providers>
  </StrictMode>,
);
