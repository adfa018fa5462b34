import { create } from 'zustand';
import type { SessionUser } from '#contract/auth.ts';
import { recall, remember } from '#web/lib/storage.ts';

export const TOKEN_KEY = 'access_token';

/** Who is signed in. The token is '' when nobody is. */
export interface Session {
  user: SessionUser | null;
  token: string;
  /** A sign-in, sign-up or start-up is under way. */
  loading: boolean;
  /** The first attempt to find out who is here has ended. */
  booted: boolean;
}

export const useSession = create<Session>(() => ({ user: null, token: recall(TOKEN_KEY) ?? '', loading: false, booted: false }));

/** Takes over a token; '' signs out. Other tabs hear of it through the storage event. */
export function storeToken(token: string): void {
  remember(TOKEN_KEY, token === '' ? null : token);
  adoptToken(token);
}

/** Takes over a token that is stored already (by another tab). */
export function adoptToken(token: string): void {
  useSession.setState(token === '' ? { token, user: null } : { token });
}

/** The signed-in user, or null. */
export const useUser = (): SessionUser | null => useSession((session) => session.user);
