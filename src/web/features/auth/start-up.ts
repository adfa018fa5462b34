import { me, type SessionUser } from '#contract/auth.ts';
import { call, onRecovered, renewSession } from '#web/data/call.ts';
import { queryClient } from '#web/data/query-client.ts';
import { adoptToken, TOKEN_KEY, useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { tokenClaims } from '#web/data/tokens.ts';
import { recall } from '#web/lib/storage.ts';

/**
 * Determines the user (docs/rules.md#signing-in-on-the-page). With a token: shows its user, loads the profile, and renews the token on
 * failure. Without one: requests a token. Only the server's reply ends a session; without a reply, the token's user stays. The session is
 * booted afterwards in any case.
 */
export async function bootstrapSession(): Promise<void> {
  const { token } = useSession.getState();
  useSession.setState({ loading: true });
  try {
    if (token === '') await signInByRefresh();
    else await startSession(token).catch(signInByRefresh);
  } catch {
    // A user whose session has ended is now a visitor. Without a reply, the token's user stays until the server answers.
  } finally {
    useSession.setState({ loading: false, booted: true });
  }
}

async function signInByRefresh(): Promise<void> {
  const token = await renewSession();
  if (token !== '') await startSession(token);
}

/** Shows the user named by the token at once, then loads the profile. */
export async function startSession(token: string): Promise<void> {
  showUserOf(token);
  await loadProfile();
}

export async function loadProfile(): Promise<void> {
  const { user } = await call(me, {});
  // Ignores a reply that arrives after signing out.
  useSession.setState(({ token }) => (token === '' ? {} : { user }));
}

export function showUserOf(token: string): void {
  try {
    useSession.setState({ user: readUser(token) });
  } catch (error) {
    toast('error', UNREADABLE_TOKEN);
    throw error;
  }
}

/** When the server is reachable again, fetches what failed meanwhile. Returns a function that stops this. */
export const followRecovery = (): (() => void) =>
  onRecovered(() => {
    void loadProfile().catch(() => undefined);
    void queryClient.invalidateQueries();
  });

/** Applies sign-in, renewal and sign-out in other tabs to this one. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    // What is stored now, not what the event tells: it may come late, after this tab has stored another token.
    const token = recall(TOKEN_KEY) ?? '';
    const { user } = useSession.getState();
    adoptToken(token);
    if (token !== '' && user === null) startSession(token).catch(() => undefined);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Shown in Chinese in every language (docs/rules.md#signing-in-on-the-page). */
const UNREADABLE_TOKEN = '无法解析用户信息，请重新登录';

/**
 * Returns the user of a token, from any of the claim names in use (docs/rules.md#passwords-and-sessions).
 * Throws an Error with UNREADABLE_TOKEN if nothing can be read.
 */
export function readUser(token: string): SessionUser {
  const claims = claimsOf(token);
  const id = firstText(claims, ['uid', 'user_id', 'sub', 'id']);
  if (id === null) throw new Error(UNREADABLE_TOKEN);
  const email = firstText(claims, ['email', 'mail', 'username']) ?? '';
  return {
    id,
    email,
    display_name: displayName(claims, email),
    avatar_url: firstText(claims, ['avatar_url']),
    public_handle: firstText(claims, ['public_handle']) ?? '',
  };
}

/** Returns the name to show: the claim, else the part of the email before @, else `name`. */
const displayName = (claims: Record<string, unknown>, email: string): string =>
  firstText(claims, ['display_name']) ?? (email.split('@')[0] || firstText(claims, ['name']) || '');

function claimsOf(token: string): Record<string, unknown> {
  try {
    return tokenClaims(token);
  } catch (cause) {
    throw new Error(UNREADABLE_TOKEN, { cause });
  }
}

/** Returns the first of the claims that is a text, or a number, because some issuers use numeric ids. */
function firstText(claims: Record<string, unknown>, names: string[]): string | null {
  const value = names.map((name) => claims[name]).find((claim) => (typeof claim === 'string' && claim !== '') || typeof claim === 'number');
  return value === undefined ? null : String(value);
}
