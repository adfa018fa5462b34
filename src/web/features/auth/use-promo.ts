import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/data/session.ts';
import { openPromo, useUiState } from '#web/data/ui-state.ts';
import { recall, remember } from '#web/lib/storage.ts';

const SHOWN_AT_KEY = 'promo_shown_at';
const DELAY_MS = 3_000;
const INTERVAL_MS = 4 * 3_600_000;

/** Shows the invite promo to visitors 3 s after they opened a page, if it was not shown in the last 4 hours. */
export function usePromo(): void {
  const { pathname } = useLocation();
  const isVisitor = useSession(({ booted, user }) => booted && user === null);
  useEffect(() => {
    if (!isVisitor || pathname === '/sign-in') return;
    const timer = setTimeout(() => {
      if (wasShownLately(Date.now()) || isSigningIn()) return;
      remember(SHOWN_AT_KEY, String(Date.now()));
      openPromo();
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisitor, pathname]);
}

const wasShownLately = (now: number): boolean => now - Number(recall(SHOWN_AT_KEY) ?? 0) < INTERVAL_MS;

/** Returns whether the visitor is signing in or registering, which is not interrupted. */
const isSigningIn = (): boolean => {
  const { showLogin, showRegister, showResetPassword } = useUiState.getState();
  return showLogin || showRegister || showResetPassword;
};
