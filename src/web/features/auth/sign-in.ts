import { recalculatePoints } from '#contract/account.ts';
import { login, logout, register, type SessionUser } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { clientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { storeToken, useSession } from '#web/lib/session.ts';
import { closePromo } from '#web/lib/ui-state.ts';
import { forgetInvite } from './invite-link.ts';
import { loadProfile } from './start-up.ts';

/** Signs in. Throws what the server refused with. */
export const signIn = (input: InputOf<typeof login>): Promise<SessionUser> => whileLoading(async () => accept(await call(login, input)));

/** Creates an account and signs in with it. The invite code has done its work then. */
export const signUp = (input: InputOf<typeof register>): Promise<SessionUser> =>
  whileLoading(async () => {
    const user = await accept(await call(register, input));
    forgetInvite();
    return user;
  });

/** Ends the session here in any case, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  const ended = call(logout, {}).catch(() => undefined);
  storeToken('');
  await ended;
}

/** Takes over the token and the user; profile and points follow, and may fail without undoing the sign-in. */
async function accept({ access, user }: { access: string; user: SessionUser }): Promise<SessionUser> {
  // Replies are trusted to be of their type (docs/decisions/011), but this one may come from a proxy in between.
  if (typeof access !== 'string' || access === '') throw clientError('token_missing');
  storeToken(access);
  useSession.setState({ user });
  closePromo();
  await loadProfile().catch(() => undefined);
  await call(recalculatePoints, {}).catch(() => undefined);
  return user;
}

async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  useSession.setState({ loading: true });
  try {
    return await work();
  } finally {
    useSession.setState({ loading: false });
  }
}
