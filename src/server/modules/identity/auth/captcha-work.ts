import type { CaptchaAction } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { type NetworkLoad, networkLoad } from '#server/platform/http/network-load.ts';
import { loginTries } from './login-tries.ts';
import { registrationLimit } from './registration-limit.ts';

/** The console asks for a captcha only after failures, of few people: it may take them longer. */
const CONSOLE_WORK = 4;
const FORGOT_PER_HOUR = 20;

/** Requests for a new password: no place has an end, as its owner may be there as well; captchas grow harder. */
export const forgotLoad = (deps: Deps): NetworkLoad => networkLoad(deps, 'forgot', FORGOT_PER_HOUR, 60 * 60, { ofAllTiers: true });

/** How many times the usual work a captcha for an action takes for who is at an address. */
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

/** What a captcha of the console's has to have taken where its network asks for this. */
export const consoleWork = (work: number): number => CONSOLE_WORK * work;
