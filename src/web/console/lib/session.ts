import { create } from 'zustand';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { tokenClaims } from '#web/data/tokens.ts';
import { recall, remember } from '#web/lib/storage.ts';

/** Separate from the site's key: a user who is also an admin has two sessions, and neither token opens the other. */
export const ADMIN_TOKEN_KEY = 'admin_access_token';

/** The session of the console. */
export interface AdminSession {
  /** Null until the server has identified the token's admin, and while signed out. */
  admin: SessionAdmin | null;
  /** '' while signed out. */
  token: string;
  /** The session has just ended for lack of input: the sign-in page says so. */
  hasIdled: boolean;
}

export const useAdminSession = create<AdminSession>(() => ({ admin: null, token: recall(ADMIN_TOKEN_KEY) ?? '', hasIdled: false }));

/** The signed-in admin, or null. */
export const useAdmin = (): SessionAdmin | null => useAdminSession(({ admin }) => admin);

/** Stores a token; '' signs out. Other tabs receive it through the storage event. */
export function storeToken(token: string): void {
  remember(ADMIN_TOKEN_KEY, token === '' ? null : token);
  useAdminSession.setState(token === '' ? { token, admin: null } : { token });
}

/** Updates the signed-in admin's data. */
export const showAdmin = (admin: SessionAdmin): void => useAdminSession.setState({ admin, hasIdled: false });

/** Applies what other tabs do to the session: signing in, renewing, signing out. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key !== ADMIN_TOKEN_KEY && event.key !== null) return;
    // What is stored now, not what the event tells: it may come late, after this tab has stored another token.
    const token = recall(ADMIN_TOKEN_KEY) ?? '';
    const { admin } = useAdminSession.getState();
    // For another admin, the server is asked who they are.
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
