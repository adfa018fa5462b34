import { create } from 'zustand';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { tokenClaims } from '#web/data/tokens.ts';
import { recall, remember } from '#web/lib/storage.ts';

/** Another key than the site's: who is both a user and an admin is signed in twice, and neither token opens what the other does. */
export const ADMIN_TOKEN_KEY = 'admin_access_token';

/** Who is signed in to the console. */
export interface AdminSession {
  /** Null until the server has said who the token's admin is, and when nobody is signed in. */
  admin: SessionAdmin | null;
  /** '' when nobody is signed in. */
  token: string;
  /** It has just ended as nobody typed or clicked: the sign-in page says so. */
  hasIdled: boolean;
}

export const useAdminSession = create<AdminSession>(() => ({ admin: null, token: recall(ADMIN_TOKEN_KEY) ?? '', hasIdled: false }));

/** The signed-in admin, or null. */
export const useAdmin = (): SessionAdmin | null => useAdminSession(({ admin }) => admin);

/** Takes over a token; '' signs out. Other tabs hear of it through the storage event. */
export function storeToken(token: string): void {
  remember(ADMIN_TOKEN_KEY, token === '' ? null : token);
  useAdminSession.setState(token === '' ? { token, admin: null } : { token });
}

/** What is known of the signed-in admin now. */
export const showAdmin = (admin: SessionAdmin): void => useAdminSession.setState({ admin, hasIdled: false });

/** What another tab did to the session happens here too: signing in, renewing, signing out. Returns how to stop. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key !== ADMIN_TOKEN_KEY && event.key !== null) return;
    const token = event.newValue ?? '';
    const { admin } = useAdminSession.getState();
    // Of another admin the server is asked who they are.
    useAdminSession.setState({ token, admin: admin !== null && ownerOf(token) === admin.id ? admin : null });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function ownerOf(token: string): unknown {
  try {
    return tokenClaims(token).sub;
  } catch {
    return null;
  }
}
