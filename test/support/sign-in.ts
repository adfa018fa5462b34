import { login, register } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type Answer, type CallOptions, callApp, type TestApp } from './app.ts';
import { solveCaptcha, solveCaptchaInTime } from './captcha.ts';

export const PASSWORD = 'Correct7Horse';

let serial = 0;
export const freshEmail = () => `fan${++serial}@example.com`;

/** Returns a valid registration, with the given values replaced. */
export const registration = (values: Partial<InputOf<typeof register>> = {}): InputOf<typeof register> => ({
  email: freshEmail(),
  password: PASSWORD,
  password_confirm: values.password ?? PASSWORD,
  agree: true,
  adult: true,
  ...values,
});

/** Users who register with an address have one. */
type SignedUp = Answer<typeof register> & { reply: { user: { email: string } } };

/** Registers over HTTP as a page does; solves a captcha if none is given. */
export async function signUp(test: TestApp, values: Partial<InputOf<typeof register>> = {}, options: CallOptions = {}): Promise<SignedUp> {
  const captcha = await solveCaptchaInTime(test, 'register');
  return (await callApp(test.app, register, { captcha, ...registration(values) }, options)) as SignedUp;
}

/** Signs in over HTTP as a page does; solves a captcha if none is given. */
export async function signIn(
  test: TestApp,
  values: Partial<InputOf<typeof login>>,
  options: CallOptions = {},
): Promise<Answer<typeof login>> {
  const captcha = await solveCaptcha(test.app, 'login');
  return callApp(test.app, login, { email: '', password: PASSWORD, captcha, ...values }, options);
}
