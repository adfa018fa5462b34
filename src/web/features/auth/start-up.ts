import { me, type SessionUser } from '#contract/auth.ts';
import { call, onRecovered, renewSession } from '#web/data/call.ts';
import { queryClient } from '#web/data/query-client.ts';
import { adoptToken, TOKEN_KEY, useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { tokenClaims } from '#web/data/tokens.ts';

/**
 * Finds out who is here (docs/rules.md#signing-in-on-the-page). With a token: the user it names, then their profile, and on a failure
 * another token. Without one: another token. Only the server's word ends a session: without it the user of the token stays. Whatever comes
 * of it, the session is booted afterwards.
 */
export async function bootstrapSession(): Promise<void> {
  const { token } = useSession.getState();
  useSession.setState({ loading: true });
  try {
    if (token === '') await signInByRefresh();
    else await startSession(token).catch(signInByRefresh);
  } catch {
    // Who has ended their session is a visitor now. Who could not be asked stays whom the token names, until the server answers.
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

/** When the server is there again, asks for what could not be had meanwhile. Returns how to stop. */
export const followRecovery = (): (() => void) =>
  onRecovered(() => {
    void loadProfile().catch(() => undefined);
    void queryClient.invalidateQueries();
  });

/** What another tab did to the session happens here too: signing in, renewing, and signing out. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    const token = event.newValue ?? '';
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
 * The user that a token names, under any of the names that tokens use for it (docs/rules.md#passwords-and-sessions).
 * Throws an Error that says UNREADABLE_TOKEN when nothing can be read.
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

/** The name to show: the one given, else the part of the email before @, else `name`. */
const displayName = (claims: Record<string, unknown>, email: string): string =>
  firstText(claims, ['display_name']) ?? (email.split('@')[0] || firstText(claims, ['name']) || '');

function claimsOf(token: string): Record<string, unknown> {
  try {
    return tokenClaims(token);
  } catch (cause) {
    throw new Error(UNREADABLE_TOKEN, { cause });
  }
}

/** The first of the names that holds a text, or a number as some issuers write ids. */
function firstText(claims: Record<string, unknown>, names: string[]): string | null {
  const value = names.map((name) => claims[name]).find((claim) => (typeof claim === 'string' && claim !== '') || typeof claim === 'number');
  return value === undefined ? null : String(value);
}
