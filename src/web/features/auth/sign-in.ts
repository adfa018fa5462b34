import { recalculatePoints } from '#contract/account.ts';
import { login, logout, register, type SessionUser } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { registerWithOAuth, totpForOAuth } from '#contract/oauth.ts';
import { clientError } from '#web/data/api-error.ts';
import { call, renewSession } from '#web/data/call.ts';
import { leavePush } from '#web/data/push-device.ts';
import { storeToken, useSession } from '#web/data/session.ts';
import { closePromo } from '#web/data/ui-state.ts';
import { clearInvite } from './invite-link.ts';
import { loadProfile, showUserOf } from './start-up.ts';

/** Signs in. Throws the server's error. */
export const signIn = (input: InputOf<typeof login>): Promise<SessionUser> => whileLoading(async () => accept(await call(login, input)));

/** Creates an account and signs in with it. Clears the used invite code. */
export const signUp = (input: InputOf<typeof register>): Promise<SessionUser> =>
  whileLoading(async () => {
    const user = await accept(await call(register, input));
    clearInvite();
    return user;
  });

/** Creates an account after a return from a provider, and signs in with it. */
export const signUpWithOAuth = (input: InputOf<typeof registerWithOAuth>): Promise<SessionUser> =>
  whileLoading(async () => {
    const user = await accept(await call(registerWithOAuth, input));
    clearInvite();
    return user;
  });

/** Submits the second factor after a return from a provider, and signs in. */
export const finishOAuth = (totp: string): Promise<SessionUser> => whileLoading(async () => accept(await call(totpForOAuth, { totp })));

/** Takes over the session that a provider sign-in began: this browser has its cookie, but no token yet. */
export const signInWithOAuth = (): Promise<SessionUser | null> =>
  whileLoading(async () => {
    signOutOtherUser();
    const token = await renewSession();
    if (token === '') throw clientError('oauth_sync_failed');
    showUserOf(token);
    await settleIn();
    return useSession.getState().user;
  });

/** Signs out locally in any case, and on the server if it is reachable. */
export async function signOut(): Promise<void> {
  const ended = call(logout, {}).catch(() => undefined);
  storeToken('');
  await Promise.all([ended, leavePush()]);
}

async function accept({ access, user }: { access: string; user: SessionUser }): Promise<SessionUser> {
  // Replies are trusted to have their type (docs/decisions/011), but this one may come from a proxy in between.
  if (typeof access !== 'string' || access === '') throw clientError('token_missing');
  signOutOtherUser();
  storeToken(access);
  useSession.setState({ user });
  await settleIn();
  return user;
}

/** Signs out the previous user, in other tabs too: these would use the new token for the previous user. */
function signOutOtherUser(): void {
  if (useSession.getState().token !== '') storeToken('');
}

/** Loads profile and points, which may fail without undoing the sign-in. */
async function settleIn(): Promise<void> {
  closePromo();
  await loadProfile().catch(() => undefined);
  await call(recalculatePoints, {}).catch(() => undefined);
}

async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  useSession.setState({ loading: true });
  try {
    return await work();
  } finally {
    useSession.setState({ loading: false });
  }
}
