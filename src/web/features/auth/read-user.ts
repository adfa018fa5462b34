import type { SessionUser } from '#contract/auth.ts';
import { tokenClaims } from '#web/lib/token-claims.ts';

/** Shown in Chinese in every language (docs/rules.md#signing-in-on-the-page). */
export const UNREADABLE_TOKEN = '无法解析用户信息，请重新登录';

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
