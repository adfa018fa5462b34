import { lazy, useEffect } from 'react';
import { useMeta } from '#web/lib/meta.ts';
import { useUser } from '#web/lib/session.ts';
import { useStepUp } from '#web/lib/step-up.ts';
import { useToasts } from '#web/lib/toasts.ts';
import { isAnythingShown, useUiState } from '#web/lib/ui-state.ts';
import { Later, NoStepUp, useEver } from './overlays-later.tsx';

const load = () => import('./overlays-opened.tsx');
const OverlaysOpened = lazy(async () => ({ default: (await load()).OverlaysOpened }));

/** What lies over the page. Most visits begin with nothing there, so even the list of what there may be comes when somebody needs it. */
export function Overlays() {
  const isSignedIn = useUser() !== null;
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
  const isAsked = useStepUp(({ showStepUp }) => showStepUp);
  const hasChannel = Boolean(useMeta()?.telegram_channel_url);
  const isWanted = useEver([useUiState(isAnythingShown), isSignedIn, isAsked, hasToasts, hasChannel].includes(true));
  useEffect(fetchAtFirstTouch, []);
  return (
    <>
      {/* The end of the page scrolls clear of the channel's button. */}
      {hasChannel && <div aria-hidden className="h-14 md:hidden" />}
      {isWanted && <Later Overlay={OverlaysOpened} instead={<NoStepUp />} />}
    </>
  );
}

/** Whoever touches the page may soon need any of them, and by then the connection may be gone. */
function fetchAtFirstTouch(): () => void {
  const touched = new AbortController();
  const fetchAll = () => {
    touched.abort();
    load()
      .then(({ fetchOverlays }) => fetchOverlays())
      .catch(() => undefined);
  };
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, fetchAll, { signal: touched.signal, passive: true });
  return () => touched.abort();
}
