import { login, refresh } from '#contract/auth.ts';
import { createUser } from '#server/modules/identity/auth/registration.ts';
import { callApp, type TestApp } from './app.ts';
import { solveCaptcha } from './captcha.ts';

export const OWNER_PASSWORD = 'Correct7Horse';

/** Somebody with a password, as registration would have made them. */
export interface Owner {
  id: string;
  email: string;
}

/** A device that is signed in. */
export interface SignedInDevice {
  token: string;
  /** The value of its refresh cookie. */
  cookie: string;
}

let serial = 0;

/** Somebody who registered, and confirmed their address or did not yet. */
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

/** Signs in over HTTP; `status` and `code` say how that went. */
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

/** Whether a device can go on: its refresh cookie is still good for a new access token. */
export const isSignedIn = async ({ app }: Pick<TestApp, 'app'>, { cookie }: SignedInDevice): Promise<boolean> =>
  (await callApp(app, refresh, {}, { headers: { Cookie: `refresh=${cookie}` } })).status === 200;

const refreshCookie = (headers: Headers): string =>
  headers.getSetCookie().flatMap((cookie) => /^refresh=([\w-]+)/.exec(cookie)?.[1] ?? [])[0] ?? '';
