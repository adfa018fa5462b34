import { adminLogin, adminLogout, adminMe, type SessionAdmin } from '#contract/admin-auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { clientError } from '#web/data/api-error.ts';
import { queryClient } from '#web/data/query-client.ts';
import { call } from './call.ts';
import { showAdmin, storeToken, useAdminSession } from './session.ts';

/** Signs an admin in. Throws what the server refused with: `totp_required` asks for the same again with a code. */
export async function signIn(input: InputOf<typeof adminLogin>): Promise<SessionAdmin> {
  const { admin, access } = await call(adminLogin, input);
  // Replies are trusted to be of their type (docs/decisions/011), but this one may come from a proxy in between.
  if (typeof access !== 'string' || access === '') throw clientError('token_missing');
  queryClient.clear();
  storeToken(access);
  showAdmin(admin);
  return admin;
}

/** Asks who is here (docs/rules.md#signing-in-on-the-page): me, and where that is refused a refresh and me once more. Throws the refusal. */
export async function loadAdmin(): Promise<void> {
  const { admin } = await call(adminMe, {});
  // An answer that comes after signing out speaks of nobody.
  if (useAdminSession.getState().token !== '') showAdmin(admin);
}

/** Ends the session here in any case, and on the server when it can be reached. */
export async function signOut({ hasIdled = false } = {}): Promise<void> {
  const ended = call(adminLogout, {}).catch(() => undefined);
  storeToken('');
  useAdminSession.setState({ hasIdled });
  queryClient.clear();
  await ended;
}

/** Where to go after signing in: what was asked for, where that is a page of the console that needs somebody signed in. */
export function consoleNext(raw: string | null): string {
  const next = safeNext(raw);
  const { pathname } = new URL(next, 'http://console');
  return /^\/admin(\/|$)/.test(pathname) && !/^\/admin\/(login|welcome)\/?$/.test(pathname) ? next : '/admin';
}

/** The address of the sign-in page that leads back to where one is. */
export const loginPath = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/admin/login?next=${encodeURIComponent(pathname + search)}`;
