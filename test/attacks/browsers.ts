import { forgotPassword, resetPassword } from '#contract/auth.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { type Answer, callApp, type TestApp } from '#test/support/app.ts';
import { solveCaptcha } from '#test/support/captcha.ts';
import { cookieJar } from '#test/support/cookie-jar.ts';
import { OWNER_PASSWORD } from '#test/support/owner.ts';
import { signIn } from '#test/support/sign-in.ts';

export const NEW_PASSWORD = 'Battery8Staple';

export type Browser = ReturnType<typeof openBrowser>;

/** Creates a browser with its own cookies and internet address; the app must trust the header (TRUST_PROXY). */
export function openBrowser(test: TestApp, ip = '203.0.113.1') {
  const jar = cookieJar();
  const headers = () => ({ Cookie: jar.header(), 'X-Forwarded-For': ip });
  const send = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<Answer<E>> => {
    const answer = await callApp(test.app, endpoint, input, { headers: headers(), token });
    jar.take(answer.headers);
    return answer;
  };
  return {
    jar,
    send,
    /** Requests a password reset, as the dialog does. */
    forgot: async (email: string) => send(forgotPassword, { email, captcha: await solveCaptcha(test.app, 'forgot') }),
    reset: (email: string, code: string, token?: string) =>
      send(resetPassword, { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD, ...(token && { token }) }),
    signIn: async (email: string, password = OWNER_PASSWORD) => {
      const answer = await signIn(test, { email, password }, { headers: headers() });
      jar.take(answer.headers);
      return answer;
    },
  };
}

/** Returns `done`, or the error code of the reply. */
export const outcomeOf = ({ status, problem }: Answer<Endpoint>): string => (status < 300 ? 'done' : problem.code);

export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
