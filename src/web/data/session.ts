import { create } from 'zustand';
import type { SessionUser } from '#contract/auth.ts';
import { recall, remember } from '#web/lib/storage.ts';

export const TOKEN_KEY = 'access_token';

/** The session of the site. The token is '' while signed out. */
export interface Session {
  user: SessionUser | null;
  token: string;
  /** A sign-in, sign-up or start-up is in progress. */
  loading: boolean;
  /** The first attempt to restore the session has ended. */
  booted: boolean;
}

export const useSession = create<Session>(() => ({ user: null, token: recall(TOKEN_KEY) ?? '', loading: false, booted: false }));

/** Stores a token; '' signs out. Other tabs receive it through the storage event. */
export function storeToken(token: string): void {
  remember(TOKEN_KEY, token === '' ? null : token);
  adoptToken(token);
}

/** Adopts a token that is stored already (by another tab). */
export function adoptToken(token: string): void {
  useSession.setState(token === '' ? { token, user: null } : { token });
}

/** The signed-in user, or null. */
export const useUser = (): SessionUser | null => useSession((session) => session.user);
