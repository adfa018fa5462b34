import { login, refresh } from '#contract/auth.ts';
import { createUser } from '#server/modules/identity/auth/registration.ts';
import { callApp, type TestApp } from './app.ts';
import { solveCaptcha } from './captcha.ts';

export const OWNER_PASSWORD = 'Correct7Horse';

/** A user with a password, as registration would create them. */
export interface Owner {
  id: string;
  email: string;
}

/** A signed-in device. */
export interface SignedInDevice {
  token: string;
  /** The value of its refresh cookie. */
  cookie: string;
}

let serial = 0;

/** Creates a registered user, with a confirmed address or not. */
export async function createOwner(
  { deps }: Pick<TestApp, 'deps'>,
  { confirmed = true, email = `owner${++serial}@example.com` } = {},
): Promise<Owner> {
  const { id } = await createUser(deps, {
    email,
    password: OWNER_PASSWORD,
    locale: 'en',
    ip: null,
    invitation: null,
    ...(confirmed && { emailVerifiedAt: deps.now() }),
  });
  return { id, email };
}

/** Signs in over HTTP; returns the outcome as `status` and `code`. */
export async function trySignIn({ app }: Pick<TestApp, 'app'>, email: string, password: string, headers: Record<string, string> = {}) {
  const captcha = await solveCaptcha(app, 'login');
  const answer = await callApp(app, login, { email, password, captcha, remember: true }, { headers });
  return { status: answer.status, code: answer.problem.code, token: answer.reply.access, cookie: refreshCookie(answer.headers) };
}

export async function signIn(test: Pick<TestApp, 'app'>, { email }: Owner, headers: Record<string, string> = {}): Promise<SignedInDevice> {
  const { token, cookie, code } = await trySignIn(test, email, OWNER_PASSWORD, headers);
  if (!cookie) throw new Error(`could not sign in: ${code}`);
  return { token, cookie };
}

/** Returns whether a device is still signed in: whether its refresh cookie gets a new access token. */
export const isSignedIn = async ({ app }: Pick<TestApp, 'app'>, { cookie }: SignedInDevice): Promise<boolean> =>
  (await callApp(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } })).status === 200;

const refreshCookie = (headers: Headers): string =>
  headers.getSetCookie().flatMap((cookie) => /^refresh=([\w-]+)/.exec(cookie)?.[1] ?? [])[0] ?? '';
