import { putShield } from '#contract/notifications.ts';
import { formatShield, type Shield, shieldMode } from '#domain/notifications/shield.ts';
import { deleteCookie, remember, setCookie } from '#web/lib/storage.ts';
import { call } from './call.ts';
import { reconnectLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { activeShield, SHIELD_CHANGED_KEY, SHIELD_COOKIE, useShield } from './shield.ts';

/** What the service worker keeps: of the time before, and so perhaps ahead of what may be shown now. */
const CACHES = ['answers', 'shell'];

/** Puts a spoiler shield on, or with null takes it off: all that is on show is asked for anew. */
export function setSpoilerMode(shield: Shield | null): void {
  if (shield) setCookie(SHIELD_COOKIE, formatShield(shield));
  else deleteCookie(SHIELD_COOKIE);
  remember(SHIELD_CHANGED_KEY, String(Date.now()));
  showAgain();
  sendToServer();
}

/** Shows how a match stands that the shield hides; all else stays hidden. */
export function reveal(matchId: number): void {
  const { shield } = useShield.getState();
  if (shield && 'revealed' in shield) setSpoilerMode({ revealed: [...shield.revealed.filter((id) => id !== matchId), matchId] });
}

/** What a user is told while the page is closed waits as well. Where that cannot be said now, the next change says it. */
export function sendToServer(): void {
  const shield = activeShield();
  if (useSession.getState().user) call(putShield, { shield: shield && shieldMode(shield) }).catch(() => undefined);
}

/** Shows everything by the shield that is worn now: all that was known is asked for anew. */
export function showAgain(): void {
  useShield.setState({ shield: activeShield() });
  // Insecure pages have no store.
  if ('caches' in window) for (const name of CACHES) void caches.delete(name).catch(() => undefined);
  reconnectLive();
  void queryClient.resetQueries();
}
