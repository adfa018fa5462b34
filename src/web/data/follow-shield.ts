import { useSession } from './session.ts';
import { activeShield, SHIELD_CHANGED_KEY } from './shield.ts';

/** Follows what other tabs put on or take off, and who signs in here; returns how to stop. Few wear a shield: what it takes is fetched for them alone. */
export function followShield(): () => void {
  const load = () => import('./set-spoiler-mode.ts');
  const follow = ({ key }: StorageEvent) => {
    if (key === SHIELD_CHANGED_KEY) void load().then(({ showAgain }) => showAgain());
  };
  window.addEventListener('storage', follow);
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id && activeShield()) void load().then(({ sendToServer }) => sendToServer());
  });
  return () => {
    window.removeEventListener('storage', follow);
    unsubscribe();
  };
}
