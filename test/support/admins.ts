import { randomUUID } from 'node:crypto';
import { adminLogin, adminLogout, adminRefresh, beginAdminTwoFactor, confirmAdminTwoFactor } from '#contract/admin-auth.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { AdminRole } from '#domain/identity/admin-role.ts';
import { generateSecret, sealSecret } from '#server/modules/identity/two-factor/totp.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { type Answer, callApp, type TestApp } from './app.ts';
import { solveCaptcha } from './captcha.ts';
import { HASH_OF_NOBODY } from './cheap-passwords.ts';
import { cookieJar } from './cookie-jar.ts';
import { type Authenticator, shownBy } from './second-factor.ts';

export interface TestAdmin {
  id: string;
  email: string;
  role: AdminRole;
  /** Token of a session that begins now; valid for ten minutes of the test's clock. */
  token: string;
}

let serial = 0;

/** Creates a signed-in operator with an unknown password, and with a second factor by default. */
export async function createAdmin({ deps }: Pick<TestApp, 'deps'>, role: AdminRole, { hasTotp = true } = {}): Promise<TestAdmin> {
  const now = deps.now();
  const admin = { id: randomUUID(), email: `${role}${++serial}@ops.example`, role };
  await deps.db
    .insertInto('admins')
    .values({
      ...admin,
      password_hash: HASH_OF_NOBODY,
      totp_secret: hasTotp ? sealSecret(deps, generateSecret(deps)) : null,
      totp_enabled_at: hasTotp ? now : null,
      created_at: now,
    })
    .execute();
  return { ...admin, token: await signInAdmin({ deps }, admin, { gaveCode: hasTotp }) };
}

/** Starts another session of an admin now, with a code of their authenticator app or on a remembered device. Returns its token. */
export async function signInAdmin(
  { deps }: Pick<TestApp, 'deps'>,
  admin: { id: string; email: string },
  { gaveCode = true } = {},
): Promise<string> {
  const now = deps.now();
  const sessionId = randomUUID();
  const expires_at = new Date(now.getTime() + 12 * 3_600_000);
  await deps.db
    .insertInto('admin_sessions')
    .values({ id: sessionId, admin_id: admin.id, created_at: now, last_input_at: now, expires_at, stepped_up_at: gaveCode ? now : null })
    .execute();
  return signAccessToken(deps.serverKeys, { id: admin.id, email: admin.email, sessionId }, now, 'admin');
}

export const OPERATOR_PASSWORD = 'Console7Horse';

/** Creates an operator with a password and without a second factor, who signs in over HTTP. */
export async function createOperator(
  { deps }: Pick<TestApp, 'deps'>,
  role: AdminRole,
  { password = OPERATOR_PASSWORD, oneTimeUntil = null as Date | null } = {},
) {
  const operator = { id: randomUUID(), email: `${role}${++serial}@ops.example`, role };
  await deps.db
    .insertInto('admins')
    .values({ ...operator, password_hash: await deps.passwords.hash(password), one_time_until: oneTimeUntil, created_at: deps.now() })
    .execute();
  return operator;
}

/** Opens the console in a browser, which keeps cookies and the latest token. */
export function openConsole({ app }: Pick<TestApp, 'app'>, email: string) {
  const jar = cookieJar();
  let token = '';
  const send = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, headers: Record<string, string> = {}): Promise<Answer<E>> => {
    const answer = await callApp(app, endpoint, input, { token: token || undefined, headers: { Cookie: jar.header(), ...headers } });
    jar.take(answer.headers);
    const { access } = (answer.status === 200 ? (answer.reply ?? {}) : {}) as { access?: string };
    token = access ?? token;
    return answer;
  };
  const outcome = async <E extends Endpoint>(answer: Promise<Answer<E>>): Promise<string> => {
    const { status, problem } = await answer;
    return status < 300 ? 'done' : problem.code;
  };
  const asked = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => outcome(send(endpoint, input));
  return {
    jar,
    token: () => token,
    send,
    /** Like `send`, but returns `done`, or the error code of the reply. */
    asked,
    login: (values: Partial<InputOf<typeof adminLogin>> = {}, headers?: Record<string, string>) =>
      outcome(send(adminLogin, { email, password: OPERATOR_PASSWORD, ...values }, headers)),
    /** Signs in as the page does: solves a captcha if one is required. */
    signIn: async (values: Partial<InputOf<typeof adminLogin>> = {}) => {
      const credentials = { email, password: OPERATOR_PASSWORD, ...values };
      const told = await asked(adminLogin, credentials);
      return told === 'captcha_required' ? asked(adminLogin, { ...credentials, captcha: await solveCaptcha(app, 'admin_login') }) : told;
    },
    refresh: () => asked(adminRefresh, {}),
    logout: () => asked(adminLogout, {}),
  };
}
export type Console = ReturnType<typeof openConsole>;

/** Turns on the second factor of the signed-in admin, which uses up the current code. */
export async function turnOnFactor({ deps }: Pick<TestApp, 'deps'>, browser: Console): Promise<Authenticator> {
  const { secret } = (await browser.send(beginAdminTwoFactor, { password: OPERATOR_PASSWORD })).reply;
  const { status, reply, problem } = await browser.send(confirmAdminTwoFactor, { totp: shownBy({ secret }, deps.now()) });
  if (status !== 200) throw new Error(`could not turn the second factor on: ${problem.code}`);
  return { secret, recoveryCodes: reply.recovery_codes };
}
