import { useSession } from './session.ts';
import { SHIELD_CHANGED_KEY, wornShield } from './shield.ts';

/** Follows what other tabs put on or take off, and who signs in here; returns how to stop. Few wear a shield: what it takes is fetched for them alone. */
export function followShield(): () => void {
  const load = () => import('./wear-shield.ts');
  const follow = ({ key }: StorageEvent) => {
    if (key === SHIELD_CHANGED_KEY) void load().then(({ showAnew }) => showAnew());
  };
  window.addEventListener('storage', follow);
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id && wornShield()) void load().then(({ tellServer }) => tellServer());
  });
  return () => {
    window.removeEventListener('storage', follow);
    unsubscribe();
  };
}
