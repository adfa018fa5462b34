import { z } from 'zod';
import { LOCALES } from '#domain/identity/locale.ts';
import { code, codeTimes, nothing, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A user's profile, as shown to themselves. */
export const profile = z.object({
  /** Null for accounts that sign in with a provider and have no address. */
  email: z.string().nullable(),
  email_verified: z.boolean(),
  /** When the address was confirmed. */
  verified_at: timestamp.nullable(),
  /** False for accounts that sign in with a provider. */
  has_password: z.boolean(),
  display_name: z.string(),
  public_handle: z.string(),
  avatar_url: z.string().nullable(),
  wallet_address: z.string().nullable(),
  /** In international format: "+84912345678". */
  phone: z.string().nullable(),
  phone_verified: z.boolean(),
  /** Two capital letters. */
  country: z.string().nullable(),
  time_zone: z.string(),
  /** The language of messages. */
  locale: z.enum(LOCALES),
  /** Receipts name the user's bets by the handle instead of a pseudonym. */
  named_in_receipts: z.boolean(),
  created_at: timestamp,
  last_login_at: timestamp.nullable(),
});
export type Profile = z.infer<typeof profile>;

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/account/profile',
  access: 'user',
  isArming: true,
  summary: 'Changes the given fields; a new wallet requires a step-up',
  input: z.strictObject({
    /** Null: the part of the address before the @, or the handle. */
    display_name: z.string().trim().max(40).nullable().optional(),
    /** 3 to 20 of a to z, 0 to 9 and _, in any case; `handle_taken` if it is in use. */
    public_handle: z.string().trim().max(40).optional(),
    country: z.string().trim().max(8).nullable().optional(),
    time_zone: z.string().trim().max(64).optional(),
    locale: z.enum(LOCALES).optional(),
    named_in_receipts: z.boolean().optional(),
    /** TRC20; null removes it. `invalid_wallet`, `wallet_taken`. */
    wallet_address: z.string().trim().max(128).nullable().optional(),
  }),
  reply: z.object({ profile }),
});

/** With its country code, in any notation: "+84 91 234 56 78". */
const phone = z.string().trim().min(1).max(40);

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/account/phone/send-code',
  access: 'user',
  isArming: true,
  summary: 'Sends a code to a new phone number, after a step-up',
  input: z.strictObject({ phone }),
  reply: z.object({ sent_to: z.string(), ...codeTimes }),
});

export const verifyPhone = endpoint({
  method: 'POST',
  path: '/api/account/phone/verify',
  access: 'user',
  isArming: true,
  summary: 'Confirms a phone number by its code',
  input: z.strictObject({ phone, code }),
  reply: z.object({ profile }),
});

export const removePhone = endpoint({
  method: 'DELETE',
  path: '/api/account/phone',
  access: 'user',
  summary: "Removes the caller's phone number, after a step-up",
  input: z.object({}),
  reply: nothing,
});
