import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { bootstrapSession, followOtherTabs } from '#web/features/auth/start-up.ts';
import { startLive } from '#web/lib/live.ts';
import { forgetUser } from '#web/lib/query-client.ts';
import { useSession } from '#web/lib/session.ts';
import { showTheme } from '#web/lib/theme.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';
import { startLocale } from './start-locale.ts';
import { allowStyles } from './style-nonce.ts';
import './app.css';

/** The page is shown when we know who is here, and after this long in any case. */
const MOUNT_MS_MAX = 1_200;

async function start(): Promise<void> {
  allowStyles();
  showTheme();
  const { readable, settled } = startLocale();
  await Promise.race([Promise.all([bootstrapSession(), settled]), new Promise((resolve) => setTimeout(resolve, MOUNT_MS_MAX))]);
  await readable;
  followOtherTabs();
  useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) forgetUser();
  });
  startLive();
  mount();
}

function mount(): void {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={createRouter()} />
      </Providers>
    </StrictMode>,
  );
}

void start();
