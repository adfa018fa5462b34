import { z } from 'zod';
import { secondFactor } from './auth.ts';
import { nothing, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/account/two-factor';

export const getTwoFactor = endpoint({
  method: 'GET',
  path,
  access: 'user',
  summary: 'Whether sign-in requires a code from an authenticator app',
  input: z.object({}),
  reply: z.object({ enabled_at: timestamp.nullable(), recovery_codes_left: z.number().int() }),
});

export const beginTwoFactor = endpoint({
  method: 'POST',
  path,
  access: 'user',
  isArming: true,
  summary: 'Generates a secret for an authenticator app, after a step-up; it takes effect with its first code',
  input: z.strictObject({}),
  reply: z.object({
    /** In base32, for typing by hand. */
    secret: z.string(),
    /** otpauth://totp/..., for a QR code. */
    uri: z.string(),
  }),
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: `${path}/confirm`,
  access: 'user',
  isArming: true,
  summary: 'Turns the second factor on with its first code; returns the recovery codes, once',
  input: z.strictObject({ totp: secondFactor }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recovery-codes`,
  access: 'user',
  isArming: true,
  summary: 'Replaces the recovery codes, after a step-up',
  input: z.strictObject({}),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

export const endTwoFactor = endpoint({
  method: 'DELETE',
  path,
  access: 'user',
  summary: 'Turns the second factor off, after a step-up',
  input: z.object({}),
  reply: nothing,
});
