import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { updateProfile } from '#contract/profile.ts';
import { handleFault, normaliseHandle } from '#domain/identity/handle.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { speaksForSite } from '#domain/identity/misleading-name.ts';
import { canonicalTimeZone, countryCode } from '#domain/identity/region.ts';
import { normaliseWallet, walletFault } from '#domain/withdrawals/wallet.ts';
import { validateName as requireName } from '#server/modules/identity/auth/registration.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { User } from './owner.ts';

/** New values of the columns; absent columns stay unchanged. */
export interface Changes {
  display_name?: string | null;
  public_handle?: string;
  country?: string | null;
  time_zone?: string;
  locale?: Locale;
  named_in_receipts?: boolean;
  wallet_address?: string | null;
}

/**
 * Validates the requested changes of a user; returns them in the stored spelling, without values that are already set. Throws the first
 * error found.
 */
export function validateChanges(input: ParsedInputOf<typeof updateProfile>, user: User): Changes {
  const judged: Changes = {};
  if (input.display_name !== undefined) judged.display_name = validateName(input.display_name);
  if (input.public_handle !== undefined) judged.public_handle = validateHandle(input.public_handle, user);
  if (input.country !== undefined) judged.country = validateCountry(input.country);
  if (input.time_zone !== undefined) judged.time_zone = validateTimeZone(input.time_zone);
  if (input.locale !== undefined) judged.locale = input.locale;
  if (input.named_in_receipts !== undefined) judged.named_in_receipts = input.named_in_receipts;
  if (input.wallet_address !== undefined) judged.wallet_address = validateWallet(input.wallet_address);
  return Object.fromEntries(Object.entries(judged).filter(([column, value]) => value !== user[column as keyof Changes]));
}

function validateName(typed: string | null): string | null {
  const name = typed?.normalize('NFC') || null;
  if (name !== null) requireName(name, 'display_name');
  return name;
}

/** Returns the handle to store. Users keep a present handle even if the rules no longer allow it. */
function validateHandle(typed: string, { public_handle }: User): string {
  const handle = normaliseHandle(typed);
  if (handle === public_handle) return handle;
  const fault = handleFault(handle);
  if (fault === 'reserved' || (fault === null && speaksForSite(handle))) throw new AppError('handle_taken');
  if (fault !== null) throw new AppError('invalid_payload', { field: 'public_handle' });
  return handle;
}

function validateCountry(typed: string | null): string | null {
  if (typed === null) return null;
  const country = countryCode(typed);
  if (country === null) throw new AppError('invalid_payload', { field: 'country' });
  return country;
}

function validateTimeZone(typed: string): string {
  const zone = canonicalTimeZone(typed);
  if (zone === null) throw new AppError('invalid_time_zone');
  return zone;
}

function validateWallet(typed: string | null): string | null {
  if (typed === null) return null;
  const wallet = normaliseWallet(typed);
  if (walletFault(wallet) !== null) throw new AppError('invalid_wallet');
  return wallet;
}
