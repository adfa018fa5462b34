import { z } from 'zod';
import { inviteThrough, secondFactor, sessionUser } from './auth.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Sign-in providers. */
export const PROVIDERS = ['google', 'telegram'] as const;
export const provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof provider>;

export const linkedAccount = z.object({
  id: uuid,
  type: provider,
  /** Masked: "m***@gmail.com", "@m***". */
  identifier: z.string(),
  created_at: timestamp,
  verified_at: timestamp,
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

/**
 * Signing in with a provider redirects the whole browser: `GET /api/auth/google/start?next=` and `GET /api/auth/telegram/start?next=` lead
 * to the provider, `/api/auth/{provider}/callback` leads back, and on to the page `/sign-in?provider=&next=`, with `error=` (a code of
 * errors.ts) on failure. That page asks `getOAuthFlow` for the outcome.
 */
export const PROVIDER_START = { google: '/api/auth/google/start', telegram: '/api/auth/telegram/start' } as const satisfies Record<
  Provider,
  string
>;

export const beginOAuth = endpoint({
  method: 'POST',
  path: '/api/auth/elsewhere/begin',
  access: 'user',
  isArming: true,
  summary: 'Starts to link an OAuth account (after a step-up), or a step-up by signing in again with a linked one',
  input: z.strictObject({ provider, purpose: z.enum(['link', 'step_up']), next: z.string().max(1024).optional() }),
  /** Where the browser goes next. */
  reply: z.object({ url: z.string() }),
});

export const getOAuthFlow = endpoint({
  method: 'GET',
  path: '/api/auth/elsewhere',
  access: 'public',
  summary: 'What a browser that returned from a provider still has to provide',
  input: nothing,
  reply: z.object({
    /**
     * `done`: signed in, linked or stepped up. `register`: no account here belongs to that identity yet. `totp`: the second factor is
     * needed. `none`: nothing is in progress.
     */
    step: z.enum(['none', 'done', 'register', 'totp']),
    provider: provider.nullable(),
    purpose: z.enum(['sign_in', 'link', 'step_up']).nullable(),
    /** The provider's data, shown before an account is created. */
    email: z.string().nullable(),
    display_name: z.string().nullable(),
  }),
});

export const registerWithOAuth = endpoint({
  method: 'POST',
  path: '/api/auth/elsewhere/register',
  access: 'public',
  status: 201,
  summary: 'Creates an account for a user whom a provider has identified, and signs it in',
  input: z.strictObject({
    agree: z.boolean(),
    adult: z.boolean(),
    display_name: z.string().trim().max(40).optional(),
    invite_code: z.string().trim().max(16).optional(),
    invite_through: inviteThrough,
    time_zone: z.string().max(64).optional(),
  }),
  reply: z.object({ access: z.string(), user: sessionUser }),
});

export const totpForOAuth = endpoint({
  method: 'POST',
  path: '/api/auth/elsewhere/totp',
  access: 'public',
  summary: 'Checks the second factor, and signs in',
  input: z.strictObject({ totp: secondFactor }),
  reply: z.object({ access: z.string(), user: sessionUser }),
});

export const unlinkAccount = endpoint({
  method: 'DELETE',
  path: '/api/account/linked/:id',
  access: 'user',
  summary: 'Unlinks an OAuth account, after a step-up; the last sign-in method cannot be removed (`last_sign_in_method`)',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const createBindToken = endpoint({
  method: 'POST',
  path: '/api/telegram/bind-token',
  access: 'user',
  isArming: true,
  summary: 'Creates the token that links a Telegram chat when it is sent to the bot, after a step-up; invalidates the previous token',
  input: z.strictObject({}),
  reply: z.object({
    /** Opens the bot with the command filled in. */
    url: z.string(),
    /** "/start ...", for copying. */
    command: z.string(),
    bot: z.string(),
    expires_at: timestamp,
  }),
});

export const unbindTelegram = endpoint({
  method: 'DELETE',
  path: '/api/telegram/bind',
  access: 'user',
  summary: 'Unlinks Telegram, after a step-up: the bot stops sending; the last sign-in method cannot be removed (`last_sign_in_method`)',
  input: z.object({}),
  reply: nothing,
});
