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

/** The page is shown when we know who is here, and after this long in any case. */
const MOUNT_MS_MAX = 1_200;

/** Starts the site in an element of the page; the returned function takes it down again. */
export async function start(element: HTMLElement): Promise<() => void> {
  allowStyles();
  showTheme();
  const { readable, settled } = startLocale();
  await Promise.race([Promise.all([bootstrapSession(), settled]), new Promise((resolve) => setTimeout(resolve, MOUNT_MS_MAX))]);
  await readable;
  const stops = [followOtherTabs(), followUser(), startLive(), mount(element)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the last user saw is not for the next one. */
const followUser = (): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) forgetUser();
  });

function mount(element: HTMLElement): () => void {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <Providers>
        <RouterProvider router={createRouter()} />
      </Providers>
    </StrictMode>,
  );
  return () => root.unmount();
}
