import type { Transaction } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Profile } from '#contract/profile.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { displayName, type requireUser } from '#server/modules/identity/auth/service.ts';
import { lockUser } from '#server/modules/identity/security/queries.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';

export type User = Awaited<ReturnType<typeof requireUser>>;

/**
 * Locks and returns the caller's row, so that concurrent changes wait. Throws `account_disabled` if the account was disabled or deleted.
 */
export async function lockOwner(db: Transaction<DB>, id: string): Promise<User> {
  const user = await lockUser(db, { id });
  if (user?.status !== 'normal') throw new AppError('account_disabled');
  return user;
}

/** Maps a unique violation of the database, as when two users take the same value at once, to its error; returns other errors unchanged. */
export function takenError(error: unknown): unknown {
  const code = TAKEN[(error as { constraint?: string }).constraint ?? ''];
  return code ? new AppError(code) : error;
}

const TAKEN: Record<string, ErrorCode> = {
  users_public_handle_key: 'handle_taken',
  users_by_wallet: 'wallet_taken',
  users_by_phone: 'phone_taken',
};

/** Builds the profile as shown to the user. */
export const profileOf = (user: User): Profile => ({
  email: user.email,
  email_verified: user.email_verified_at !== null,
  verified_at: user.email_verified_at?.toISOString() ?? null,
  has_password: user.password_hash !== null,
  display_name: displayName(user),
  public_handle: user.public_handle,
  avatar_url: user.avatar_url,
  wallet_address: user.wallet_address,
  phone: user.phone,
  phone_verified: user.phone_verified_at !== null,
  country: user.country,
  time_zone: user.time_zone,
  locale: matchLocale(user.locale) ?? DEFAULT_LOCALE,
  named_in_receipts: user.named_in_receipts,
  created_at: user.created_at.toISOString(),
  last_login_at: user.last_login_at?.toISOString() ?? null,
});
