import { z } from 'zod';
import { nothing, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** The signed-in user, as every page knows them. */
export const sessionUser = z.object({
  id: uuid,
  email: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  public_handle: z.string(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const email = z.string().trim().min(1).max(254);
// Rules have codes of their own (password_min and so on), so the wire only limits the size.
const password = z.string().min(1).max(1024);

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  status: 201,
  summary: 'Creates an account and signs it in',
  input: z.strictObject({
    email,
    password,
    password_confirm: z.string().max(1024),
    display_name: z.string().trim().max(40).optional(),
    invite_code: z.string().trim().max(16).optional(),
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
  summary: 'Signs in; the refresh token travels in a cookie',
  input: z.strictObject({ email, password, remember: z.boolean().default(false) }),
  reply: z.object({ access: z.string(), user: sessionUser }),
});

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'Exchanges the refresh cookie for a new access token',
  input: z.strictObject({}),
  reply: z.object({ access: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'Ends the session of the refresh cookie; harmless without one',
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
  }),
});

/** What an access token says: `sub` is the user's id. */
export const accessClaims = z.object({ sub: uuid, email: z.string(), sid: uuid, exp: z.number() });
export type AccessClaims = z.infer<typeof accessClaims>;
