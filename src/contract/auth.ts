import { z } from 'zod';
import { INVITE_WAYS } from '#domain/ledger/rewards.ts';
import { code, codeTimes, nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MESSAGE_CHANNELS } from './outbox.ts';

/** The signed-in user, as every page knows them. */
export const sessionUser = z.object({
  id: uuid,
  /** Null for accounts that sign in with a provider and have no address. */
  email: z.string().nullable(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  public_handle: z.string(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const email = z.string().trim().min(1).max(254);
// Rules have codes of their own (password_min and so on), so the wire only limits the size.
const password = z.string().min(1).max(1024);
const passwordTwice = { password, password_confirm: z.string().max(1024) };

/** A code of the authenticator app, or a recovery code: "123 456", "K7QM-2WXP". */
export const secondFactor = z.string().trim().min(1).max(32);

/** Taken from the link in a message with a code. */
const codeToken = z.string().min(1).max(200);

/** What a captcha is solved for: a solution for one action is not valid for another. */
export const CAPTCHA_ACTIONS = ['login', 'register', 'forgot', 'admin_login'] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];

/** How the caller got the invite code; informative only. */
export const inviteThrough = z.enum(INVITE_WAYS).optional();

/** A solved challenge in ALTCHA's encoding (base64 of JSON); `captcha_required` if missing. */
export const captcha = z.string().max(4096).optional();

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/auth/captcha',
  access: 'public',
  summary: 'A proof of work to solve for an action, in the format of ALTCHA, version 2',
  input: z.object({ action: z.enum(CAPTCHA_ACTIONS) }),
  reply: z.object({ parameters: z.record(z.string(), z.json()), signature: z.string() }),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  status: 201,
  summary: 'Creates an account and signs it in',
  input: z.strictObject({
    email,
    ...passwordTwice,
    captcha,
    /** A hidden field: only programs fill it in. */
    website: z.string().max(1024).optional(),
    display_name: z.string().trim().max(40).optional(),
    invite_code: z.string().trim().max(16).optional(),
    invite_through: inviteThrough,
    agree: z.boolean(),
    adult: z.boolean(),
    time_zone: z.string().max(64).optional(),
  }),
  reply: z.object({ access: z.string(), user: sessionUser }),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Signs in; sets the refresh cookie',
  /** Answers `totp_required` if the account has a second factor: repeat the call with the code; the captcha stays valid. */
  input: z.strictObject({ email, password, captcha, totp: secondFactor.optional(), remember: z.boolean().default(false) }),
  reply: z.object({ access: z.string(), user: sessionUser }),
});

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'Exchanges the refresh cookie for a new access token',
  input: z.strictObject({}),
  /** The token is empty without a cookie: a guest's first visit is no error. */
  reply: z.object({ access: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'Ends the session of the refresh cookie; no effect without one',
  input: z.strictObject({}),
  reply: nothing,
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'user',
  summary: 'The signed-in user',
  input: nothing,
  reply: z.object({ user: sessionUser }),
});

export const registerMeta = endpoint({
  method: 'GET',
  path: '/api/auth/register/meta',
  access: 'public',
  summary: 'The rules of registration',
  input: nothing,
  reply: z.object({
    password: z.object({ min: z.number().int(), max: z.number().int() }),
    age_min: z.number().int(),
    terms_version: z.string(),
    invite_bonus: z.number().int(),
    /** False while registration is closed: `switched_off`. */
    is_open: z.boolean(),
    /** How long a solved captcha stays valid, in seconds. */
    captcha: z.object({ expires_seconds: z.number().int() }),
  }),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  access: 'public',
  summary: 'Sends a code to the address if it has an account; the response is the same if not',
  input: z.strictObject({ email, captcha }),
  reply: z.object(codeTimes),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  access: 'public',
  summary: 'Sets a new password with the code, and ends every session',
  /** `token`: from the link in the mail. With it the code is valid in any browser; it is required after too many wrong codes today. */
  input: z.strictObject({ email, code, token: codeToken.optional(), ...passwordTwice }),
  reply: nothing,
});

export const openCodeLink = endpoint({
  method: 'POST',
  path: '/api/auth/code-link',
  access: 'user',
  summary: 'Opens the link of a message with a code: from then on its digits are enough in the session that requested them',
  input: z.strictObject({ token: codeToken }),
  reply: nothing,
});

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email/send-code',
  access: 'user',
  summary: "Sends a code to the caller's address, or to a new one (after a step-up)",
  input: z.strictObject({ email: email.optional() }),
  reply: z.object({ sent_to: z.string(), ...codeTimes }),
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/verify',
  access: 'user',
  summary: 'Confirms an address by its code; a new one replaces the present one',
  input: z.strictObject({ code, email: email.optional() }),
  reply: z.object({ user: sessionUser }),
});

export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/api/auth/step-up/send-code',
  access: 'user',
  summary: 'Sends a step-up code to the confirmed address, else to Telegram, else to the phone; a way that failed is tried last',
  input: z.strictObject({}),
  /** The masked address or number; a chat has no name. */
  reply: z.object({ channel: z.enum(MESSAGE_CHANNELS), sent_to: z.string().nullable(), ...codeTimes }),
});

export const getCodeDelivery = endpoint({
  method: 'GET',
  path: '/api/auth/code-delivery',
  access: 'user',
  summary: "Says whether the caller's latest code arrived",
  input: z.object({ purpose: z.enum(['step_up', 'confirm_phone']) }),
  reply: z.object({
    /** `late`: not within a minute; `failed`: certainly not; `unknown`: there is no code, or its channel does not tell. */
    state: z.enum(['on_its_way', 'delivered', 'late', 'failed', 'unknown']),
    /** Whether another code would be sent another way, because this one did not arrive. */
    other_way: z.boolean(),
  }),
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/api/auth/step-up',
  access: 'user',
  summary: 'Steps up for ten minutes with the password, a code or the second factor',
  /** Exactly one of the first three. `channel`: where the code was sent; by default the first confirmed contact. */
  input: z.strictObject({
    password: password.optional(),
    code: code.optional(),
    totp: secondFactor.optional(),
    channel: z.enum(MESSAGE_CHANNELS).optional(),
  }),
  reply: z.object({ until: timestamp }),
});

export const notMe = endpoint({
  method: 'POST',
  path: '/api/auth/not-me',
  access: 'public',
  summary: 'Opens the link of a security warning: ends every session and holds withdrawals',
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  reply: z.object({ held_until: timestamp }),
});

/** The claims of an access token: `sub` is the user's id. */
export const accessClaims = z.object({ sub: uuid, email: z.string().optional(), sid: uuid, exp: z.number() });
export type AccessClaims = z.infer<typeof accessClaims>;
