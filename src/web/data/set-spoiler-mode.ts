import { putShield } from '#contract/notifications.ts';
import { formatShield, type Shield, shieldMode } from '#domain/notifications/shield.ts';
import { deleteCookie, remember, setCookie } from '#web/lib/storage.ts';
import { call } from './call.ts';
import { reconnectLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { activeShield, SHIELD_CHANGED_KEY, SHIELD_COOKIE, useShield } from './shield.ts';

/** The service worker's caches: they may contain results that the shield hides. */
const CACHES = ['answers', 'shell'];

/** Sets the spoiler shield, or removes it with null; all shown data is refetched. */
export function setSpoilerMode(shield: Shield | null): void {
  if (shield) setCookie(SHIELD_COOKIE, formatShield(shield));
  else deleteCookie(SHIELD_COOKIE);
  remember(SHIELD_CHANGED_KEY, String(Date.now()));
  showAgain();
  sendToServer();
}

/** Reveals a match that the shield hides; all others stay hidden. */
export function reveal(matchId: number): void {
  const { shield } = useShield.getState();
  if (shield && 'revealed' in shield) setSpoilerMode({ revealed: [...shield.revealed.filter((id) => id !== matchId), matchId] });
}

/** Sends the mode to the server, as notifications are delayed too. If that fails now, the next change sends it. */
export function sendToServer(): void {
  const shield = activeShield();
  if (useSession.getState().user) call(putShield, { shield: shield && shieldMode(shield) }).catch(() => undefined);
}

/** Refetches everything under the current shield. */
export function showAgain(): void {
  useShield.setState({ shield: activeShield() });
  // Insecure contexts have no caches.
  if ('caches' in window) for (const name of CACHES) void caches.delete(name).catch(() => undefined);
  reconnectLive();
  void queryClient.resetQueries();
}
