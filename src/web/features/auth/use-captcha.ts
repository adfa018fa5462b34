import { type CaptchaAction, getCaptcha } from '#contract/auth.ts';
import { call } from '#web/data/call.ts';
import { type Captcha, useCaptchaBy } from '#web/ui/captcha.tsx';

export type { Captcha } from '#web/ui/captcha.tsx';

/** Who registers sooner than 1.5 s after the challenge is taken for a program; a form sent again may be that quick. */
const REGISTER_AGE_MS = 1_700;

/** A proof of work for an action of the site's. */
export const useCaptcha = (action: CaptchaAction): Captcha =>
  useCaptchaBy((signal) => call(getCaptcha, { action }, signal), { ageMs: action === 'register' ? REGISTER_AGE_MS : 0 });
