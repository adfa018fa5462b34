import type { Profile } from '#contract/profile.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { displayName, type requireUser } from '#server/modules/identity/auth/service.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

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
