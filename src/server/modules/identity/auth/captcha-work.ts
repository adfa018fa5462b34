import type { CaptchaAction } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { type NetworkLoad, networkLoad } from '#server/platform/http/network-load.ts';
import { loginTries } from './login-tries.ts';
import { registrationLimit } from './registration-limit.ts';

/** Work factor of console captchas. Higher than usual, as the console asks for a captcha only after failures, and has few users. */
const CONSOLE_WORK = 4;
const FORGOT_PER_HOUR = 20;

/**
 * Counts password reset requests of a network. No place is blocked, as an account's owner may be there, too; captchas grow harder instead.
 */
export const forgotLoad = (deps: Deps): NetworkLoad => networkLoad(deps, 'forgot', FORGOT_PER_HOUR, 60 * 60, { ofAllTiers: true });

/** Returns a function that gives the work factor of a captcha for an action, requested from an IP address. */
export function captchaWork(deps: Deps): (action: CaptchaAction, ip: string) => Promise<number> {
  const [users, admins] = [loginTries(deps, 'login'), loginTries(deps, 'admin-login')];
  const by: Record<CaptchaAction, (ip: string) => Promise<number>> = {
    login: users.work,
    register: registrationLimit(deps).work,
    forgot: forgotLoad(deps).work,
    admin_login: async (ip) => consoleWork(await admins.work(ip)),
  };
  return (action, ip) => by[action](ip);
}

/** Returns the work factor of a console captcha for a network that requires this factor. */
export const consoleWork = (work: number): number => CONSOLE_WORK * work;
