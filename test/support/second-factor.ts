import { TOTP } from 'otpauth';
import { stepUp } from '#contract/auth.ts';
import { beginTwoFactor, confirmTwoFactor } from '#contract/two-factor.ts';
import { callApp, type TestApp } from './app.ts';
import { OWNER_PASSWORD } from './owner.ts';

/** An authenticator app. */
export interface Authenticator {
  /** In Base32. */
  secret: string;
  recoveryCodes: string[];
}

/** Returns the code that an authenticator app with this secret shows at a moment. */
export const shownBy = ({ secret }: Pick<Authenticator, 'secret'>, at: Date): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at.getTime() });

/** Turns on the second factor of a device's owner over HTTP, which uses up the current code. */
export async function turnOnSecondFactor({ app, deps }: Pick<TestApp, 'app' | 'deps'>, token: string): Promise<Authenticator> {
  await callApp(app, stepUp, { password: OWNER_PASSWORD }, { token });
  const { secret } = (await callApp(app, beginTwoFactor, {}, { token })).reply;
  const { status, reply, problem } = await callApp(app, confirmTwoFactor, { totp: shownBy({ secret }, deps.now()) }, { token });
  if (status !== 200) throw new Error(`could not turn the second factor on: ${problem.code}`);
  return { secret, recoveryCodes: reply.recovery_codes };
}
