import { adminLogin, adminLogout, adminMe, type SessionAdmin } from '#contract/admin-auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { clientError } from '#web/data/api-error.ts';
import { queryClient } from '#web/data/query-client.ts';
import { call } from './call.ts';
import { showAdmin, storeToken, useAdminSession } from './session.ts';

/** Signs an admin in. Throws the server's refusal: after `totp_required`, call it again with a code. */
export async function signIn(input: InputOf<typeof adminLogin>): Promise<SessionAdmin> {
  const { admin, access } = await call(adminLogin, input);
  // Replies are trusted to match their type (docs/decisions/011), but a proxy may have sent this one.
  if (typeof access !== 'string' || access === '') throw clientError('token_missing');
  queryClient.clear();
  storeToken(access);
  showAdmin(admin);
  return admin;
}

/**
 * Finds out who is signed in (docs/rules.md#signing-in-on-the-page): calls me, and if refused, refreshes the token and calls it again.
 * Throws the refusal.
 */
export async function loadAdmin(): Promise<void> {
  const { admin } = await call(adminMe, {});
  // Ignores an answer that arrives after signing out.
  if (useAdminSession.getState().token !== '') showAdmin(admin);
}

/** Ends the session here in any case, and on the server if it can be reached. */
export async function signOut({ hasIdled = false } = {}): Promise<void> {
  const ended = call(adminLogout, {}).catch(() => undefined);
  storeToken('');
  useAdminSession.setState({ hasIdled });
  queryClient.clear();
  await ended;
}

/** Where to go after signing in: the requested page, if it is one of the console that needs a session. */
export function consoleNext(raw: string | null): string {
  const next = safeNext(raw);
  const { pathname } = new URL(next, 'http://console');
  return /^\/admin(\/|$)/.test(pathname) && !/^\/admin\/(login|welcome)\/?$/.test(pathname) ? next : '/admin';
}

/** The address of the sign-in page that leads back to the present one. */
export const loginPath = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/admin/login?next=${encodeURIComponent(pathname + search)}`;
